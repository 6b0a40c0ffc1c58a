// Finds the verb that makes a clause of its subject: "the part that hurts is small" has "is", "the part that hurts" has
// none, for "hurts" belongs to the clause inside. Words are read once from left to right; each relative word and each
// new subject inside takes the next verb for itself.
import { wordSet } from "../../language/word-set.ts";
import {
  ADVERBS,
  AUXILIARIES,
  CONJUNCTIONS,
  DETERMINERS,
  isBaseVerb,
  isPastVerb,
  isPronoun,
  isSingularVerb,
  isVerbForm,
  NOUN_WITH_VERB,
  PREPOSITIONS,
  PRONOUN_WITH_VERB,
  QUESTION_WORDS,
  RELATIVES,
  SUBJECT_PRONOUNS,
} from "./clause-words.ts";

const PLURAL_BEFORE = /(?:[^s]s|people|men|women|children|folks|who|that|you|we|they|i)$/;
const ALONE = /^(?:this|these|those|all|most|many|some|few|one|two|three|both|another|more|much)$/;
/** "The part that's hard": the verb is not the part's. */
const INNER_VERB = /^(?:that|what|who|where)'/;

/** Verbs that are more often things of which there are several. */
const THINGS =
  wordSet(`calls checks deals demands designs drinks exercises figures fixes forms limits links marks measures names
  orders packs places questions records replies reports results rules shares signs steps stores targets tests texts tracks
  types values visits votes`);

const KNOWS = /^(?:know|think|believe|guess|hope|feel|say|said|thought|knew)$/;

/**
 * Whether a new subject may begin with this word.
 * @param key a word as `wordKey` has it, which all functions here take
 */
export function isSubjectStart(key: string): boolean {
  return SUBJECT_PRONOUNS.has(key) || DETERMINERS.has(key) || PRONOUN_WITH_VERB.test(key);
}

/** Index of the first word at or after one that is no adverb. */
export function afterAdverbs(keys: readonly string[], from: number): number {
  let at = from;
  while (ADVERBS.has(keys[at] ?? "") || (keys[at] ?? "").endsWith("ly")) at += 1;
  return at;
}

/** "This is", "all are", "that hurts": the determiner is the subject itself. */
function standsAlone(determiner: string, verb: string): boolean {
  return determiner === "that" || (AUXILIARIES.has(verb) && ALONE.test(determiner));
}

/** "Your unit tests to pass": things, with what is to be done; not "he tests to learn". */
function isThingToDo(keys: readonly string[], at: number): boolean {
  const isDoing = isPronoun(keys[at - 1] ?? "");
  return keys[at + 1] === "to" && isBaseVerb(keys[at + 2] ?? "") && THINGS.has(keys[at] ?? "") && !isDoing;
}

/** "Hives that we like, and what's really said of bees": where the verb stands to which the one at an index belongs, or -1. */
function innerVerbBefore(keys: readonly string[], at: number): number {
  const before = ADVERBS.has(keys[at - 1] ?? "") ? at - 2 : at - 1;
  return INNER_VERB.test(keys[before] ?? "") ? before : -1;
}

/** Whether a form of a verb fits the word before it as its subject. */
function fitsSubject(keys: readonly string[], at: number): boolean {
  const key = keys[at] ?? "";
  const before = keys[at - 1] ?? "";
  const followsAuxiliary = AUXILIARIES.has(before);
  if (AUXILIARIES.has(key)) return (key !== "be" && key !== "have") || !followsAuxiliary;
  // "Made by hand" says how a thing is.
  if (isPastVerb(key)) return keys[at + 1] !== "by" || SUBJECT_PRONOUNS.has(before);
  if (isSingularVerb(key)) return !followsAuxiliary && !isThingToDo(keys, at);
  // "People who've failed know".
  const inner = innerVerbBefore(keys, at - 1);
  // "Bees dance", but "the bee dance".
  return PLURAL_BEFORE.test(inner > 0 ? (keys[inner - 1] ?? "") : before) || ADVERBS.has(before);
}

/** "And then puts it back": a second verb, whose subject is the first one's. */
function isJoined(keys: readonly string[], at: number): boolean {
  let before = at - 1;
  while (before > 0 && (ADVERBS.has(keys[before] ?? "") || (keys[before] ?? "").endsWith("ly"))) before -= 1;
  return /^(?:and|or|nor)$/.test(keys[before] ?? "");
}

/** Whether a verb can be a main verb at its place; the word before it tells whether it is one at all. */
function isVerbHere(keys: readonly string[], at: number): boolean {
  const key = keys[at] ?? "";
  const before = keys[at - 1] ?? "";
  if (INNER_VERB.test(key) || RELATIVES.has(key) || innerVerbBefore(keys, at) >= 0) return false;
  if (NOUN_WITH_VERB.test(key) || PRONOUN_WITH_VERB.test(key)) return true;
  if (isJoined(keys, at)) return false;
  const isNoun = PREPOSITIONS.has(before) || (DETERMINERS.has(before) && !standsAlone(before, key));
  return isVerbForm(key) && !isNoun && fitsSubject(keys, at);
}

/** Whether a clause inside begins with this word: "that we know", "who". */
function opensInner(keys: readonly string[], at: number): boolean {
  const key = keys[at] ?? "";
  if (!RELATIVES.has(key) || key === "because") return false;
  const next = keys[at + 1] ?? "";
  return key !== "that" || isSubjectStart(next) || isVerbForm(next) || ADVERBS.has(next);
}

/** Whether a new subject begins without a joining word: "the part we know". */
function isInnerSubject(keys: readonly string[], at: number): boolean {
  const key = keys[at] ?? "";
  const before = keys[at - 1] ?? "";
  const isPronoun = SUBJECT_PRONOUNS.has(key) && !DETERMINERS.has(key);
  if (RELATIVES.has(key) || INNER_VERB.test(key)) return false;
  if (!isPronoun && !PRONOUN_WITH_VERB.test(key)) return false;
  return !RELATIVES.has(before) && !CONJUNCTIONS.has(before) && !PREPOSITIONS.has(before);
}

/** Past the verb that follows its auxiliary: "would have gone" is one, and "gets sold". */
function endOfVerb(keys: readonly string[], at: number): number {
  const key = keys[at] ?? "";
  if (/^(?:gets?|got)$/.test(key)) return isPastVerb(keys[at + 1] ?? "") ? at + 1 : at;
  if (!AUXILIARIES.has(key) && !PRONOUN_WITH_VERB.test(key)) return at;
  const next = afterAdverbs(keys, at + 1);
  return isVerbForm(keys[next] ?? "") ? next : at;
}

/** How many clauses begin inside with this word, 0 or 1. */
function innerClauses(keys: readonly string[], at: number): number {
  return Number(opensInner(keys, at) || (at > 1 && isInnerSubject(keys, at)));
}

/** Index of the verb of the clause that the words are; -1 where every verb belongs to a clause inside it. */
export function mainVerb(keys: readonly string[]): number {
  if (PRONOUN_WITH_VERB.test(keys[0] ?? "")) return 0;
  let inner = Number(QUESTION_WORDS.has(keys[0] ?? ""));
  for (let at = 1; at < keys.length; at += 1) {
    inner += innerClauses(keys, at);
    if (!isVerbHere(keys, at)) continue;
    if (inner === 0) return at;
    inner -= 1;
    at = endOfVerb(keys, at);
    // "The part which we know is small": both verbs are inside.
    if (KNOWS.test(keys[at] ?? "") && AUXILIARIES.has(keys[at + 1] ?? "")) at = endOfVerb(keys, at + 1);
  }
  return -1;
}
