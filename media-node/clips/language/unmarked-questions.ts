// Which sentences ask something where no marks are written: told by their first words.
import { WORD, wordFlags } from "../../senses/meaning/text-lexicon.ts";
import type { ReadWords } from "./read-words.ts";

/** Longer ones that begin like "what was" are rarely questions. */
const MAX_SUBJECT_QUESTION_WORDS = 10;
const QUESTION_WORD = /^(?:what|why|how|who|where|when|which)$/;
const VERB_OF_QUESTION =
  /^(?:is|are|was|were|do|does|did|can|could|would|should|will|have|has|if|about|many|much|long|often|makes|happens|happened)$/;
const BE = /^(?:is|are|was|were)$/;
/** After these a verb belongs to a clause of its own. */
const BEFORE_ITS_OWN_VERB = /^(?:that|which|who|what|it|there|this|and|or|if|i|you|we|they|he|she)$/;

/** Without marks, a sentence asks when it begins as questions do and is short. */
function asks(keys: readonly string[], from: number, to: number): boolean {
  const first = keys[from] === "so" || keys[from] === "but" || keys[from] === "and" ? from + 1 : from;
  const key = keys[first] ?? "";
  if ((wordFlags(key) & WORD.asks) === 0 || to - first < 3 || to - first > 16) return false;
  // "What I mean is", "when we came", "how it works is": a question has its verb second.
  if (!QUESTION_WORD.test(key)) return true;
  if (!VERB_OF_QUESTION.test(keys[first + 1] ?? "")) return false;
  // "What was learned is replayed": the question word only begins the subject of a second verb.
  const isSubject = /^(?:what|who|which)$/.test(key) && BE.test(keys[first + 1] ?? "");
  if (!isSubject) return true;
  if (to - first > MAX_SUBJECT_QUESTION_WORDS) return false;
  const hasSecondVerb = (at: number): boolean =>
    BE.test(keys[at] ?? "") && !BEFORE_ITS_OWN_VERB.test(keys[at - 1] ?? "");
  for (let at = first + 3; at < to; at += 1) if (hasSecondVerb(at)) return false;
  return true;
}

/** Likewise in other languages: who begins with a question word mostly asks. */
function asksBySign(signs: readonly string[], from: number, to: number): boolean {
  const first = /^(?:and|but|so)$/.test(signs[from] ?? "") ? from + 1 : from;
  return signs[first] === "what" && to - first >= 4 && to - first <= 16;
}

/** Whether words, from one index to another, ask something as far as their beginning tells. */
export function asksWithoutMarks({ language, keys, signs }: ReadWords, from: number, to: number): boolean {
  return language === "en" ? asks(keys, from, to) : asksBySign(signs, from, to);
}
