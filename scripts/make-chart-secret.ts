import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { serviceNames } from '@freight/contracts';
import { newNkey } from '@freight/messaging';
import { stringify } from 'yaml';

// `node scripts/make-chart-secret.ts --name freight --admin-url postgresql://… | kubectl apply -f -`: a Secret with everything that the
// chart reads, freshly drawn. Keep it where your other secrets are: a second run draws other keys and passwords.
const { values } = parseArgs({
  options: {
    name: { type: 'string', default: 'freight' },
    'admin-url': { type: 'string' },
    'courier-accounts': { type: 'string' },
    'courier-sandbox-accounts': { type: 'string' },
  },
});

/** Letters and digits only: passwords become part of an address. */
const draw = (): string => randomBytes(24).toString('hex');

const stringData: Record<string, string> = { 'operator-token': draw(), 'link-signing-key': draw() };
for (const name of ['admin-url', 'courier-accounts', 'courier-sandbox-accounts'] as const) {
  const value = values[name];
  if (value !== undefined) stringData[name] = value;
}
for (const service of serviceNames) {
  const nkey = newNkey();
  stringData[`${service}-password`] = draw();
  stringData[`${service}-nkey-seed`] = nkey.seed;
  stringData[`${service}-nkey`] = nkey.public;
}

process.stdout.write(
  stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name: values.name }, type: 'Opaque', stringData }),
);
