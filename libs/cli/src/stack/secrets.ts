import { randomBytes, randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServiceName, serviceNames } from '@freight/contracts';
import { newNkey } from '@freight/messaging';
import { z } from 'zod';
import { writeSecretFile } from './secret-file.ts';

const perService = z.partialRecord(z.enum(serviceNames), z.string());

const kept = z.object({
  rolePasswords: perService.default({}),
  nkeySeeds: perService.default({}),
  natsAdminPassword: z.string().optional(),
  operatorToken: z.string().optional(),
  linkSigningKey: z.string().optional(),
  demoApiKey: z.string().optional(),
});

/** Everything secret of a local installation; made once, then the same at every start. */
export type StackSecrets = {
  rolePasswords: Record<ServiceName, string>;
  nkeySeeds: Record<ServiceName, string>;
  natsAdminPassword: string;
  operatorToken: string;
  linkSigningKey: string;
  demoApiKey: string;
};

/**
 * Reads `<directory>/secrets.json` (mode 0600), adds what is missing and writes it back.
 *
 * @throws Error when the file is there and cannot be read as what it should be: new secrets would lock the old data out.
 */
export const keepSecrets = async (directory: string): Promise<StackSecrets> => {
  const file = join(directory, 'secrets.json');
  const before = await readSecrets(file);
  const secrets: StackSecrets = {
    rolePasswords: forEachService((service) => before.rolePasswords[service] ?? randomText()),
    nkeySeeds: forEachService((service) => before.nkeySeeds[service] ?? newNkey().seed),
    natsAdminPassword: before.natsAdminPassword ?? randomText(),
    operatorToken: before.operatorToken ?? randomText(),
    linkSigningKey: before.linkSigningKey ?? randomText(),
    demoApiKey: before.demoApiKey ?? newDemoKey(),
  };
  await writeSecretFile(file, secrets);
  return secrets;
};

const readSecrets = async (file: string): Promise<z.output<typeof kept>> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '{}';
  });
  const parsed = kept.safeParse(jsonOf(text));
  if (!parsed.success) throw new Error(`${file} is damaged; restore it, or remove the data folder to begin anew`);
  return parsed.data;
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const forEachService = (make: (service: ServiceName) => string): Record<ServiceName, string> => ({
  gateway: make('gateway'),
  shipments: make('shipments'),
  rates: make('rates'),
  billing: make('billing'),
  channels: make('channels'),
  webhooks: make('webhooks'),
});

/** 192 bits in characters that need no escaping in an address. */
const randomText = (): string => randomBytes(24).toString('base64url');

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** As long as every other key, and recognisable: the gateway takes a demonstration key of any form. */
const newDemoKey = (): string =>
  `fk_live_demo${Array.from({ length: 34 }, () => base62.charAt(randomInt(base62.length))).join('')}`;
