import { StringDecoder } from 'node:string_decoder';

const maxLineCharacters = 64 * 1024;

/** Turns the chunks of one process's output into whole lines. */
export class LineSplitter {
  readonly #decoder = new StringDecoder('utf8');
  #partialLine = '';

  /** The lines that this chunk completes. One longer than 64 Ki characters is given in pieces. */
  push(chunk: Buffer): string[] {
    const lines = (this.#partialLine + this.#decoder.write(chunk)).split('\n');
    this.#partialLine = lines.pop() ?? '';
    if (this.#partialLine.length > maxLineCharacters) lines.push(...this.end());
    return lines;
  }

  /** What the process wrote last without ending the line. */
  end(): string[] {
    const rest = this.#partialLine + this.#decoder.end();
    this.#partialLine = '';
    return rest === '' ? [] : [rest];
  }
}
