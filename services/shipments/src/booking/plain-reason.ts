const maxLength = 500;

/**
 * What somebody else said, fit to be kept and passed on: PostgreSQL takes no NUL and the contract no lone surrogate, and a courier
 * that puts one into its refusal must not keep a hold from being given back.
 */
export const plainReason = (text: string): string =>
  text.replaceAll('\0', '').slice(0, maxLength).toWellFormed() || 'no reason given';
