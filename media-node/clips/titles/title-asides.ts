// What somebody puts in between dashes in the middle of a clause: "it was easy to - or at least less tedious - learn".
import { mainVerb } from "./clauses/clause-verb.ts";
import { NEVER_LAST, SELDOM_LAST } from "./clauses/clause-words.ts";
import type { TitleToken } from "./title-tokens.ts";

/** More words between two dashes are no aside: the second dash belongs to something else. */
const MAX_ASIDE_WORDS = 14;

function isDash({ mark, sign = "" }: TitleToken): boolean {
  return mark === ":" && /^ ?[–—-]+$/.test(sign);
}

/** Whether the words up to an index wait for more: for their verb, or for what their last word leads to. */
function isUnfinished(tokens: readonly TitleToken[], to: number): boolean {
  const begun = tokens.slice(0, to - 1).findLastIndex(({ mark }) => mark !== "") + 1;
  const keys = tokens.slice(begun, to).map(({ key }) => key);
  const last = keys.at(-1) ?? "";
  return NEVER_LAST.has(last) || SELDOM_LAST.has(last) || mainVerb(keys) < 0;
}

/** Whether words from one index to another begin or end within an aside, or begin where the clause goes on after it. */
export function partsAside(tokens: readonly TitleToken[], from: number, to: number): boolean {
  const dashes = tokens.flatMap((token, at) => (isDash(token) ? [at + 1] : []));
  return dashes.slice(1).some((closes, index) => {
    const opens = dashes[index] ?? 0;
    if (closes - opens > MAX_ASIDE_WORDS || !isUnfinished(tokens, opens)) return false;
    const beginsInside = from >= opens && from <= closes;
    const endsInside = to >= opens && to <= closes;
    return beginsInside || (from < opens && endsInside);
  });
}
