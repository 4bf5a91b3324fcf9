import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export type WaitForSchemaOptions = {
  /** Connection of the service's own role. */
  url: string;
  schema: string;
  /** Folder of the migrations that this release comes with. */
  directory: string;
  /** Time between two looks. */
  retryMs?: number;
  /** Told before each pause what is still missing. */
  onWait?: (reason: string) => void;
};

/**
 * Resolves when every migration of the folder has been applied, by whomever. A database, role or schema that is not there yet is
 * waited for: this stands before a service that starts in the same moment as its migrations.
 */
export const waitForSchema = async (options: WaitForSchemaOptions): Promise<void> => {
  const { directory, retryMs = 1_000, onWait } = options;
  const wanted = (await readdir(directory)).filter((name) => name.endsWith('.sql'));
  for (;;) {
    const missing = await missingOf(wanted, options).catch((error: unknown) => String(error));
    if (missing === undefined) return;
    onWait?.(missing);
    await delay(retryMs);
  }
};

const missingOf = async (
  wanted: readonly string[],
  { url, schema }: WaitForSchemaOptions,
): Promise<string | undefined> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A connection that breaks later fails the query too, which is what is waited for.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ file: string }>(
      `select file from ${client.escapeIdentifier(schema)}.migrations`,
    );
    const applied = new Set(rows.map(({ file }) => file));
    return wanted.find((file) => !applied.has(file));
  } finally {
    await client.end();
  }
};
