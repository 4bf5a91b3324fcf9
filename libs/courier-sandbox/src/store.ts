import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { type CourierCode, courierCodes } from '@freight/contracts';
import { z } from 'zod';
import type { SandboxConsignment } from './consignment.ts';
import { isObject } from './dialect.ts';

/** Everything the sandbox remembers: consignments, and per courier the small things its dialect keeps (warehouses, requests). */
export type Store = {
  find(courier: CourierCode, awb: string): SandboxConsignment | undefined;
  findAnywhere(awb: string): SandboxConsignment | undefined;
  /** All whose booking reference or merchant reference is this, oldest first. */
  byReference(reference: string): SandboxConsignment[];
  all(): Iterable<SandboxConsignment>;
  /** Keeps a new consignment, or what changed in one: written to the journal before it returns. */
  save(consignment: SandboxConsignment): void;
  /** A small thing of one courier, by name. */
  note(courier: CourierCode, name: string): unknown;
  keepNote(courier: CourierCode, name: string, value: unknown): void;
  /** Counts up from 1 per courier, across restarts. */
  next(courier: CourierCode): number;
  reset(): void;
  close(): void;
};

type Entry = { consignment: SandboxConsignment } | { note: [key: string, value: unknown] } | { reset: true };

/**
 * Memory, with an append-only journal of JSON lines beside it when a path is given. A line is with the operating system before
 * the courier's answer goes out, so a killed sandbox forgets nothing it has promised. Opening rewrites the journal to one line a
 * record, through a temporary file and a rename.
 */
export const openStore = (path?: string): Store => {
  const consignments = new Map<string, SandboxConsignment>();
  const references = new Map<string, Set<string>>();
  const notes = new Map<string, unknown>();

  const apply = (entry: Entry): void => {
    if ('reset' in entry) {
      for (const kept of [consignments, references]) kept.clear();
      // Numbers are never issued twice, not even after a reset: another system may remember them.
      for (const key of [...notes.keys()].filter((key) => !key.endsWith('/sequence'))) notes.delete(key);
    } else if ('note' in entry) {
      notes.set(...entry.note);
    } else {
      const { consignment } = entry;
      const key = `${consignment.courier}/${consignment.awb}`;
      consignments.set(key, consignment);
      for (const reference of [consignment.reference, consignment.bookingReference]) {
        references.set(reference, (references.get(reference) ?? new Set()).add(key));
      }
    }
  };

  if (path !== undefined) readJournal(path).forEach(apply);
  const journal = path === undefined ? undefined : rewriteJournal(path, consignments, notes);
  const write = (entry: Entry): void => {
    apply(entry);
    if (journal !== undefined) writeSync(journal, `${JSON.stringify(entry)}\n`);
  };

  return {
    find: (courier, awb) => consignments.get(`${courier}/${awb}`),
    findAnywhere: (awb) => courierCodes.flatMap((courier) => consignments.get(`${courier}/${awb}`) ?? [])[0],
    byReference: (reference) => [...(references.get(reference) ?? [])].flatMap((key) => consignments.get(key) ?? []),
    all: () => consignments.values(),
    save: (consignment) => write({ consignment }),
    note: (courier, name) => notes.get(`${courier}/${name}`),
    keepNote: (courier, name, value) => write({ note: [`${courier}/${name}`, value] }),
    next: (courier) => {
      const last = notes.get(`${courier}/sequence`);
      const next = typeof last === 'number' ? last + 1 : 1;
      write({ note: [`${courier}/sequence`, next] });
      return next;
    },
    reset: () => write({ reset: true }),
    close: () => {
      if (journal !== undefined) closeSync(journal);
    },
  };
};

/** The file is written by this module alone, so one look at the kind of a line is enough. */
const entry = z.custom<Entry>(
  (value) => isObject(value) && ('consignment' in value || 'note' in value || 'reset' in value),
);

/** The last line may be torn by a crash; it was then never promised to anybody. */
const readJournal = (path: string): Entry[] => {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [entry.parse(JSON.parse(line))];
      } catch {
        return [];
      }
    });
};

const rewriteJournal = (
  path: string,
  consignments: Map<string, SandboxConsignment>,
  notes: Map<string, unknown>,
): number => {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.new`;
  const file = openSync(temporary, 'w');
  for (const note of notes) writeSync(file, `${JSON.stringify({ note })}\n`);
  for (const consignment of consignments.values()) writeSync(file, `${JSON.stringify({ consignment })}\n`);
  fsyncSync(file);
  renameSync(temporary, path);
  return file;
};
