import pg from 'pg';

/**
 * Makes a database unless it is there.
 *
 * @param serverUrl address of a role that may create databases, with any database of the server
 * @returns the address of the database for the same role
 */
export const ensureDatabase = async (serverUrl: string, name: string): Promise<string> => {
  const client = new pg.Client({ connectionString: serverUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const known = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (known.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  const address = new URL(serverUrl);
  address.pathname = `/${encodeURIComponent(name)}`;
  return address.toString();
};
