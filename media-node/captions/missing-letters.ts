// What a person is told of letters that nothing here can draw.

/** More of them would say no more. */
const MAX_NAMED_LETTERS = 5;

/**
 * What is said of texts of which some letters have no font; null where all have one. Signs are not missed.
 * @param texts what leaves them out, in the plural
 */
export function missingLettersNotice(missing: readonly string[], texts: string): string | null {
  const letters = missing.filter((character) => /\p{L}/u.test(character));
  if (letters.length === 0) return null;
  const named = letters.slice(0, MAX_NAMED_LETTERS).join(" ");
  const others = letters.length > MAX_NAMED_LETTERS ? " and others" : "";
  return `No font on the media node has ${named}${others}: ${texts} leave them out.`;
}
