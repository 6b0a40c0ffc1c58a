// A typeface in which every letter is half an em wide, so that tests count letters instead of measuring fonts.
import { createTypeface, type Typeface } from "../../../media-node/captions/caption-typeface.ts";

export const LETTER_EM = 0.5;

/** A font that has every character, or only those named. */
export function plainTypeface(characters?: string): Typeface {
  const has = (codePoint: number): boolean =>
    characters === undefined || characters.includes(String.fromCodePoint(codePoint));
  return createTypeface([
    {
      family: "Plain",
      ascentEm: 1,
      descentEm: 0.25,
      capHeightEm: 0.7,
      advanceEm: (codePoint) => (has(codePoint) ? LETTER_EM : undefined),
    },
  ]);
}
