// Sets texts in capitals as their own languages do. Which language a clip is in is not known where its words come from
// subtitles, so what matters of it is read from the letters: Greek leaves its accents out, Georgian has no capitals
// that are used beside small letters and few fonts have them, and Turkish and Azerbaijani have two kinds of i.

/** Letters that of all languages with a Latin alphabet only these have. */
const DOTLESS = /[ıİğĞ]/u;
/** Names of people and clubs go through all languages: so many words, and this share of all, are of no other. */
const MIN_DOTLESS_WORDS = 3;
const MIN_DOTLESS_SHARE = 0.12;

function isTurkic(text: string): boolean {
  const words = text.split(/\s+/u);
  const dotless = words.filter((word) => DOTLESS.test(word));
  return new Set(dotless).size >= MIN_DOTLESS_WORDS && dotless.length >= MIN_DOTLESS_SHARE * words.length;
}

/** How parts of a text are set in capitals. */
export function capitalsFor(text: string): (part: string) => string {
  // The rules of Greek change none but Greek letters.
  const locale = isTurkic(text) ? "tr" : "el";
  return (part) => part.replaceAll(/\P{Script=Georgian}+/gu, (other) => other.toLocaleUpperCase(locale));
}
