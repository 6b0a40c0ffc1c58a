// The forms that Arabic letters take within a word: isolated, or joined to the letter before, after, or both. Fonts
// have them as characters of their own (Unicode's Arabic Presentation Forms), so that the width of joined text can be
// read from a font without shaping it; the letters as they are typed are a third too wide. Which letter has which
// forms is read from Unicode's own decompositions instead of a table.

/** Blocks in which the forms of a letter follow each other as isolated, final, initial and medial. */
const FORM_RANGES = [
  [0xfb50, 0xfbb1],
  [0xfbd3, 0xfbe7],
  [0xfbfc, 0xfbff],
  [0xfe80, 0xfef4],
] as const;
/** Lam and an alef are drawn as one letter: isolated and final for each kind of alef. */
const LAM_ALEF_RANGE = [0xfef5, 0xfefc] as const;
const TATWEEL = "\u0640";
const MARK = /\p{Mn}/u;
const ARABIC = /\p{Script=Arabic}/u;

/** By typed letters, in the order isolated, final, initial, medial: four, two where it joins only backwards, or one. */
const FORMS = new Map<string, string[]>([[TATWEEL, [TATWEEL, TATWEEL, TATWEEL, TATWEEL]]]);

for (const [first, last] of [...FORM_RANGES, LAM_ALEF_RANGE]) {
  for (let codePoint = first; codePoint <= last; codePoint += 1) {
    const form = String.fromCodePoint(codePoint);
    const typed = form.normalize("NFKC");
    if (typed !== form) FORMS.set(typed, [...(FORMS.get(typed) ?? []), form]);
  }
}

/** The letters of a text with the marks that stand on each; lam and alef are one. */
function lettersOf(text: string): { typed: string; marks: string }[] {
  const letters: { typed: string; marks: string }[] = [];
  for (const character of text) {
    const last = letters.at(-1);
    if (last !== undefined && MARK.test(character)) last.marks += character;
    else if (last !== undefined && last.typed === "\u0644" && FORMS.has(last.typed + character)) {
      last.typed += character;
    } else letters.push({ typed: character, marks: "" });
  }
  return letters;
}

/** The text with each letter in the form that it takes beside its neighbours; other scripts stay as they are. */
export function joinedForms(text: string): string {
  if (!ARABIC.test(text)) return text;
  const letters = lettersOf(text);
  let joinsBefore = false;
  let joined = "";
  for (const [index, { typed, marks }] of letters.entries()) {
    const forms = FORMS.get(typed) ?? [typed];
    const nextForms = FORMS.get(letters[index + 1]?.typed ?? "") ?? [];
    const joinsAfter = forms.length === 4 && nextForms.length >= 2;
    const form = (joinsBefore ? 1 : 0) + (joinsAfter ? 2 : 0);
    joined += (forms[form] ?? typed) + marks;
    joinsBefore = joinsAfter;
  }
  return joined;
}
