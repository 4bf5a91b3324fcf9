const maxCauses = 8;

/** What a log line shows of an error: type, message, stack, its own plain fields (codes) and the chain of its causes. */
export const errorRecord = (error: unknown, depth = 0): unknown => {
  if (!(error instanceof Error)) return error;
  const { cause } = error;
  return {
    type: error.name,
    message: error.message,
    ...plainFields(error),
    stack: error.stack,
    ...(cause === undefined || depth >= maxCauses ? {} : { cause: errorRecord(cause, depth + 1) }),
    ...(error instanceof AggregateError && depth < maxCauses
      ? { errors: error.errors.map((inner) => errorRecord(inner, depth + 1)) }
      : {}),
  };
};

/** Codes, constraint names and the like; objects stay out, since a driver's error may carry the values of a statement. */
const plainFields = (error: Error): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(error).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)),
  );
