// Sets texts in capitals as their own languages do. Which language a clip is in is not known where its words come from
// subtitles, so what matters of it is read from letters and common words: Greek leaves its accents out, Georgian has no
// capitals that are used beside small letters and few fonts have them, and Turkish and Azerbaijani have two kinds of i.

/** Letters that of all languages with a Latin alphabet only these have. */
const TURKIC_LETTERS = /[ıİğĞəƏ]/u;
/** How Turkish verbs say that something goes on: "istiyorum", "geçiyoruz". */
const TURKISH_PRESENT = /[ıiuü]yor(?:um|sun|sunuz|uz|lar|du|dum|duk)?\P{L}*$/iu;
/** Words that Turkish and Azerbaijani say often; each may be one of another language, some of them together are not. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  "bir çok için içinde değil gibi olarak sonra şimdi şey çünkü evet böyle şöyle bizim benim üçün çox çünki deyil".split(
    " ",
  ),
);
/** Names of people and clubs go through all languages: so many words, and this share of all, are of no other. */
const MIN_TURKIC_WORDS = 3;
const MIN_TURKIC_SHARE = 0.12;

function isTurkicWord(word: string): boolean {
  if (TURKIC_LETTERS.test(word) || TURKISH_PRESENT.test(word)) return true;
  return COMMON_WORDS.has(word.toLocaleLowerCase("tr").replaceAll(/\P{L}/gu, ""));
}

function isTurkic(text: string): boolean {
  const words = text.split(/\s+/u);
  const turkic = words.filter(isTurkicWord);
  return new Set(turkic).size >= MIN_TURKIC_WORDS && turkic.length >= MIN_TURKIC_SHARE * words.length;
}

/** How parts of a text are set in capitals. */
export function capitalsFor(text: string): (part: string) => string {
  // The rules of Greek change none but Greek letters.
  const locale = isTurkic(text) ? "tr" : "el";
  return (part) => part.replaceAll(/\P{Script=Georgian}+/gu, (other) => other.toLocaleUpperCase(locale));
}
