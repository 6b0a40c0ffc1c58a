// Texts of strangers made fit to be shown in one line, beside other things.

const NOT_TEXT = /[\p{Cc}\p{Cn}\p{Co}\p{Zl}\p{Zp}]+/gu;
/** Overrides of direction would let a text turn what stands beside it. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** What no font draws, and spaces. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800\s]+/gu;

/** A text in one line, without control characters, overrides of direction and half characters. */
export function plainLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(DIRECTION_MARKS, "")
    .replaceAll(NOT_TEXT, " ")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

/** The same; null where nothing of it is seen: a name of nothing else would be a link without a text. */
export function seenLine(text: string): string | null {
  const line = plainLine(text);
  return line.replace(UNSEEN, "") === "" ? null : line;
}

/** A text of several lines, each of them plain. */
export function plainLines(text: string): string {
  return text.split("\n").map(plainLine).join("\n");
}
