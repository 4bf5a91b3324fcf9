import { spawnSync } from 'node:child_process';

/** Bytes of a folder as they are, and as a registry would keep them. */
export const folderSize = (folder: string): { bytes: number; compressedBytes: number } => {
  const count = (command: string): number => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command, 'sh', folder], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command}: ${stderr}`);
    return Number.parseInt(stdout, 10);
  };
  return { bytes: count('tar -cf - -C "$1" . | wc -c'), compressedBytes: count('tar -cf - -C "$1" . | gzip | wc -c') };
};
