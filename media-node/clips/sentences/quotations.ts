// Where the words of somebody else are quoted, by quotation marks. A mark that is closed only by another speaker, or much
// later, or never, quotes nothing: it was forgotten.

interface MarkedWord {
  readonly text: string;
  readonly startsTurn?: boolean;
}

const MAX_QUOTED_WORDS = 150;
const ANY_MARK = /["“”„«»]/;
const OPENS = /^[([]*["“„«]/;
const CLOSES = /["”“»][)\].,;:?!…-]*$/;

/** Per word 1 where it stands within a quotation that an earlier word begins, else 0. */
export function quotationsOf(words: readonly MarkedWord[]): Uint8Array {
  const inside = new Uint8Array(words.length + 1);
  let openedAt = -1;
  words.forEach(({ text, startsTurn }, index) => {
    if (startsTurn === true || index - openedAt > MAX_QUOTED_WORDS) openedAt = -1;
    if (!ANY_MARK.test(text)) return;
    const opens = OPENS.test(text);
    if (opens) openedAt = index;
    // A lone mark cannot both open and close.
    if (openedAt === -1 || !CLOSES.test(opens ? text.replace(OPENS, "") : text)) return;
    inside.fill(1, openedAt + 1, index + 1);
    openedAt = -1;
  });
  return inside;
}
