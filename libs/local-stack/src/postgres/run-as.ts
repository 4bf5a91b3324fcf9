import { readFile, stat } from 'node:fs/promises';
import { runCommand } from '../run-command.ts';
import type { UserIds } from '../supervisor/process-spec.ts';

/** PostgreSQL's own account where a package made one, else the account that every Unix has. */
const candidates = ['postgres', 'nobody'] as const;

/**
 * Who has to run PostgreSQL, which refuses to run as root: for root, the owner of the existing data if there is any,
 * else the first of `postgres` and `nobody` that this machine knows; for anybody else undefined, meaning themselves.
 *
 * @param clusterDirectory where the data is or will be.
 * @throws Error if this root may not become anybody else (a container without CAP_SETUID).
 */
export async function userToRunAs(
  clusterDirectory: string,
  { uid = process.getuid?.(), accounts = '/etc/passwd' }: { readonly uid?: number; readonly accounts?: string } = {},
): Promise<UserIds | undefined> {
  if (uid !== 0) return undefined;
  const user = (await ownerOf(clusterDirectory)) ?? (await knownUser(accounts));
  const { isOk, error } = await runCommand('/bin/sh', ['-c', ':'], { ...user, cwd: '/' });
  if (!isOk) {
    throw new Error(
      `PostgreSQL refuses to run as root, and this root cannot become user ${user.uid} (${error}); start this as another user`,
    );
  }
  return user;
}

async function ownerOf(directory: string): Promise<UserIds | undefined> {
  const owner = await stat(directory).catch(() => undefined);
  return owner === undefined || owner.uid === 0 ? undefined : { uid: owner.uid, gid: owner.gid };
}

async function knownUser(accounts: string): Promise<UserIds> {
  // initdb looks its user up by number, so a number without an entry here would not do.
  const lines = (await readFile(accounts, 'utf8')).split('\n').map((line) => line.split(':'));
  for (const candidate of candidates) {
    const [, , uid, gid] = lines.find(([name]) => name === candidate) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and ${accounts} knows neither ${candidates.join(' nor ')} to run it as`,
  );
}
