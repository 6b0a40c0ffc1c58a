// In which direction a text is read. Browsers go by its first letter, and so do shapers; that may be one of a name from
// elsewhere, with which any line of Arabic may begin.
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;
const LETTER = /\p{L}/u;
/** ISO 639-1 codes of languages that are written from right to left wherever they are spoken. */
const RIGHT_TO_LEFT_LANGUAGES: ReadonlySet<string> = new Set([
  "ar",
  "dv",
  "fa",
  "he",
  "ps",
  "sd",
  "ug",
  "ur",
  "yi",
]);

export type TextDirection = "ltr" | "rtl";

/** Whether a text has letters that are read from right to left. */
export function hasRightToLeft(text: string): boolean {
  return text.search(RIGHT_TO_LEFT) >= 0;
}

/** Whether a text has letters that are read from left to right. */
export function hasLeftToRight(text: string): boolean {
  return LETTER.test(text.replaceAll(RIGHT_TO_LEFT, ""));
}

/**
 * Whether half of a text's words or more are read from right to left. Words are counted and not letters: YouTube has as
 * many of those as two words of Hebrew.
 */
export function isMostlyRightToLeft(text: string): boolean {
  const words = text.split(/\s+/u).filter((word) => LETTER.test(word));
  return words.length > 0 && 2 * words.filter(hasRightToLeft).length >= words.length;
}

/**
 * In which direction a text is read: a line of Arabic from the right, even if most of its words are names from elsewhere;
 * without its language, as most of its words are.
 * @param language ISO 639-1; null where nobody knows it
 */
export function directionOf(text: string, language: string | null = null): TextDirection {
  if (!hasRightToLeft(text)) return "ltr";
  const isOfLanguage = language !== null && RIGHT_TO_LEFT_LANGUAGES.has(language);
  return isOfLanguage || isMostlyRightToLeft(text) ? "rtl" : "ltr";
}
