import type { ShipmentStatus } from '@freight/contracts';
import { reasonOfWords } from '../reason-words.ts';
import { type StatusMeaning, unknownMeaning } from '../status-table.ts';

export type EventMeaning = StatusMeaning & { isKnown: boolean };

/**
 * What a run of text events means, oldest first. There are no codes, and on its way back a parcel meets the same events as on its
 * way out: once it is returned they are read as the return's.
 */
export const meaningsOf = (events: readonly string[]): EventMeaning[] => {
  let isReturning = false;
  return events.map((text) => {
    const meaning = meaningOf(text);
    const read = isReturning ? { ...meaning, status: onReturn(meaning.status) } : meaning;
    isReturning ||= meaning.status === 'RTO_INITIATED';
    return read;
  });
};

const onReturn = (status: ShipmentStatus | null): ShipmentStatus | null => {
  if (status === 'DELIVERED') return 'RTO_DELIVERED';
  return status === 'IN_TRANSIT' || status === 'OUT_FOR_DELIVERY' ? 'RTO_IN_TRANSIT' : status;
};

const meaningOf = (text: string): EventMeaning => {
  const status = rows.find(([pattern]) => pattern.test(text))?.[1];
  if (status === undefined) return { ...unknownMeaning, isKnown: false };
  return status === 'DELIVERY_FAILED'
    ? { status, ndrReason: reasonOfWords(text), isKnown: true }
    : { status, isKnown: true };
};

/** The first row that fits (facts, 3.8). */
const rows: readonly [RegExp, ShipmentStatus][] = [
  [/delivered\s*\(\s*sender/i, 'RTO_DELIVERED'],
  [/not delivered|undelivered|on ?hold/i, 'DELIVERY_FAILED'],
  [/delivered/i, 'DELIVERED'],
  [/return/i, 'RTO_INITIATED'],
  [/out for delivery/i, 'OUT_FOR_DELIVERY'],
  [/\bbook/i, 'PICKED_UP'],
  [/received|dispatch|bag close/i, 'IN_TRANSIT'],
];
