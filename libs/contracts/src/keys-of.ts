/**
 * The keys of a table as a tuple, in the order in which they are written: what `z.enum()` takes.
 *
 * @example keysOf({ LOCAL: 1, METRO: 2 }) // ['LOCAL', 'METRO']
 */
export const keysOf = <Table extends Record<string, unknown>>(
  table: Table,
): [keyof Table & string, ...(keyof Table & string)[]] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys of a table `as const` gives its keys; TypeScript says string[] because an object may hold more than its type.
  Object.keys(table) as [keyof Table & string, ...(keyof Table & string)[]];
