// What a clip of each kind does, and how its point is brought in, in a reason's words. What is said must be true of any
// clip of the kind: the kind is a guess, and the point is only quoted.
import { WORD } from "../../senses/meaning/text-lexicon.ts";
import type { MomentKind } from "../sentences/moment-kinds.ts";
import type { Clause } from "../titles/title-clauses.ts";
import { OUGHT } from "../titles/title-strength.ts";
import { keysOf } from "../titles/title-tokens.ts";

interface KindWords {
  readonly deed: string;
  /** Joins the deed and what the clip speaks of. */
  readonly about: string;
  /** Stands before the quoted point, in a sentence of its own. */
  readonly lead: string;
}

const KIND_WORDS: Readonly<Record<MomentKind, KindWords>> = {
  claim: { deed: "takes a clear position", about: "on", lead: "It says" },
  story: { deed: "tells a story", about: "about", lead: "We hear" },
  joke: { deed: "has something to laugh about", about: "when it comes to", lead: "A line of it:" },
  advice: { deed: "gives advice", about: "on", lead: "It says" },
  surprise: { deed: "tells something unexpected", about: "about", lead: "We learn:" },
  conflict: { deed: "disagrees openly", about: "about", lead: "One side says" },
  confession: { deed: "tells something personal", about: "about", lead: "We hear" },
  number: { deed: "names figures that matter", about: "for", lead: "It says" },
  definition: { deed: "explains something", about: "about", lead: "In its words:" },
  reaction: { deed: "shows how somebody reacts", about: "when it comes to", lead: "We hear" },
};

/** Whether a clause bears out what is said of a clip of its kind; of kinds that are not named any clause does. */
export const BORNE_OUT_BY: Readonly<Partial<Record<MomentKind, (clause: Clause) => boolean>>> = {
  advice: ({ form, tokens }) => form === "order" || OUGHT.test(keysOf(tokens)),
  number: ({ tokens }) => tokens.some(({ flags }) => (flags & WORD.number) !== 0),
};

/** For example: takes a clear position on “honey”. */
export function sayDeed(kind: MomentKind, subject: string | null): string {
  const { deed, about } = KIND_WORDS[kind];
  return subject === null ? deed : `${deed} ${about} “${subject}”`;
}

/** For example: It says “Old hives kill young swarms”. */
export function sayPoint(kind: MomentKind | null, quoted: string): string {
  return `${kind === null ? "It says" : KIND_WORDS[kind].lead} “${quoted}”.`;
}
