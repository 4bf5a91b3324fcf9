import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const maxBytes = 64 * 1024 * 1024;
const tailLines = 20;

/**
 * Where a process's lines go: appended to a file, and one by one to a callback.
 *
 * At 64 MiB the file becomes `<name>.log.1` (the one before is dropped), so that a log can never fill the disk.
 * A write that fails, as on a full disk, loses those lines and nothing else: logging must not stop a process.
 */
export class ProcessLog {
  readonly path: string;
  readonly #onLine: ((line: string) => void) | undefined;
  #tail: string[] = [];
  #descriptor: number;
  #size: number;

  constructor(path: string, onLine?: (line: string) => void) {
    mkdirSync(dirname(path), { recursive: true });
    this.path = path;
    this.#onLine = onLine;
    this.#descriptor = openSync(path, 'a');
    this.#size = fstatSync(this.#descriptor).size;
  }

  write(lines: readonly string[]): void {
    if (lines.length === 0) return;
    this.#append(Buffer.from(`${lines.join('\n')}\n`));
    this.#tail = [...this.#tail, ...lines].slice(-tailLines);
    for (const line of lines) this.#onLine?.(line);
  }

  /** The last lines, for an error message. */
  tail(): string {
    return this.#tail.join('\n');
  }

  close(): void {
    closeSync(this.#descriptor);
    // A late write must fail, and not go to whatever file gets this number next.
    this.#descriptor = -1;
  }

  #append(bytes: Buffer): void {
    try {
      if (this.#size + bytes.length > maxBytes) this.#rotate();
      this.#size += writeSync(this.#descriptor, bytes);
    } catch {
      // See the class comment.
    }
  }

  #rotate(): void {
    closeSync(this.#descriptor);
    renameSync(this.path, `${this.path}.1`);
    this.#descriptor = openSync(this.path, 'a');
    this.#size = 0;
  }
}
