import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { operations } from '@freight/contracts';
import { buildOpenApi } from './document.ts';

const documents = { merchant: 'docs/openapi.json', operator: 'docs/operator-openapi.json' } as const;

for (const audience of ['merchant', 'operator'] as const) {
  const file = resolve(documents[audience]);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(buildOpenApi(operations, audience), undefined, 2)}\n`);
  console.log(`wrote ${documents[audience]}`);
}
