import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { exportPincodes, importPincodes } from '@freight/contracts';
import { Command } from 'commander';
import { type ApiFlags, apiOf, withApiOptions } from '../api/with-connection.ts';
import { formatPlaces, readDirectory } from '../pincodes/read-directory.ts';
import { print } from '../print.ts';
import { repositoryFolder } from '../stack/repository.ts';

const check = withApiOptions(new Command('check'))
  .description('measure the pincode table against a reference file; exit code 1 below 97 % known or 99 % right states')
  .argument('<file>', 'CSV with the columns pincode and state, gzip allowed')
  .option('--running', 'the table that the installation uses, instead of the one that comes with the product')
  .action(async (file: string, { running, ...flags }: ApiFlags & { running?: boolean }) => {
    if (running !== true) return measure(file);
    const directory = await mkdtemp(join(tmpdir(), 'freight-pincodes-'));
    try {
      const table = join(directory, 'pincodes.csv');
      await (await apiOf(flags)).download(exportPincodes, {}, createWriteStream(table));
      measure(file, table);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

/** The table and what measures it belong to the rate service, which no library imports. */
const measure = (...files: string[]): void => {
  const script = join(repositoryFolder, 'services/rates/scripts/check-pincodes.ts');
  const { status } = spawnSync(process.execPath, [script, ...files], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
};

const load = withApiOptions(new Command('import'))
  .description('replace the pincode table of the running installation, on every replica at once')
  .argument(
    '<file>',
    'CSV of the All India Pincode Directory, or with the columns pincode, district, state; gzip allowed',
  )
  .option('--source <text>', 'where it is from; the name of the file unless given')
  .action(async (file: string, { source, ...flags }: ApiFlags & { source?: string }) => {
    const { places, rows, skipped } = await readDirectory(file);
    const api = await apiOf(flags);
    const loaded = await api.send(importPincodes, { csv: formatPlaces(places), source: source ?? basename(file) });
    const answer = { ...loaded, rowsRead: rows, skipped: skipped.length };
    const columns = ['pincodes', 'districts', 'states', 'source', 'importedAt', 'rowsRead', 'skipped'];
    print(answer, { ...flags, columns });
  });

export const pincodesCommand = new Command('pincodes')
  .description('the pincode table')
  .addCommand(check)
  .addCommand(load);
