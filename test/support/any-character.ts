// For the texts of properties: `unit: "binary"` of fast-check makes a table of all characters first, which takes most of
// a second and 160 MB in each process that asks for it (2026-11).
import fc from "fast-check";

const SURROGATES = { start: 0xd800, count: 0x800 } as const;
const CODE_POINTS = 0x11_0000;

function ofIndex(index: number): string {
  return String.fromCodePoint(index < SURROGATES.start ? index : index + SURROGATES.count);
}

/** @throws where it is not one whole character: fast-check asks that of any value */
function indexOf(text: unknown): number {
  const [character, ...others] = typeof text === "string" ? text : "";
  const codePoint = character?.codePointAt(0);
  const index =
    codePoint === undefined || codePoint < SURROGATES.start ? codePoint : codePoint - SURROGATES.count;
  if (index === undefined || others.length > 0 || ofIndex(index) !== character)
    throw new Error("No character.");
  return index;
}

/** Any character of Unicode, as `unit: "binary"` gives them: for `fc.string({ unit: anyCharacter })`. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(CODE_POINTS - SURROGATES.count - 1)
  .map(ofIndex, indexOf);
