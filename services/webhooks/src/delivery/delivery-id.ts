import { type RawBuilder, sql } from 'kysely';

/** The alphabet of our ids (TypeID base 32). */
const idAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * SQL for many ids out of one: its last characters are replaced by a number from 0, two of which count to 1,024 and three to
 * 32,768.
 */
export const numberedId = (
  id: RawBuilder<unknown> | string,
  number: RawBuilder<unknown>,
  characters: 2 | 3,
): RawBuilder<string> => {
  const digit = (place: number) => sql`substr(${sql.lit(idAlphabet)}, 1 + ${number} / ${sql.lit(32 ** place)} % 32, 1)`;
  const digits = Array.from({ length: characters }, (_, index) => digit(characters - 1 - index));
  return sql<string>`left(${typeof id === 'string' ? sql`${id}::text` : id}, ${sql.lit(-characters)}) || ${sql.join(digits, sql` || `)}`;
};
