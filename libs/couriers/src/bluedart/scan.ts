import type { Scan } from '../scan.ts';
import { meaningOf } from './codes.ts';
import { fromWireTime } from './wire.ts';

export type BlueDartScan = {
  code: string;
  group: string;
  text: string;
  rawStatus: string;
  date: string;
  time: string;
  location: string | null | undefined;
};

/** One of their scans in our words; a scan without a readable time is dropped, as nothing could be ordered by it. */
export const scanOf = (theirs: BlueDartScan, receivedBy?: string | null): Scan[] => {
  const at = fromWireTime(theirs.date, theirs.time);
  if (at === undefined) return [];
  const { status, ndrReason, isKnown } = meaningOf(theirs);
  return [
    {
      status,
      isKnownCode: isKnown,
      rawStatus: theirs.rawStatus,
      rawStatusCode: `${theirs.code}-${theirs.group}`,
      description: theirs.text,
      location: theirs.location || null,
      at,
      ...(ndrReason === undefined ? {} : { ndrReason }),
      ...(status === 'DELIVERED' && receivedBy ? { receivedBy } : {}),
    },
  ];
};
