// What a run of words lacks of a whole clause: a verb, a subject, what a condition leads to, the rest of its end. Judged by
// word classes, as whole-clause does.

import type { TitleToken } from "../title-tokens.ts";
import { afterAdverbs, isSubjectStart, mainVerb } from "./clause-verb.ts";
import {
  AUXILIARIES,
  CONJUNCTIONS,
  DETERMINERS,
  isBaseVerb,
  isPastVerb,
  isPronoun,
  isSingularVerb,
  isVerbForm,
  NEVER_LAST,
  NOUN_WITH_VERB,
  PREPOSITIONS,
  PRONOUN_WITH_VERB,
  RELATIVES,
  SELDOM_LAST,
  SUBJECT_PRONOUNS,
  SUBORDINATORS,
} from "./clause-words.ts";

/** Begin a clause inside another. */
const INNER = new Set("if when because while although though unless where who which that".split(" "));
/** After "that" a clause on a condition begins; after a verb of thinking, with fewer of them. */
const CONDITIONS = /^(?:even|if|when|though|although|once|no|as|while|because|since|until|unless)$/;
const STRICT = /^(?:even|when|once|although|while|as)$/;
/** Prepositions after which another one begins anew. */
const STRANDED = /^(?:with (?:out of|from|of|for|with)|of (?:from|with|of)|for (?:from|of|with|for)) /;
/** Verbs that are as often what something is said of: "change is hard", "love hurts everyone". */
const THINGS_TOO =
  /^(?:change|control|doubt|experience|hope|influence|love|neglect|practice|respect|sleep|surprise|trust|work)$/;
