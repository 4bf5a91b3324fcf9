import pg from 'pg';

const oid = { int8: 20, date: 1082 } as const;

/** bigint → number: paise and counts stay far below 2^53, and a value that does not is a bug that must not pass silently. */
const parseInt8 = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is outside the safe integers`);
  return value;
};

/** Type parsers of this product's connections: bigint as number, `date` as `YYYY-MM-DD` because it has no time zone. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => {
    if (id === oid.int8) return parseInt8;
    if (id === oid.date) return (text: string) => text;
    // oxlint-disable-next-line typescript/no-unsafe-return -- pg types its own parsers `any`.
    return pg.types.getTypeParser(id, format ?? 'text');
  },
};
