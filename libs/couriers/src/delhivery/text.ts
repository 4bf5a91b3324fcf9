/**
 * Delhivery's create call breaks on `& # % ; \` inside the JSON, however it is encoded (facts, trap 2). A quotation mark or a
 * control character would put a backslash there, so they go too.
 */
export const plain = (text: string): string =>
  text
    .replace(/"/g, "'")
    .replace(/[&#%;\\]|\p{Cc}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** An address of a picture that has one of these cannot be said at all. */
export const isPlain = (text: string): boolean => plain(text) === text;
