// Which words of a text are said: subtitles note in brackets what is heard besides ("[Music]", "(he laughs)"), and songs by
// signs. No mark belongs to these, and what is said before and after them has nothing in between.

/** Notes of more words than this are none: a bracket that nobody closed would hide all that follows. */
const MAX_NOTE_WORDS = 8;
const OPENS = /^[^\p{L}\p{N}]*[[(]/u;
const CLOSES = /[\])][^\p{L}\p{N}]*$/u;
const LETTER = /[\p{L}\p{N}]/u;

/** For each word whether it is said. */
export function areSpoken(texts: readonly string[]): boolean[] {
  const spoken = texts.map((text) => LETTER.test(text));
  texts.forEach((text, from) => {
    if (!OPENS.test(text)) return;
    const length = texts.slice(from, from + MAX_NOTE_WORDS).findIndex((each) => CLOSES.test(each)) + 1;
    spoken.fill(false, from, from + length);
  });
  return spoken;
}
