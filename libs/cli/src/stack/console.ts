import type { Writable } from 'node:stream';
import { clock } from '../clock.ts';
import { readableLine } from './readable-line.ts';

export type StackConsole = {
  /** A decision of ours, while everything starts and when a process was started again. */
  note: (text: string) => void;
  /** What a process wrote; shown once everything is ready, if it says something to a person. */
  showLine: (process: string, line: string) => void;
  /** Prints the ready lines as they are, one `name: value` a line, and lets the processes' lines through from then on. */
  begin: (readyLines: Record<string, string>) => void;
  /** Nothing more: what processes write while they are stopped is in their logs. */
  silence: () => void;
};

/** What the user of `freight start` sees. */
export const createConsole = (out: Writable): StackConsole => {
  let readyAt: Date | undefined;
  let isSilent = false;
  // Whoever reads our lines may stop reading; the installation goes on.
  out.on('error', () => {
    isSilent = true;
  });
  const print = (lines: string): void => {
    if (!isSilent) out.write(`${lines}\n`);
  };
  return {
    note: (text) => print(`${clock(new Date())} ${text}`),
    showLine: (process, line) => {
      if (readyAt === undefined) return;
      const readable = readableLine(process, line, readyAt);
      if (readable !== undefined) print(readable);
    },
    begin: (readyLines) => {
      readyAt = new Date();
      print(
        Object.entries(readyLines)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n'),
      );
    },
    silence: () => {
      isSilent = true;
    },
  };
};
