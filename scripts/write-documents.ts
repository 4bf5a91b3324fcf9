import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { documents } from './documents.ts';

// `npm run docs`: writes every generated document where the repository keeps it.
const root = dirname(import.meta.dirname);

for (const [path, content] of documents()) {
  const file = resolve(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  console.log(path);
}
