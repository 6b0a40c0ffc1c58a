// Whether a run of words is a whole clause: a subject with its verb, an order, a question, or the subject of an
// explanation ("why bees dance"), with nothing missing at its end. Judged by word classes from left to right.

import type { TitleToken } from "../title-tokens.ts";
import {
  hasStrayVerb,
  isIncomplete,
  isObject,
  isParted,
  lacksConsequence,
  lacksPlural,
  lacksSubject,
  TIMES_INNER,
} from "./clause-gaps.ts";
import { afterAdverbs, isSubjectStart, mainVerb } from "./clause-verb.ts";
import {
  AUXILIARIES,
  CONJUNCTIONS,
  DETERMINERS,
  isBaseVerb,
  isSingularVerb,
  isVerbForm,
  LIMITS,
  PREPOSITIONS,
  PRONOUN_WITH_VERB,
  QUESTION_WORDS,
  SUBJECT_PRONOUNS,
  SUBORDINATORS,
} from "./clause-words.ts";

/** What a clause does; `topic` names what is explained ("why bees dance"), `name` what something is ("a city of bees"). */
export type ClauseForm = "statement" | "question" | "order" | "topic" | "name";

export interface ClauseEdges {
  /** Whether the words end where their sentence ends. */
  readonly isEnd: boolean;
  /** Whether the sentence is a real question and the words reach its mark. */
  readonly asks: boolean;
  /** Whether an order may begin here: at the beginning of a sentence or a quotation. */
  readonly mayOrder: boolean;
}

/** Verbs with which people tell others what to do; others at the beginning are mostly nouns, or lack their subject. */
const ORDERS = new Set(
  "ask avoid be believe bring build buy call change check choose clean close come consider cut do don't embrace find fix focus follow forget get give go have help hire ignore invest join keep learn leave let let's listen look make meet move never always open pay pick picture plan please put quit read remember respect run save say see send set share ship show sleep speak spend start stay stop take talk teach tell test think throw trust try turn use visit wait walk watch wear write".split(
    " ",
  ),
);
const TAKES_VERB = /^(?:don't|do|never|always|please)$/;
/** Words before a comma that begin something else than what leads up to a clause. */
const NOT_PREPOSED = /^(?:that|which|who|whom|whose|where|whereas|than|like|of|except|versus)$/;
const DANGLING_START =
  /^(?:what's|who's|where's|how's|why's|wherein|whereby|whereas|having|being|including|not|which|whose)$/;

/** Whether there is a verb that is not only that of a reason: "processes in place, because things don't go right" lacks it. */
function hasMainVerb(keys: readonly string[]): boolean {
  const verb = mainVerb(keys);
  const reason = keys.indexOf("because");
  return verb > 0 && (reason < 1 || verb < reason);
}

function isStatement(keys: readonly string[]): boolean {
  const first = keys[0] ?? "";
  if (first === "what") return mainVerb(keys) > 0;
  if (lacksSubject(keys) || DANGLING_START.test(first) || PREPOSITIONS.has(first) || CONJUNCTIONS.has(first))
    return false;
  if (SUBORDINATORS.has(first) && !DETERMINERS.has(first))
    return first === "who" && !isSubjectStart(keys[1] ?? "") && mainVerb(keys) > 0;
  if (PRONOUN_WITH_VERB.test(first)) return keys.length > 2;
  if (!SUBJECT_PRONOUNS.has(first) || DETERMINERS.has(first)) return hasMainVerb(keys);
  if (isVerbForm(keys[afterAdverbs(keys, 1)] ?? "")) return true;
  // "Everyone I know sleeps", "people in the north sleep", "you and I sleep".
  const mayGoOn = /^(?:every|some|any|no|people|nothing|those)/.test(first) || keys[1] === "and";
  return mayGoOn && mainVerb(keys) > 0;
}

function isOrder(keys: readonly string[]): boolean {
  const first = keys[0] ?? "";
  if (!ORDERS.has(first)) return false;
  if (TAKES_VERB.test(first))
    return /^(?:be|do)$/.test(keys[1] ?? "") || isBaseVerb(keys[afterAdverbs(keys, 1)] ?? "");
  // "Have you ever": asked without its mark.
  if (first === "have" && /^(?:i|you|we|they)$/.test(keys[1] ?? "")) return false;
  // "Use of colour", "change is": the word is a noun.
  return !(AUXILIARIES.has(keys[1] ?? "") || keys[1] === "of" || isSingularVerb(keys[1] ?? ""));
}

function isTopic(keys: readonly string[]): boolean {
  if (keys[0] === "how" && keys[1] === "to") return isBaseVerb(keys[2] ?? "") || keys[2] === "be";
  // "How there's a club": a sentence's, and not an explanation's.
  if ((keys[0] !== "why" && keys[0] !== "how") || /^there/.test(keys[1] ?? "")) return false;
  return isSubjectStart(keys[1] ?? "") && isStatement(keys.slice(1));
}

function isQuestion(keys: readonly string[]): boolean {
  const [first = "", second = ""] = keys;
  // "How you work": a question has its verb second.
  const isEmbedded =
    PRONOUN_WITH_VERB.test(second) || (SUBJECT_PRONOUNS.has(second) && !DETERMINERS.has(second));
  if (QUESTION_WORDS.has(first)) return !isEmbedded;
  const asksOf = PREPOSITIONS.has(first) && QUESTION_WORDS.has(second);
  return AUXILIARIES.has(first) || asksOf;
}

/** "In Rome, you wait": index after the comma where something stands before its clause; 0 where nothing does. */
function afterPreposed(tokens: readonly TitleToken[]): number {
  const first = tokens[0]?.key ?? "";
  const isLimited =
    (LIMITS.test(first) || TIMES_INNER.test(first)) && SUBORDINATORS.has(tokens[1]?.key ?? "");
  const isPreposed =
    isLimited || ((PREPOSITIONS.has(first) || SUBORDINATORS.has(first)) && !NOT_PREPOSED.test(first));
  const comma = isPreposed ? tokens.findIndex(({ mark }) => mark === ",") : -1;
  // 'If you say "No, we sleep"': the comma is the quotation's.
  const quotes = tokens.slice(0, comma + 1).filter(({ text }) => /["“”]/.test(text)).length;
  if (quotes % 2 === 1 || comma === 0) return 0;
  return comma + 1 < tokens.length - 1 ? comma + 1 : 0;
}

function hasInnerMark(tokens: readonly TitleToken[]): boolean {
  return tokens.slice(0, -1).some(({ mark }) => mark !== "");
}

/** The form of a whole clause; null where the words are none. */
export function clauseForm(tokens: readonly TitleToken[], edges: ClauseEdges): ClauseForm | null {
  const keys = tokens.map(({ key }) => key);
  if (isIncomplete(keys, edges.isEnd) || lacksConsequence(tokens)) return null;
  const preposed = afterPreposed(tokens);
  const main = keys.slice(preposed);
  if (edges.asks) return isQuestion(main) ? "question" : null;
  if (isObject(main) || lacksPlural(main) || hasStrayVerb(tokens) || isParted(tokens)) return null;
  if (isTopic(main)) return hasInnerMark(tokens) ? null : "topic";
  if ((edges.mayOrder || preposed > 0) && isOrder(main)) return "order";
  return isStatement(main) ? "statement" : null;
}
