import { chmod, rename, writeFile } from 'node:fs/promises';

/** Writes JSON that only the owner may read, whole or not at all. */
export const writeSecretFile = async (file: string, content: object): Promise<void> => {
  const temporary = `${file}.new`;
  await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  // The mode above counts for a new file only.
  await chmod(temporary, 0o600);
  await rename(temporary, file);
};
