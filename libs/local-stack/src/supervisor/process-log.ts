import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

const maxBytes = 64 * 1024 * 1024;
const maxLineCharacters = 64 * 1024;
const tailLines = 20;

/**
 * Where a process's output goes: appended to a file, and line by line to a callback.
 *
 * At 64 MiB the file becomes `<name>.log.1` (the one before is dropped), so that a log can never fill the disk.
 * A write that fails, as on a full disk, loses that output and nothing else: logging must not stop a process.
 */
export class ProcessLog {
  readonly path: string;
  readonly #onLine: ((line: string) => void) | undefined;
  readonly #decoder = new StringDecoder('utf8');
  readonly #tail: string[] = [];
  #descriptor: number;
  #size: number;
  #partialLine = '';

  constructor(path: string, onLine?: (line: string) => void) {
    mkdirSync(dirname(path), { recursive: true });
    this.path = path;
    this.#onLine = onLine;
    this.#descriptor = openSync(path, 'a');
    this.#size = fstatSync(this.#descriptor).size;
  }

  write(chunk: Buffer): void {
    this.#append(chunk);
    const lines = (this.#partialLine + this.#decoder.write(chunk)).split('\n');
    this.#partialLine = (lines.pop() ?? '').slice(0, maxLineCharacters);
    for (const line of lines) this.#emit(line);
  }

  /** Ends a line that the process left unfinished when it died. */
  endLine(): void {
    if (this.#partialLine === '') return;
    this.#append(Buffer.from('\n'));
    this.#emit(this.#partialLine);
    this.#partialLine = '';
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

  #emit(line: string): void {
    this.#tail.push(line);
    if (this.#tail.length > tailLines) this.#tail.shift();
    this.#onLine?.(line);
  }

  #append(chunk: Buffer): void {
    try {
      if (this.#size + chunk.length > maxBytes) this.#rotate();
      this.#size += writeSync(this.#descriptor, chunk);
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
