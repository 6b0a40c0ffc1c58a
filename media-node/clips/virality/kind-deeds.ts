// What a clip of each kind does, and how its point is brought in, in a reason's words. What is said must be true of any
// clip of the kind: the kind is a guess, and the point is only quoted.
import { WORD } from "../../senses/meaning/text-lexicon.ts";
import type { MomentKind } from "../sentences/moment-kinds.ts";
import {
  DETERMINERS,
  isPastVerb,
  isPronoun,
  PRONOUN_WITH_VERB,
  SUBJECT_PRONOUNS,
} from "../titles/clauses/clause-words.ts";
import { saysAny } from "../titles/clip-quotes.ts";
import type { Clause } from "../titles/title-clauses.ts";
import { keysOf } from "../titles/title-tokens.ts";
import { firstWhole, MIN_POINT_WORDS, type PhraseSources } from "./reason-sources.ts";

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

/** "You should", "people need to", "the best way": not what somebody always did. */
const ADVISES =
  /^(?:you|we|people|everyone|everybody) (?:(?:really|just|always|also|never) )*(?:should|shouldn't|need|have to|must|can't|cannot|don't have|don't need|want to|gotta|ought)\b|\b(?:best way|better to|key is|trick is|has to)\b/;
/** Whether a clause bears out what is said of a clip of its kind; of kinds that are not named any clause does. */
export const BORNE_OUT_BY: Readonly<Partial<Record<MomentKind, (clause: Clause) => boolean>>> = {
  advice: ({ form, tokens }) => form === "order" || ADVISES.test(keysOf(tokens)),
  number: ({ tokens }) => tokens.some(({ flags }) => (flags & WORD.number) !== 0),
};

/** Said by who finds something funny, or says that it is. */
const REACTS =
  /\b(?:(?:a?ha){2,}h?|lol|hilarious|funn(?:y|ier|iest)|laugh\w*|jok(?:e|es|ed|ing)|ridiculous|oh (?:my (?:god|gosh|goodness)|no|boy|man|dear)|come on|no way|wow|jeez|geez|yikes|ouch)\b/;