/** Verbs that are as often said of how a thing is. */
const QUALITIES_TOO = /^(?:clean|free|open|own|present|separate|slow)$/;
const MODAL = /^(?:(?:will|would|can|could|should|must|may|might)(?:n't)?|can't|cannot|won't|\p{L}+'ll)$/u;
/** Asks or tells somebody something, which may stand in the next sentence, but not behind what breaks off. */
const ASKS = /^(?:ask|asks|asked|tell|tells|told)$/;
/** "See things are changing": what is seen follows. */
const TAKES_CLAUSE =
  /^(?:see|know|think|feel|say|believe|hope|guess|wish|mean|imagine|pretend|suppose|notice|realize|understand|remember|find|hear|learn|read|tell|show|prove|bet|care|check|decide|expect|explain|ensure|forget|admit|let|make|help|like|love|want|need|keep|get|give|take|have)$/;
/** Verbs that are seldom anything else. */
const DEEDS = /^(?:become|break|come|fail|get|go|happen|keep|make|mean|need|seem|take|tell)$/;
const COUNTS = /^(?:all|most|many|few|more|less|much|one|two|three|four|five|six|seven|eight|nine|ten|half)$/;
/** "Right as we came", "long before it": says when the clause inside is. */
export const TIMES_INNER = /^(?:right|long|back|ever|soon|shortly)$/;

/** Whether nothing is missing after the last word. */
function hasWholeEnd(keys: readonly string[], isEnd: boolean): boolean {
  const last = keys.at(-1) ?? "";
  const before = keys.at(-2) ?? "";
  if (NEVER_LAST.has(last)) return false;
  const isCutSubject = /^(?:you|people|there)$/.test(last) && (CONJUNCTIONS.has(before) || INNER.has(before));
  if (isCutSubject) return false;
  if (isEnd) return true;
  if (endsInJoint(keys)) return false;
  // "I asked it": what, is cut away.
  if (ASKS.test(before) && /^(?:me|you|him|her|it|us|them)$/.test(last)) return false;
  return DETERMINERS.has(last) ? COUNTS.test(last) : !SELDOM_LAST.has(last);
}

/** "Found that bees", "found that keeping bees": a clause follows. */
function opensThought(key: string): boolean {
  return isSubjectStart(key) || /^\p{L}{2,}ing$/u.test(key);
}

function hasVerb(keys: readonly string[]): boolean {
  return keys.some((key) => isVerbForm(key) || PRONOUN_WITH_VERB.test(key) || NOUN_WITH_VERB.test(key));
}

/** Whether the last clause that begins inside has a verb: "a scene when Ariel" lacks it. */
function hasWholeTail(keys: readonly string[]): boolean {
  const inner = keys.findLastIndex(
    (key, at) => at > 0 && INNER.has(key) && (key !== "that" || opensThought(keys[at + 1] ?? "")),
  );
  if (inner < 0 || inner === keys.length - 1) return true;
  // "And if you use it": a condition of what is not said.
  if (
    CONJUNCTIONS.has(keys[inner - 1] ?? "") &&
    /^(?:if|when|because|while|although|unless)$/.test(keys[inner] ?? "")
  )
    return false;
  return hasVerb(keys.slice(inner + 1));
}

/** "I like how what you learn in life": what one learns lacks its verb. */
function lacksOuterVerb(keys: readonly string[]): boolean {
  const inner = keys.findIndex((key, at) => key === "what" && /^(?:how|why|that)$/.test(keys[at - 1] ?? ""));
  if (inner < 0) return false;
  const verbs = keys.slice(inner).filter((key) => isVerbForm(key) || PRONOUN_WITH_VERB.test(key));
  return verbs.length < 2;
}

/** "They sold it, and as a result": what is joined lacks its clause. */
function endsInJoint(keys: readonly string[]): boolean {
  const joint = keys.findLastIndex((key) => /^(?:and|but|so)$/.test(key));
  if (joint < 1 || !PREPOSITIONS.has(keys[joint + 1] ?? "")) return false;
  return !keys.some(
    (key, at) =>
      at > joint && (isVerbForm(key) || PRONOUN_WITH_VERB.test(key)) && !DETERMINERS.has(keys[at - 1] ?? ""),
  );
}

/** "One keeper has, is the clover": the first verb belongs to what is said of something that is not named. */
function waitsAtComma(tokens: readonly TitleToken[]): boolean {
  return tokens.some(
    ({ key, mark }, at) =>
      mark === "," &&
      /^(?:has|have|had|is|are|was|were|does|do|did)$/.test(key) &&
      /^(?:is|are|was|were)$/.test(tokens[at + 1]?.key ?? "") &&
      !tokens.slice(0, at).some((before) => RELATIVES.has(before.key)),
  );
}

/** "I said, was a good hive" (of "the one thing, like I said, was"): a verb whose subject is missing. */
export function hasStrayVerb(tokens: readonly TitleToken[]): boolean {
  if (waitsAtComma(tokens)) return true;
  const comma = tokens.findIndex(
    ({ mark }, at) =>
      mark === "," && /^(?:is|are|was|were|has|had|will|would)$/.test(tokens[at + 1]?.key ?? ""),
  );
  const first = tokens[0]?.key ?? "";
  const isPronoun = SUBJECT_PRONOUNS.has(first) && !DETERMINERS.has(first);
  return comma > 0 && isPronoun && tokens.slice(1, comma + 1).some(({ key }) => isVerbForm(key));
}

/** "The hive: that until now is ours": what is said of the hive does not come any more. */
export function isParted(tokens: readonly TitleToken[]): boolean {
  const dash = tokens.findIndex(
    ({ mark }, at) => mark === ":" && /^(?:that|which|who|where|and|but)$/.test(tokens[at + 1]?.key ?? ""),
  );
  return dash >= 0 && mainVerb(tokens.slice(0, dash + 1).map(({ key }) => key)) < 0;
}

/** "I don't think bees": of what one thinks the verb is missing. */
function lacksThought(keys: readonly string[]): boolean {
  const verb = keys.findLastIndex((key) => key === "think" || key === "thought");
  const after = keys[verb + 1] ?? "";
  const thinksOfThing = after === "" || PREPOSITIONS.has(after) || after === "so" || CONJUNCTIONS.has(after);
  if (verb < 0 || thinksOfThing || !SUBJECT_PRONOUNS.has(keys[0] ?? "")) return false;
  return !keys.slice(verb + 1).some((key) => isVerbForm(key) || PRONOUN_WITH_VERB.test(key));
}

/** "Swarms that even if they are fed", "I don't think when you say so": what is said on the condition is missing. */
export function lacksConsequence(tokens: readonly TitleToken[]): boolean {
  const opens = tokens.findIndex(({ key }, at) => {
    const next = tokens[at + 1]?.key ?? "";
    return key === "that"
      ? CONDITIONS.test(next)
      : /^(?:think|said|believe|hope)$/.test(key) && STRICT.test(next);
  });
  const comma = opens > 0 ? tokens.findIndex(({ mark }, at) => at >= opens && mark === ",") : -1;
  return opens > 0 && (comma < 0 || !mayFollow(tokens.slice(comma + 1).map(({ key }) => key)));
}

/** Whether words may be what follows: "they win", and "motivation fades", whose verb is not known. */
function mayFollow(keys: readonly string[]): boolean {
  return (
    hasVerb(keys) || (keys.length > 1 && afterAdverbs(keys, 0) === 0 && !PREPOSITIONS.has(keys[0] ?? ""))
  );
}

/**
 * Whether something is missing within a run of words or at its end, by their keys.
 * @param isEnd whether the words end where their sentence ends
 */
export function isIncomplete(keys: readonly string[], isEnd: boolean): boolean {
  const lacksChoice = keys.includes("either") && !keys.includes("or");
  const isWhole = hasWholeEnd(keys, isEnd) && hasWholeTail(keys);
  return (
    keys.length < 3 ||
    !isWhole ||
    lacksChoice ||
    lacksThought(keys) ||
    lacksOuterVerb(keys) ||
    lacksAction(keys) ||
    breaksOffInside(keys)
  );
}

/** "Merge requests are slow", "pull requests take days": a noun that is a verb too, with the things that it tells of. */
function namesThings([first = "", second = "", third = ""]: readonly string[]): boolean {
  const isPlural =
    /\p{L}{2}(?<![su])s$/u.test(second) && !SUBJECT_PRONOUNS.has(second) && !DETERMINERS.has(second);
  const isVerb = AUXILIARIES.has(third) || DEEDS.test(third);
  return isBaseVerb(first) && !AUXILIARIES.has(first) && !TAKES_CLAUSE.test(first) && isPlural && isVerb;
}

/** "Really like it", "just because it stings": the subject, or the main clause, is missing. */
export function lacksSubject(keys: readonly string[]): boolean {
  const [first = "", second = ""] = keys;
  if (TIMES_INNER.test(first) && SUBORDINATORS.has(second)) return true;
  const at = afterAdverbs(keys, 0);
  const key = keys[at] ?? "";
  const next = keys[at + 1] ?? "";
  if (at > 0 && SUBORDINATORS.has(key) && !DETERMINERS.has(key)) return true;
  if (THINGS_TOO.test(key) && (AUXILIARIES.has(next) || isSingularVerb(next))) return false;
  if (namesThings(keys)) return false;
  return AUXILIARIES.has(key) || isBaseVerb(key) || isPastVerb(key);
}

/** "That still work, and are cold": what works is named before, since "that" by itself would work. */
export function lacksPlural([first = "", ...rest]: readonly string[]): boolean {
  const at = afterAdverbs(rest, 0);
  const verb = rest[at] ?? "";
  const isPlural = /^(?:are|were|have|don't|aren't|weren't|haven't)$/.test(verb);
  // "That sort of hive", "that talk was good": a thing.
  return (
    first === "that" &&
    (isPlural || (at > 0 && isBaseVerb(verb) && !isPastVerb(verb) && !QUALITIES_TOO.test(verb)))
  );
}

/** "Familiar with out of Rome": what stands after the first of two is left out, unless it went before: "what I pay for with taxes". */
function breaksOffInside(keys: readonly string[]): boolean {
  const at = keys.findIndex((_, index) => STRANDED.test(`${keys.slice(index, index + 3).join(" ")} `));
  const isNamedBefore = keys
    .slice(0, Math.max(at, 0))
    .some((key, index) => RELATIVES.has(key) || (index > 0 && isPronoun(key)));
  return at >= 0 && !isNamedBefore;
}

/** "I wouldn't just me": nothing is done. */
function lacksAction(keys: readonly string[]): boolean {
  return keys.some(
    (key, at) =>
      MODAL.test(key) && /^(?:me|him|us|them|\p{L}+self)$/u.test(keys[afterAdverbs(keys, at + 1)] ?? ""),
  );
}

/** "That certain bees sleep": hangs on a verb before it. */
export function isObject([first = "", second = ""]: readonly string[]): boolean {
  return first === "that" && (isSubjectStart(second) || second === "certain" || /\p{L}'s$/u.test(second));
}
