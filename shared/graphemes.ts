// Characters as people see them (grapheme clusters): a letter with its accents, an emoji of several code points. One
// segmenter serves all of a process, since each holds its own copy of the rules.

export const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The characters of a text as people see them. */
export function splitGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}
