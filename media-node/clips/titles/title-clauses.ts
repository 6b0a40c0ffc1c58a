// The whole clauses of what is said, each a possible title: what remains of a sentence when what leads up to it ("I
// think that", "the thing is"), names that are called, tags and trailing clauses are taken off. Words are never changed
// and never left out inside, except filler. A clause is not taken without its condition: that would be untrue.
import {
  AUXILIARIES,
  CONJUNCTIONS,
  DETERMINERS,
  isVerbForm,
  NEVER_LAST,
  PRONOUN_WITH_VERB,
  SUBJECT_PRONOUNS,
  SUBORDINATORS,
} from "./clause-words.ts";
import { balanceQuotes, isDenied, outgrowsQuote } from "./title-quotes.ts";
import type { TitleToken, Utterance } from "./title-tokens.ts";
import { type ClauseEdges, type ClauseForm, clauseForm } from "./whole-clause.ts";

export interface Clause {
  readonly tokens: readonly TitleToken[];
  readonly form: ClauseForm;
  /** What of its sentence was left out, 0 (nothing but what leads up to it) to 1. */
  readonly leftOut: number;
  readonly isQuoted: boolean;
  readonly utterance: Utterance;
}

/** Longer clauses are no titles. */
const MAX_WORDS = 14;
const MIN_WORDS = 3;
/** What leads up to a clause and is not needed; each is followed by a clause of its own. */
const LEADING: readonly RegExp[] = [
  /^(?:and|so|but|well|okay|ok|now|then|because|'cause|cause|also|yeah|yes|oh|alright|plus|basically|actually|obviously|honestly|literally|exactly|definitely|again|frankly|essentially|clearly|anyway|hey|wow|ultimately|certainly|hopefully|interestingly|unfortunately|fortunately|thankfully) (?!of |again |on )/,
  /^(?:i|we) (?:just |really |actually |kinda |honestly |do |also |always |personally |strongly |still |would |used to )*(?:think|guess|believe|feel like|feel(?= (?:that|i|you|we|they|he|she|it|there|people|everyone|my|your|our|the) )|suppose|would say|would argue|would guess|'d say) (?:that )?(?=\S+ \S+ \S+)/,
  /^(?:i'd|i'll|i would|i'm gonna|i am going to|i have to|i must) (?:just |also |always )*(?:say|argue|guess|admit|tell you|add) (?:that )?(?=\S+ \S+ \S+)/,
  /^(?:you know|i mean|you see|let me tell you|i'll tell you|believe me|trust me|mind you|of course|in fact|as a matter of fact|at the end of the day|to be honest|to be fair|for me|for example|for instance|by the way|on top of that|like i said|as i said|as you know|as you said|after all|in other words|that said|having said that|all of a sudden|in the end|first of all|the other day|i'm sure|i'm like|it's like|it is like|i was like|and then) (?:that )?(?=\S+ \S+ \S+)/,
  /^(?:the|my|one|another|and the) (?:\w+ )?(?:thing|fact|truth|reality|point|idea|answer|reason|takeaway|lesson|philosophy|advice|opinion|take|feeling|conclusion)(?: (?:here|there|for me|of it|of the matter|i (?:always |often )?(?:say|tell \w+|learned|would say|think)|i've learned))? (?:is|was|is just|is really)(?: really| just)? (?:that )?(?=(?:i|you|we|they|he|she|it|there|everyone|everybody|nobody|people|if|the|a|an|my|your|our|their|every|most|some|no|don't|never|always)\b|\S+'(?:s|re|ve|ll|d|m) )/,
  /^(?:what i'm saying|what i mean|what i'm trying to say|what i would say|what i'd say|what i'm getting at|what i've (?:learned|found|realized|noticed|seen)|what i (?:learned|found|realized|noticed|realised|tell people|always say|always tell people)|what (?:you|we) (?:find|see|learn|realize|realise|have to understand|need to understand|have to remember)|all i'm saying|what happens|what happened|what that means|what this means|what it means|that means|that just means|this means|which means|it means|meaning) (?:is|was|is just)? ?(?:that )?(?=\S+ \S+ \S+)/,
  /^(?:it turns out|turns out|it turned out|i realized|i realised|i noticed|i found|i found out|i learned|i've learned|i've found|i discovered|i figured|i figured out|we found|we found out|we realized|we learned|you realize|you find|we know|i know|it seems like|it feels like|it seems|it just seems|the good news is|the bad news is|it's true|it's funny|i remember|it's just|it's because|that's because|that's just because|this is because|it's basically|it just turns out|it's kind of like|i find|i'm convinced|i'm a firm believer|i'm pretty sure|i'm sure|i'm saying|as it turns out|remember|just remember|keep in mind|understand) (?:that )?(?=(?:i|you|we|they|he|she|it|there|everyone|everybody|nobody|people|if|the|a|an|my|your|our|their|every|most|some|no|these|those)\b|\S+'(?:s|re|ve|ll|d|m) )/,
];
const LEADING_MARKED = new Set(
  "look listen see no right sure absolutely totally like true yep nope boy man dude wait guys today yesterday exactly".split(
    " ",
  ),
);
/** What trails after a clause and is not needed. */
const TRAILING =
  / (?:right|okay|you know|you know what i mean|or something(?: like that)?|or whatever|or anything(?: like that)?|and stuff(?: like that)?|and so on(?: and so forth)?|and things like that|and all that|and everything|and all of that|i think|i guess|i suppose|i would say|i'd say|i believe|i mean|anyway|anyways|basically|though|for sure|to be honest|as well|by the way|of course|if you will|so to speak|or so|or not|in my opinion|isn't it|aren't they|don't you think|correct|yeah|essentially|too|actually|honestly|obviously|at least|et cetera|etc|either|man|then|now|at all costs|as you said|like you said|like i said|as i said|i know|for me|to me)$/;

/** A condition without which what follows may be untrue. */
const CONDITION =
  /^(?:if|unless|when|whenever|once|until|till|as|without|whether|even|suppose|assuming|while|before|after|since|although|though|until)$/;
/** A clause may lose what begins with these. */
const MAY_BE_DROPPED =
  /^(?:and|but|so|because|'cause|which|whereas|where|who|or|nor|then|yet|like|with|especially|including|just|not|for|in|on|at|from|to|by|instead|rather|right|maybe|probably)$/;

/** Says what something is that the clause does not name. */
const NAMING =
  /^(?:it's|that's|this is|it is|that is|it was|that was|this was)(?: (?:just|really|actually|always|still|basically|honestly|definitely|probably))* (?=(?:the|a|an|one of) )/;
/** What comes before one of these goes on. */
const BINDS = /^(?:or|than|that|to|of|as)$/;
const SAYS_WHICH = /^(?:who|which|where|whose|how|why|what)$/;
/** Of what trails, what ends no clause of its own even where nothing marks it off. */
const ALWAYS_TRAILING =
  /^ (?:right|you know|or |and (?:stuff|so|things|all|every)|i (?:think|guess|suppose|mean)|basically|isn't|etc)/;

function isPronoun(key: string): boolean {
  return PRONOUN_WITH_VERB.test(key) || (SUBJECT_PRONOUNS.has(key) && !DETERMINERS.has(key));
}

function hasVerb(tokens: readonly TitleToken[]): boolean {
  return tokens.some(({ key }) => isVerbForm(key) || PRONOUN_WITH_VERB.test(key));
}

/** Where a clause may begin or end: after marks, and before words with which a new one begins. */
function boundariesOf(tokens: readonly TitleToken[]): number[] {
  const found = [0];
  for (let at = 1; at < tokens.length; at += 1) {
    const { key = "", text = "" } = tokens[at] ?? {};
    const next = tokens[at + 1]?.key ?? "";
    const isMarked = (tokens[at - 1]?.mark ?? "") !== "";
    const opensQuote = /^["“]/.test(text) || /["”]$/.test(tokens[at - 1]?.text ?? "");
    const beginsSubject = SUBJECT_PRONOUNS.has(next) || DETERMINERS.has(next) || PRONOUN_WITH_VERB.test(next);
    // "With seven hives and his years": a clause is joined to a clause, which has a verb since the last mark.
    const marked = tokens.slice(0, at).findLastIndex(({ mark }) => mark !== "");
    const isConjunction =
      CONJUNCTIONS.has(key) && beginsSubject && (isPronoun(next) || hasVerb(tokens.slice(marked + 1, at)));
    const isSubordinate =
      (SUBORDINATORS.has(key) || key === "how" || key === "why") &&
      key !== "as" &&
      key !== "that" &&
      key !== "like" &&
      beginsSubject;
    if (isMarked || opensQuote || isConjunction || isSubordinate) found.push(at);
  }
  return [...found, tokens.length];
}

/** How many words at the beginning are not needed. */
function leadingCount(tokens: readonly TitleToken[]): number {
  let from = 0;
  for (let round = 0; round < 6; round += 1) {
    const { key = "", text = "", mark = "" } = tokens[from] ?? {};
    const isCalled = mark === "," && LEADING_MARKED.has(key);
    const isName =
      mark === "," &&
      /^["“]?\p{Lu}\p{Ll}+$/u.test(text) &&
      !SUBORDINATORS.has(key) &&
      !SUBJECT_PRONOUNS.has(key);
    if (isCalled || isName) {
      from += 1;
      continue;
    }
    const rest = `${tokens
      .slice(from, from + 14)
      .map((token) => token.key)
      .join(" ")} `;
    const found = LEADING.map((pattern) => pattern.exec(rest)?.[0]).find((matched) => matched !== undefined);
    if (found === undefined) break;
    from += found.trim().split(" ").length;
  }
  return from;
}

/** How many words at the end are not needed. */
function trailingCount(tokens: readonly TitleToken[]): number {
  const found = TRAILING.exec(tokens.map(({ key }) => key).join(" "))?.[0];
  const count = found === undefined ? 1 : found.trim().split(" ").length;
  const isMarkedOff = (tokens[tokens.length - count - 1]?.mark ?? "") !== "";
  if (found !== undefined) return isMarkedOff || ALWAYS_TRAILING.test(found) ? count : 0;
  const isName = isMarkedOff && /^\p{Lu}\p{Ll}+$/u.test(tokens.at(-1)?.text ?? "");
  return Number(isName);
}

function withoutTrailing(tokens: readonly TitleToken[]): readonly TitleToken[] {
  let kept = tokens;
  for (
    let count = trailingCount(kept);
    count > 0 && kept.length - count >= MIN_WORDS;
    count = trailingCount(kept)
  ) {
    kept = kept.slice(0, -count);
  }
  return kept;
}

/** Whether a clause would say something else without the words after it. */
function needsWhatFollows(tokens: readonly TitleToken[], from: number, to: number): boolean {
  const after = tokens[to]?.key ?? "";
  // "The hive, like I said, was ours": the verb's subject stands before.
  if (tokens[to - 1]?.mark === "," && AUXILIARIES.has(after)) return true;
  if (BINDS.test(after) || (CONDITION.test(after) && !/^(?:while|since)$/.test(after))) return true;
  // "Good enough so that every bee came"
  if (after === "so" && tokens[to + 1]?.key === "that") return true;
  // "One who", "a place where": without a comma it says which one.
  if (SAYS_WHICH.test(after) && tokens[to - 1]?.mark === "") return true;
  // "It's not just a hive, it's a city."
  const isHalf = /\bnot (?:just|only|about|that|because)\b/.test(keysOf(tokens, from, to));
  return isHalf && /^(?:but|it's|it|also)$/.test(after);
}

function keysOf(tokens: readonly TitleToken[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ key }) => key)
    .join(" ");
}

/** "If you must, run": whether a condition comes right before a clause. */
function hasConditionBefore(tokens: readonly TitleToken[], from: number): boolean {
  if (tokens[from - 1]?.mark !== ",") return false;
  for (let at = from - 1; at >= 0; at -= 1) {
    const before = tokens[at - 1];
    const begins = before === undefined || before.mark !== "" || CONJUNCTIONS.has(before.key);
    if (begins && CONDITION.test(tokens[at]?.key ?? "")) return true;
    if (before !== undefined && before.mark !== "" && before.mark !== ",") return false;
  }
  return false;
}

/** What is lost with the words around a clause that begins after what leads up to it, 0 to 1; null where it would be untrue, or no clause, without them. */
function loss(tokens: readonly TitleToken[], start: number, from: number, to: number): number | null {
  const before = tokens[start - 1]?.key ?? "";
  const hangs = (SUBORDINATORS.has(before) || NEVER_LAST.has(before)) && !CONJUNCTIONS.has(before);
  if (hangs || (to < tokens.length && needsWhatFollows(tokens, from, to))) return null;
  const share = 1 - (to - from) / tokens.length;
  const cutsOn = to < tokens.length && !MAY_BE_DROPPED.test(tokens[to]?.key ?? "");
  return Math.min(1, 0.5 * share + (hasConditionBefore(tokens, start) ? 0.5 : 0) + (cutsOn ? 0.15 : 0));
}

interface Source {
  readonly utterance: Utterance;
  /** Whether its sentence really asks. */
  readonly asks: boolean;
}

/** Whether an order may begin here: where a sentence or a quotation does. */
function mayOrder(tokens: readonly TitleToken[], start: number): boolean {
  return start === 0 || tokens[start - 1]?.mark === ":" || /^["“]/.test(tokens[start]?.text ?? "");
}

function isCutOff({ tokens, hasStart, hasEnd }: Utterance, start: number, end: number): boolean {
  if ((start === 0 && !hasStart) || (end === tokens.length && !hasEnd)) return true;
  return tokens.slice(start, end - 1).some(({ mark }) => mark === "break");
}

/** What the words between two boundaries may be; `isTrimmed`: whether something that trailed was taken off them. */
function edgesOf(
  { utterance, asks }: Source,
  start: number,
  end: number,
  isTrimmed: boolean,
): ClauseEdges & { isAsked: boolean } {
  const { tokens } = utterance;
  const mark = tokens[end - 1]?.mark ?? "";
  const isUnmarkedEnd = end === tokens.length && mark === "";
  const isAsked = !isTrimmed && (mark === "?" || (asks && isUnmarkedEnd));
  return {
    isEnd: !isTrimmed && /[.?!]/.test(mark),
    asks: isAsked && asks,
    isAsked,
    mayOrder: mayOrder(tokens, start),
  };
}

/** The clause between two boundaries of an utterance, if there is one. */
function readClause(source: Source, start: number, end: number): Clause | null {
  const { utterance } = source;
  const { tokens } = utterance;
  if (isCutOff(utterance, start, end) || outgrowsQuote(tokens, start, end)) return null;
  const from = start + leadingCount(tokens.slice(start, end));
  const kept = withoutTrailing(tokens.slice(from, end));
  const balanced = kept.length < MIN_WORDS || kept.length > MAX_WORDS ? null : balanceQuotes(kept);
  const leftOut = loss(tokens, start, from, from + kept.length);
  if (balanced === null || leftOut === null || isDenied(tokens, from)) return null;
  const edges = edgesOf(source, start, end, from + kept.length < end);
  const form = clauseForm(balanced.tokens, edges);
  // What a question mark ends is no statement.
  if (form === null || (edges.isAsked && form !== "question")) return null;
  // "That's the drawback, is the language?": the verb's subject stands before.
  const begins = tokens[from]?.key ?? "";
  if (form === "question" && tokens[from - 1]?.mark === "," && /^(?:is|are|was|were)$/.test(begins))
    return null;
  return { ...balanced, form, leftOut, utterance };
}

/** "It's a hard problem to solve": what it is called, where the clause only says what something is. */
function nameIn(clause: Clause): Clause | null {
  const said = keysOf(clause.tokens, 0, clause.tokens.length);
  const count = NAMING.exec(said)?.[0].trim().split(" ").length;
  const isOneThing = !clause.tokens
    .slice(0, -1)
    .some(({ mark }, at) => mark === ":" || (mark === "," && isPronoun(clause.tokens[at + 1]?.key ?? "")));
  const isName =
    count !== undefined &&
    clause.form === "statement" &&
    isOneThing &&
    clause.tokens.length - count >= MIN_WORDS;
  return isName ? { ...clause, tokens: clause.tokens.slice(count), form: "name" } : null;
}

/** All whole clauses of an utterance, and what they name; `asks`: whether its sentence is a real question. */
export function findClauses(utterance: Utterance, asks: boolean): Clause[] {
  const boundaries = boundariesOf(utterance.tokens);
  const found: Clause[] = [];
  for (const [index, start] of boundaries.entries()) {
    for (const end of boundaries.slice(index + 1)) {
      if (end - start > 3 * MAX_WORDS) break;
      const clause = readClause({ utterance, asks }, start, end);
      const name = clause === null ? null : nameIn(clause);
      found.push(...[clause, name].filter((each) => each !== null));
    }
  }
  return found;
}
