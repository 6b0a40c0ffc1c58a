// Marks that words without any marks lack, as far as the words themselves tell: where a second subject with its verb
// follows what is already a clause ("we sold it we were happy"), and after what only calls or answers ("no there's").
// A seam that is not seen only leaves a title as it was, so that whatever may belong together does: "the hive I want",
// "I think you should", "when it rains they sleep".
import type { SpokenText } from "../sentences/sentences.ts";
import { afterAdverbs } from "./clause-verb.ts";
import {
  ADVERBS,
  AUXILIARIES,
  DETERMINERS,
  isPronoun,
  isSingularVerb,
  isVerbForm,
  PREPOSITIONS,
  PRONOUN_WITH_VERB,
  QUESTION_WORDS,
  SUBORDINATORS,
} from "./clause-words.ts";
import type { Clause } from "./title-clauses.ts";
import type { Mark } from "./title-filler.ts";
import type { Utterance } from "./title-tokens.ts";

/** Answers and calls; "see" and "like" before a subject have their own sense. */
const CALLS = /^(?:no|nope|yep|right|correct|sure|absolutely|totally|true|boy|man|dude|look)$/;
/** With these somebody begins, or is quoted. */
const BEFORE_CALL = /^(?:like|said|oh|okay|yeah|well|and|but|so)$/;
const NOMINATIVE = /^(?:i|we|they|he|she)$/;
const OBJECT = /^(?:me|him|us|them|it|\p{L}+sel(?:f|ves))$/u;
const PARTICLES = /^(?:up|down|off|away|back|around)$/;
/** A pronoun that is no object begins anew after one of these. */
const NEEDS_OBJECT = /^(?:to|of|with|for|at|in|on|from|by|into)$/;
const BE = /^(?:is|are|am|was|were)$/;
const BE_WITHIN = /^(?:is|are|am|was|were|been|\p{L}+'(?:m|re|s))$/u;
/** What somebody is told, or thinks, is a clause without any joining word. */
const THINKS =
  /^(?:th(?:ink|inks|inking|ought)|know(?:s|ing|n)?|knew|say(?:s|ing)?|said|like|feel(?:s|ing)?|felt|wish(?:es|ed)?|hop(?:e|es|ed|ing)|guess(?:ed|ing)?|see(?:s|n|ing)?|saw|mean(?:s|t|ing)?|realiz(?:e|es|ed|ing)|believ(?:e|es|ed|ing)|suppos(?:e|ed|ing)|figur(?:e|es|ed|ing)|f(?:ind|inds|ound|inding)|turn(?:s|ed)?|t(?:ell|ells|old|elling)|show(?:s|ed|n|ing)?|ask(?:s|ed|ing)?|promis(?:e|es|ed|ing)|convinc(?:e|es|ed|ing)|remind(?:s|ed|ing)?|ensur(?:e|es|ed|ing)|learn(?:s|ed|ing)?|notic(?:e|es|ed|ing)|remember(?:s|ed|ing)?|imagin(?:e|es|ed|ing)|wonder(?:s|ed|ing)?|assum(?:e|es|ed|ing)|pretend(?:s|ed|ing)?|admit(?:s|ted|ting)?|argu(?:e|es|ed|ing)|swear|bet|hear(?:s|d|ing)?|discover(?:s|ed|ing)?|decid(?:e|es|ed|ing)|understand(?:s|ing)?|understood|explain(?:s|ed|ing)?|prov(?:e|es|ed|ing)|text(?:s|ed|ing)?|point(?:s|ed|ing)?|suggest(?:s|ed|ing)?)$/;
/** Such a clause may follow these nouns and adverbs too, and "the way" or "everything" whatever follows. */
const TAKES_CLAUSE =
  /^(?:that|go|goes|going|went|fact|chance|idea|doubt|case|way|ways|time|times|moment|minute|second|day|days|year|years|week|month|place|reason|point|thing|things|stuff|all|everything|anything|nothing|something|everyone|everybody|anyone|person|people|sure|glad|then|now|sometimes|maybe|actually|basically|just|today|obviously|really|where|so|and|but|or|because|not)$/;

const MIN_PAUSE_S = 0.2;
/** Shorter clauses between pauses are mostly the rest of another. */
const MIN_WORDS = 5;
/** Over so many words a condition, or what somebody thinks, goes on without a mark. */
const MAX_BOUND_WORDS = 10;

interface Keyed {
  readonly key: string;
  readonly mark: Mark;
}

/** Whether a subject and its verb begin with a word: "we sell", "it's", "they never sleep". */
function beginsClause(keys: readonly string[], at: number): boolean {
  const key = keys[at] ?? "";
  // "Someone's hive" mostly names whose it is.
  if (PRONOUN_WITH_VERB.test(key)) return /^(?:i|you|we|they|he|she|it|there)'/.test(key);
  const verb = keys[afterAdverbs(keys, at + 1)] ?? "";
  if (NOMINATIVE.test(key)) return isVerbForm(verb);
  return /^(?:it|there|you)$/.test(key) && AUXILIARIES.has(verb) && !/^(?:be|do|have)$/.test(verb);
}

/** "What is it", "why do they": asked, for what is only told has its verb last. */
function beginsQuestion(keys: readonly string[], at: number): boolean {
  const [word = "", verb = "", subject = ""] = keys.slice(at, at + 3);
  const isSubject = (isPronoun(subject) && subject !== "there") || DETERMINERS.has(subject);
  return /^(?:what|why|how|where)$/.test(word) && AUXILIARIES.has(verb) && isSubject;
}

/** "It was a", "there are": nothing is missing that a noun before it could be. */
function isWithoutGap(keys: readonly string[], at: number): boolean {
  const key = keys[at] ?? "";
  if (/^there(?:'s)?$/.test(key)) return true;
  const verb = PRONOUN_WITH_VERB.test(key) ? at : at + 1;
  const isBe = verb === at ? /'(?:s|re|m)$/.test(key) : BE.test(keys[verb] ?? "");
  return isBe && DETERMINERS.has(keys[afterAdverbs(keys, verb + 1)] ?? "");
}

/** Whether what is said up to a word, a clause with its verb, ends right before it, where a subject begins. */
function endsBefore(keys: readonly string[], from: number, at: number): boolean {
  const before = keys[at - 1] ?? "";
  const key = keys[at] ?? "";
  if (OBJECT.test(before)) return true;
  const isSubjectOnly = NOMINATIVE.test(key) || PRONOUN_WITH_VERB.test(key);
  if (NEEDS_OBJECT.test(before) || PARTICLES.test(before)) return isSubjectOnly;
  // "You should it was not nice"
  if (/^(?:will|would|can|could|should|must|might)$/.test(before))
    return PRONOUN_WITH_VERB.test(key) || BE.test(keys[at + 1] ?? "");
  if (before.endsWith("ing"))
    return keys.slice(Math.max(from, at - 4), at - 1).some((word) => BE_WITHIN.test(word));
  if (AUXILIARIES.has(before) || PREPOSITIONS.has(before) || ADVERBS.has(before) || DETERMINERS.has(before))
    return false;
  // "I would keep my hive I would keep my bees"
  const isSaidAgain =
    at - from > 2 && keys[from] === key && (key.includes("'") || keys[from + 1] === keys[at + 1]);
  return isSaidAgain || isWithoutGap(keys, at);
}

/** Whether somebody tells, asks or thinks it, or what is said so far is a condition of what comes. */
function isBound(said: readonly string[]): boolean {
  return said.some(
    (key) =>
      (key !== "that" && SUBORDINATORS.has(key)) ||
      QUESTION_WORDS.has(key) ||
      (THINKS.test(key) && key !== "like" && key !== "feel"),
  );
}

/** Whether what is said from one word on ends before another, with which something else begins. */
function lacksStopBefore(keys: readonly string[], from: number, at: number): boolean {
  const asks = beginsQuestion(keys, at);
  if (at - from < 2 || !(asks || beginsClause(keys, at))) return false;
  const before = keys[at - 1] ?? "";
  if (THINKS.test(before) || TAKES_CLAUSE.test(before)) return false;
  const said = keys.slice(from, at);
  // "It's not a hive it's a city"
  const isContrast =
    /^(?:it|they)'/.test(keys[at] ?? "") && said.some((key) => /^(?:not|\p{L}+n't)$/u.test(key));
  const hasVerb = said.some((key) => isVerbForm(key) || PRONOUN_WITH_VERB.test(key));
  if (isContrast || !hasVerb || isBound(said.slice(-MAX_BOUND_WORDS))) return false;
  if (!asks) return endsBefore(keys, from, at);
  return !AUXILIARIES.has(before) && (!PREPOSITIONS.has(before) || PARTICLES.test(before));
}

/** Whether a word only calls or answers what begins after it. */
function isCall(keys: readonly string[], from: number, at: number): boolean {
  if (!CALLS.test(keys[at] ?? "") || (at > from && !BEFORE_CALL.test(keys[at - 1] ?? ""))) return false;
  const [first = "", second = ""] = keys.slice(at + 1, at + 3);
  return first === "that's" || beginsClause(keys, at + 1) || (first.endsWith("n't") && isPronoun(second));
}

/** Gives words without marks a stop at each seam, and a comma after what only calls. */
export function addMissingMarks<Word extends Keyed>(words: readonly Word[]): Word[] {
  const keys = words.map(({ key }) => key);
  let from = 0;
  return words.map((word, at) => {
    if (isCall(keys, from, at)) {
      from = at + 1;
      return { ...word, mark: "," };
    }
    if (at + 1 >= words.length || !lacksStopBefore(keys, from, at + 1)) return word;
    from = at + 1;
    return { ...word, mark: "." };
  });
}

/**
 * An utterance with a stop at each pause that has no mark, for text that has no other title. Most such pauses part what
 * belongs together, so of what they part off only plain clauses are taken.
 */
export function addPauseMarks({ words }: SpokenText, utterance: Utterance): Utterance {
  const tokens = utterance.tokens.map((token, at) => {
    const next = words[utterance.tokens[at + 1]?.word ?? -1];
    const pauseS = (next?.startS ?? 0) - (words[token.word]?.endS ?? 0);
    return token.mark === "" && pauseS >= MIN_PAUSE_S ? { ...token, mark: "." as const } : token;
  });
  return { ...utterance, tokens };
}

/** Whether a clause is long enough to be one, begins with its subject and has no second one. */
export function isPlainClause({ tokens }: Clause): boolean {
  const [first, ...others] = tokens;
  const hasSecond = others.some(
    ({ key }) => isPronoun(key) && !/^(?:it|you|there|people|\p{L}+(?:one|body|thing))$/u.test(key),
  );
  return tokens.length >= MIN_WORDS && !isSingularVerb(first?.key ?? "") && !hasSecond;
}
