/** Delhivery's create call breaks on these characters even inside JSON, however they are encoded (facts, trap 2). */
export const plain = (text: string): string =>
  text
    .replace(/[&#%;\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
