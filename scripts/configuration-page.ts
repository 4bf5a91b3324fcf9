import { dirname } from 'node:path';
import { type ServiceName, serviceNames } from '@freight/contracts';
import { baseConfig, type ConfigRow, describeConfig } from '@freight/runtime';
import type { z } from 'zod';
import { stackSettings } from '../libs/cli/src/stack/settings.ts';
import { billingConfig } from '../services/billing/src/config.ts';
import { channelsConfig } from '../services/channels/src/config.ts';
import { gatewayConfig } from '../services/gateway/src/config.ts';
import { ratesConfig } from '../services/rates/src/config.ts';
import { shipmentsConfig } from '../services/shipments/src/config.ts';
import { webhooksConfig } from '../services/webhooks/src/config.ts';

/** What each service reads from its environment, beside what every service reads. */
export const serviceConfigs: Record<ServiceName, z.ZodObject> = {
  gateway: gatewayConfig,
  shipments: shipmentsConfig,
  rates: ratesConfig,
  billing: billingConfig,
  channels: channelsConfig,
  webhooks: webhooksConfig,
};

/** The page that names every variable of every service, from the schemas that read them. */
export const configurationPage = (): string => {
  const shared = describeConfig(baseConfig);
  const sharedNames = new Set(shared.map(({ variable }) => variable));
  const own = serviceNames.map((service) => ({
    service,
    rows: describeConfig(serviceConfigs[service]).filter(({ variable }) => !sharedNames.has(variable)),
  }));
  return [
    '# Configuration',
    introduction,
    '## npm start',
    stackIntroduction,
    startSettingsTable(),
    '## Every service',
    table(shared),
    ...own.flatMap(({ service, rows }) => [`## ${service}`, rows.length === 0 ? nothing : table(rows)]),
  ]
    .join('\n\n')
    .concat('\n');
};

/** The table of `npm start` alone: the README shows it. */
export const startSettingsTable = (): string => table(describeConfig(stackSettings));

const introduction = [
  'Written by `npm run docs` from the schemas that read these variables; do not edit by hand.',
  'A service reads environment variables and nothing else. It names every variable at fault at once and does not start.',
  'A variable that is set to nothing counts as not set. Secrets are never logged.',
].join('\n');

const stackIntroduction =
  'Everything on one machine, with these already chosen. Any other variable of this page is handed on to the services.';

const nothing = 'Nothing beyond what every service reads.';

const table = (rows: readonly ConfigRow[]): string =>
  ['| variable | default | meaning |', '|---|---|---|', ...rows.map(tableRow)].join('\n');

const tableRow = ({ variable, meaning, default: fallback, isRequired, isSecret }: ConfigRow): string =>
  `| \`${variable}\` | ${isRequired ? 'required' : code(fallback)} | ${cell(meaning)}${isSecret ? ' (secret)' : ''} |`;

const code = (value: string | undefined): string => (value === undefined || value === '' ? '' : `\`${cell(value)}\``);

/** A bar would end the cell; a path inside the repository is shown from its root, wherever that is. */
const cell = (text: string): string => text.replaceAll(`${root}/`, '').replaceAll('|', '\\|').replaceAll('\n', ' ');

const root = dirname(import.meta.dirname);
