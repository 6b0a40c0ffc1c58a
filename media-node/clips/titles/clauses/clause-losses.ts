// What a clause would lose without the words around it: whether it goes on, stands in a condition, or would be untrue
// alone.

import { keysOf, type TitleToken } from "../title-tokens.ts";
import { mainVerb } from "./clause-verb.ts";
import {
  ADVERBS,
  AUXILIARIES,
  CONJUNCTIONS,
  DETERMINERS,
  isPastVerb,
  isPronoun,
  isSingularVerb,
  isVerbForm,
  NEVER_LAST,
  PREPOSITIONS,
  QUESTION_WORDS,
  SUBORDINATORS,
} from "./clause-words.ts";
import { beginsKnown, runsOn } from "./known-clauses.ts";
import type { ClauseForm } from "./whole-clause.ts";

/** A condition without which what follows may be untrue. */
const CONDITION =
  /^(?:if|unless|when|whenever|once|until|till|as|without|whether|even|suppose|assuming|while|before|after|since|although|though)$/;
/** What follows from these is never said without them; what only holds meanwhile mostly holds beyond. */
const MUST_STAY = /^(?:if|unless|only|even|without|suppose|assuming)$/;
const FOLLOWS = /^(?:(?:will|would|could)(?:n't)?|won't|\p{L}+'(?:ll|d))$/u;
/** What is lost with a condition, at least. */
export const CONDITION_LOST = 0.9;
/** A clause may lose what begins with these. */
const MAY_BE_DROPPED =
  /^(?:and|but|so|because|'cause|which|whereas|where|who|or|nor|then|yet|like|with|especially|including|just|not|for|in|on|at|from|to|by|instead|rather|right|maybe|probably|thereby|therefore|hence|thus|oh|yeah)$/;

const JOINS = /^(?:and|or)$/;
/** With these somebody begins to quote. */
const QUOTES = /^(?:go|goes|went|going|say|says|said|saying|ask|asks|asked|like|think|thinks|thought)$/;
const SAYS = /^(?:say|says|said|ask|asks|asked|tell|tells|told)$/;
/** What comes before one of these goes on. */
const BINDS = /^(?:or|than|that|to|of|as)$/;
const SAYS_WHICH = /^(?:who|which|where|whose|how|why|what)$/;

/** More words are no item of a list. */
const MAX_ITEM_WORDS = 4;

/** "A queen, a drone and workers": whether from an index on there are only things that are joined. */
function isRestOfList(tokens: readonly TitleToken[], from: number): boolean {
  const joint = tokens.findIndex(({ key }, at) => at > from && JOINS.test(key));
  if (joint < 0 || joint - from > MAX_ITEM_WORDS) return false;
  const mark = tokens.findIndex((token, at) => at > joint && token.mark !== "");
  const end = mark < 0 ? tokens.length : mark;
  const isVerb = ({ key }: TitleToken, at: number): boolean =>
    isPronoun(key) || (isVerbForm(key) && !DETERMINERS.has(tokens[at - 1]?.key ?? ""));
  return !tokens.some((token, at) => at >= from && at <= end && isVerb(token, at));
}

/** "Bees need old hives, good meadows, clean water": whether the words end within a list. */
function isCutInList(tokens: readonly TitleToken[], to: number): boolean {
  const after = tokens[to]?.key ?? "";
  // "The queen sleeps, Maria"
  const isCalled = to === tokens.length - 1 && /^\p{Lu}/u.test(tokens[to]?.text ?? "");
  if (tokens[to - 1]?.mark !== "," || isCalled) return false;
  if (DETERMINERS.has(after) && isRestOfList(tokens, to)) return true;
  const beginsElse =
    /^["“]/.test(tokens[to]?.text ?? "") ||
    MAY_BE_DROPPED.test(after) ||
    CONJUNCTIONS.has(after) ||
    SUBORDINATORS.has(after) ||
    PREPOSITIONS.has(after) ||
    DETERMINERS.has(after) ||
    isPronoun(after) ||
    AUXILIARIES.has(after);
  return (
    !beginsElse &&
    !isVerbForm(after) &&
    !QUESTION_WORDS.has(after) &&
    !ADVERBS.has(after) &&
    !/(?:ing|ly)$/.test(after)
  );
}

function isVerbOfOne(key: string): boolean {
  return AUXILIARIES.has(key) || isSingularVerb(key);
}

/** Whether the words end in the middle of what belongs together. */
function isCutShort(tokens: readonly TitleToken[], from: number, to: number): boolean {
  const { key = "", text = "" } = tokens[to] ?? {};
  // "Good enough so that every bee came", "we lost so many of them"; "it grew, so that was good" is whole before it.
  const goesOn = tokens[to + 1]?.key ?? "";
  const isThing = goesOn === "that" && isVerbOfOne(tokens[to + 2]?.key ?? "");
  if (key === "so" && !isThing && /^(?:that|many|much|few|little)$/.test(goesOn)) return true;
  // "We tried for many, many years"
  if (tokens[to - 1]?.mark === "," && tokens[to - 1]?.key === key) return true;
  // 'They look up and go, "How bad can it be?"'
  const opensQuote = /^["“]/.test(text);
  if (opensQuote && QUOTES.test(tokens[to - 1]?.key ?? "")) return true;
  // 'There is no way to foresee "Will it fly?"'
  if (opensQuote && tokens[to - 1]?.mark === "") return true;
  // 'He never said to them "Sell it"'
  if (opensQuote && tokens.slice(from, to).some(({ key }) => SAYS.test(key))) return true;
  return isCutInList(tokens, to);
}

/** Whether a condition begins with a word. */
function isCondition(tokens: readonly TitleToken[], at: number): boolean {
  const key = tokens[at]?.key ?? "";
  return CONDITION.test(key) || (key === "only" && CONDITION.test(tokens[at + 1]?.key ?? ""));
}

/** Whether a verb follows whose subject stands before the words: "the hive, like I said, was ours", "Yellow Yards, keepers of swarms, bought it". */
function partsVerb(tokens: readonly TitleToken[], from: number, to: number): boolean {
  const after = tokens[to]?.key ?? "";
  const hasAside = tokens.slice(from, to - 1).some(({ mark }) => mark === ",");
  return tokens[to - 1]?.mark === "," && (AUXILIARIES.has(after) || (hasAside && isPastVerb(after)));
}

/** Whether a clause would say something else without the words after it. */
function needsWhatFollows(tokens: readonly TitleToken[], from: number, to: number): boolean {
  const after = tokens[to]?.key ?? "";
  if (partsVerb(tokens, from, to)) return true;
  // "I was not ready for it, to be honest"
  const isAside = after === "to" && tokens[to - 1]?.mark === ",";
  if (BINDS.test(after) && !isAside) return true;
  if (isCondition(tokens, to) && !/^(?:while|since)$/.test(after)) return true;
  if (isCutShort(tokens, from, to)) return true;
  // "One who", "a place where": without a comma it says which one.
  // "There was a time, in winter, where": says nothing without it.
  const mustSay = tokens[to - 1]?.mark === "" || /^there/.test(tokens[from]?.key ?? "");
  if (SAYS_WHICH.test(after) && mustSay) return true;
  // "It's not just a hive, it's a city."
  const isHalf = /\bnot (?:just|only|about|that|because)\b/.test(keysOf(tokens.slice(from, to)));
  return isHalf && /^(?:but|it's|it|also)$/.test(after);
}

/** "If bees are ill, and you open the hive, they die": whether a clause is a part of a condition that goes on. */
function isInCondition(tokens: readonly TitleToken[], start: number, to: number): boolean {
  const goesOn = tokens.slice(start, to).some(({ mark }) => mark === ",");
  let from = start;
  while (from > 0 && (goesOn || tokens[from - 1]?.mark === "") && JOINS.test(tokens[from]?.key ?? "")) {
    const before = tokens.slice(0, from);
    from = before.slice(0, -1).findLastIndex(({ mark }) => mark !== "") + 1;
    if (before.slice(from).some(({ key }) => /^(?:if|unless|when|whenever|once)$/.test(key))) return true;
  }
  return false;
}

/** "If you must, run and sleep": the word with which a condition begins right before a clause, or before what it is joined to; empty where none does. */
function conditionBefore(tokens: readonly TitleToken[], start: number): string {
  const isJoined = JOINS.test(tokens[start]?.key ?? "");
  const from = isJoined ? tokens.slice(0, start).findLastIndex(({ mark }) => mark !== "") + 1 : start;
  if (tokens[from - 1]?.mark !== ",") return "";
  for (let at = from - 1; at >= 0; at -= 1) {
    const before = tokens[at - 1];
    const begins =
      before === undefined ||
      before.mark !== "" ||
      CONJUNCTIONS.has(before.key) ||
      /^["“]/.test(tokens[at]?.text ?? "");
    if (begins && isCondition(tokens, at)) return tokens[at]?.key ?? "";
    if (before !== undefined && before.mark !== "" && before.mark !== ",") return "";
  }
  return "";
}

/** "Then we'll sell it": what follows from something. */
function saysWhatFollows(clause: readonly TitleToken[]): boolean {
  return clause[0]?.key === "then" || clause.some(({ key }) => FOLLOWS.test(key));
}

/** "I sold it so I could pay": what was meant to be, which need not have come. */
function saysWhatFor(tokens: readonly TitleToken[], start: number): boolean {
  const isJoined = tokens[start]?.key === "so" && (tokens[start - 1]?.mark ?? ",") === "";
  return isJoined && tokens.slice(start + 1, start + 4).some(({ key }) => /^(?:can|could|would)$/.test(key));
}

/** What is lost with the words around a clause that begins after what leads up to it, 0 to 1; null where it would be untrue, or no clause, without them. */
export function loss(tokens: readonly TitleToken[], start: number, from: number, to: number): number | null {
  const before = tokens[start - 1]?.key ?? "";
  if (saysWhatFor(tokens, start)) return null;
  const hangs =
    (SUBORDINATORS.has(before) || NEVER_LAST.has(before)) &&
    !CONJUNCTIONS.has(before) &&
    !beginsKnown(tokens, start);
  // "Just because the hive is shut": the sentence says it of what does not matter.
  const isDenied = /^(?:not|just|only|\p{L}+n't)$/u.test(before) && tokens[start]?.key === "because";
  if (hangs || isDenied || (to < tokens.length && needsWhatFollows(tokens, from, to))) return null;
  const condition = conditionBefore(tokens, start);
  const isConsequence = MUST_STAY.test(condition) && saysWhatFollows(tokens.slice(start, to));
  if (isInCondition(tokens, start, to) || isConsequence) return null;
  const share = 1 - (to - from) / tokens.length;
  const cutsOn = to < tokens.length && !MAY_BE_DROPPED.test(tokens[to]?.key ?? "");
  return Math.min(1, 0.5 * share + (condition === "" ? 0 : CONDITION_LOST) + (cutsOn ? 0.15 : 0));
}

/** "We did it all, keeping bees": a participle that hangs on what comes before it; "keeping bees is hard" does not. */
function isAttached(tokens: readonly TitleToken[], from: number, to: number): boolean {
  const first = tokens[from]?.key ?? "";
  const before = tokens[from - 1]?.mark ?? "";
  if (!/^\p{L}{2,}ing$/u.test(first) || first.endsWith("thing") || !/^[,:]$/.test(before)) return false;
  const clause = tokens.slice(from, to);
  const verb = mainVerb(clause.map(({ key }) => key));
  const isSubject =
    AUXILIARIES.has(clause[verb]?.key ?? "") && clause.slice(0, verb).every(({ mark }) => mark === "");
  return !isSubject;
}

/** "Yellow Yards, keepers of swarms, bought it": what a name is said to be, with the name's verb. */
function isApposition(tokens: readonly TitleToken[], from: number, to: number): boolean {
  if (tokens[from - 1]?.mark !== ",") return false;
  const clause = tokens.slice(from, to);
  const comma = clause.findIndex(({ mark }) => mark === ",");
  return comma >= 0 && mainVerb(clause.map(({ key }) => key)) === comma + 1;
}

/** Whether a clause hangs on the words before it, whatever its own words are. */
export function hangsOn(form: ClauseForm, tokens: readonly TitleToken[], from: number, to: number): boolean {
  const before = tokens[from - 1];
  // "It depends on the hive and how you keep it"
  if (form === "topic") return from > 1 && CONJUNCTIONS.has(before?.key ?? "");
  // "That's the drawback, is the language?": the verb's subject stands before.
  if (form === "question")
    return before?.mark === "," && /^(?:is|are|was|were)$/.test(tokens[from]?.key ?? "");
  if (form !== "statement") return false;
  const isHalf = beginsKnown(tokens, from) && runsOn(tokens.slice(from, to));
  return isHalf || isAttached(tokens, from, to) || isApposition(tokens, from, to);
}
