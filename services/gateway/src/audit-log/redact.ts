/**
 * A copy without what must not be kept: values of fields that hold a credential, at any depth. The names are those of the
 * contract's own fields; bank account numbers keep their last four digits, as the wallet's answers do.
 */
export const redact = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, redactField(field, inner)]));
};

const secretFields = new Set(['key', 'secret', 'token', 'password', 'credentials', 'webhookToken', 'apiKey']);

const redactField = (field: string, value: unknown): unknown => {
  if (secretFields.has(field) && value !== null && value !== undefined) return '[redacted]';
  if (field === 'accountNumber' && typeof value === 'string') return `…${value.slice(-4)}`;
  return redact(value);
};