/** Among so many sentences at either side of a joke somebody reacts. */
const REACTION_REACH = 2;
/** A retort is so short, and more than agreement. */
const MAX_RETORT_WORDS = 6;
const AGREES =
  /^(?:yeah|yes|yep|yup|right|exactly|okay|ok|sure|totally|absolutely|definitely|correct|true|no|nope|mm-?hm+|hm+|uh-huh|cool|nice|great|good|interesting|i (?:agree|see|know|think so)|that's (?:right|true|good|great)|of course|for sure|thank|thanks|so|well|and|but)\b/;
const MIN_LAUGHTER = 0.5;

/** Whether laughter, a word of who reacts, or a short retort bears out that a clip, near its point, is funny. */
function isLaughedAt({ text, opens, closes, point, values }: PhraseSources): boolean {
  if (values.laughter >= MIN_LAUGHTER) return true;
  const [first, end] = [opens?.nextSentence ?? 0, closes?.nextSentence ?? 0];
  const from = point === null ? first : Math.max(first, point - REACTION_REACH);
  const to = point === null ? end : Math.min(end, point + REACTION_REACH + 1);
  return text.text.sentences.slice(from, to).some(({ firstWord, endWord, startsTurn }, index) => {
    const said = text.text.keys.slice(firstWord, endWord).join(" ");
    const isAfter = from + index > (point ?? first);
    const isRetort =
      isAfter && startsTurn === 1 && endWord - firstWord <= MAX_RETORT_WORDS && !AGREES.test(said);
    const laughs = text.text.flags.slice(firstWord, endWord).some((flags) => (flags & WORD.laughs) !== 0);
    return laughs || isRetort || REACTS.test(said);
  });
}

/** Has a past form before it that tells no more than how things are now: "I've kept", "they are kept". */
const NOT_TOLD = /^(?:have|has|having|is|are|be|been|being|get|gets|\p{L}+'(?:ve|re|m|d|ll))$/u;
/** "Napoleon invaded", "winter killed", at the beginning too; not "hives kept in wood". */
const NAMES_DOER = /^\p{Lu}\p{L}*(?:[^s\P{L}]|ss)$/u;
const IN_PAST = /^(?:was|were|had|did|wasn't|weren't|hadn't|didn't|couldn't)$/;
/** So many words may stand between somebody and what they did. */
const DOER_REACH = 4;
/** Fewer words tell nothing. */
const MIN_TOLD_WORDS = 3;
/**
 * Of the sentences of clips that are stories most tell what was: some 64 of 100 in 52 such clips, 27 in 204 others, by a
 * rougher count than this rule.
 */
const MIN_TOLD_SHARE = 0.25;

interface Said {
  readonly key: string;
  readonly text: string;
}

function isNotTold({ key }: Said): boolean {
  return NOT_TOLD.test(key) || PRONOUN_WITH_VERB.test(key);
}

/** Whether somebody did something, or something was, by words of English. */
function tellsPast(said: readonly Said[]): boolean {
  return said.some(({ key }, at) => {
    if (!IN_PAST.test(key) && !isPastVerb(key)) return false;
    const before = said.slice(Math.max(0, at - DOER_REACH), at);
    const last = before.at(-1);
    // "The thing is he lied".
    if (last === undefined || isPronoun(last.key)) return last !== undefined && !isNotTold(last);
    if (before.slice(-2).some(isNotTold)) return false;
    return (
      NAMES_DOER.test(last.text) ||
      before.some((each) => SUBJECT_PRONOUNS.has(each.key) || DETERMINERS.has(each.key))
    );
  });
}

/** Whether enough of what is said tells what was; in other languages than English nothing tells. */
function isTold({ text: { text }, opens, closes }: PhraseSources): boolean {
  if (text.language !== "en") return true;
  const sentences = text.sentences
    .slice(opens?.nextSentence ?? 0, closes?.nextSentence ?? 0)
    .map(({ firstWord, endWord }) =>
      text.words
        .slice(firstWord, endWord)
        .map((word, at) => ({ key: text.keys[firstWord + at] ?? "", text: word.text })),
    )
    .filter((said) => said.length >= MIN_TOLD_WORDS);
  return sentences.filter(tellsPast).length >= MIN_TOLD_SHARE * sentences.length;
}

/** Whether some sentence of the clip bears out that it is of a kind, where that can be told of a sentence. */
export function bearsOut(clip: PhraseSources, kind: MomentKind): boolean {
  if (kind === "joke") return isLaughedAt(clip);
  if (kind === "story") return isTold(clip);
  const isWanted = BORNE_OUT_BY[kind];
  if (isWanted === undefined) return true;
  const { text, closes } = clip;
  const wanted = { minWords: MIN_POINT_WORDS, isWanted };
  for (let index = firstWhole(clip); index < (closes?.nextSentence ?? 0); index += 1) {
    if (saysAny(text.text, index, wanted)) return true;
  }
  return false;
}

/** What a clip is posted for, where what is said in it bears that out; null elsewhere. */
export function borneOutKind(clip: PhraseSources): MomentKind | null {
  return clip.kind !== null && bearsOut(clip, clip.kind) ? clip.kind : null;
}

/** For example: takes a clear position on “honey”. */
export function sayDeed(kind: MomentKind, subject: string | null): string {
  const { deed, about } = KIND_WORDS[kind];
  return subject === null ? deed : `${deed} ${about} “${subject}”`;
}

/** For example: It says “Old hives kill young swarms”. */
export function sayPoint(kind: MomentKind | null, quoted: string): string {
  return `${kind === null ? "It says" : KIND_WORDS[kind].lead} “${quoted}”.`;
}

/** What a point is brought in by, for a pattern. */
export const LEADS = [...new Set(Object.values(KIND_WORDS).map(({ lead }) => lead))].join("|");
const LAST_POINT = new RegExp(` (?:${LEADS}) “([^”]+)”\\.$`, "u");

/** A reason that ends with a quoted point, as what is before that, and the point. */
export interface PointedReason {
  readonly before: string;
  readonly point: string;
}

/** What a reason ends with where that is a point of the clip that it quotes; null where it is nothing else, or ends otherwise. */
export function pointedReason(reason: string): PointedReason | null {
  const [sentence = "", point = ""] = LAST_POINT.exec(reason) ?? [];
  return sentence === "" ? null : { before: reason.slice(0, -sentence.length), point };
}
