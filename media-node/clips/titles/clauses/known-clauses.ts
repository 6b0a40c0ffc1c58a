// Clauses inside another that are told as true: "anyone with bees knows that they dance". Alone they say what is meant, and
// of a long sentence often nothing else is short enough.
import { keysOf, type TitleToken } from "../title-tokens.ts";
import { ADVERBS, AUXILIARIES, CONJUNCTIONS, isPronoun, SUBORDINATORS } from "./clause-words.ts";

/** What follows on "that" behind these is true. */
const KNOWS =
  /^(?:kn(?:ow|ows|ew|own)|reali[sz](?:e|es|ed)|learn(?:s|ed|t)?|discover(?:s|ed)?|found|noticed?|show(?:s|ed|n)|prove[sd]|underst(?:and|ands|ood)|admit(?:s|ted)?)$/;
/** Before one of them they leave open whether it is. */
const LEAVES_OPEN =
  /^(?:not|no|never|nobody|none|nothing|few|hardly|rarely|seldom|if|unless|whether|until|before|as|like|wish|want(?:s|ed)?|hoped?|think|thought|believe[sd]?|assume[sd]?|suppose[sd]?|imagine|pretend(?:s|ed)?|says?|said|claim(?:s|ed)?|asks?|asked|seems?|wrong|wrongly|falsely|false|myth|lie[ds]?|rumou?r|doubt(?:s|ed)?|convinced|remains?|without|tr(?:y|ies|ied|ying)|fail(?:s|ed)?|yet|used|would|could|might|may|do|does|did|\p{L}+n't|cannot)$/u;

/** "Once somebody there has (shown that)": it is yet to come. */
const AWAITED = /(?:^| )(?:when|whenever|once) (?:\S+ ){1,4}(?:has|have)$/;

/** "I think anyone knows that": what its speaker thinks is told as true. */
const OPINION = /^(?:i|we) (?:think|believe)$/;

/** "Knows that | bees dance", "told us about how | there's a club". */
function isTold(tokens: readonly TitleToken[], at: number): boolean {
  const [verb = "", joint = "", first = ""] = [at - 2, at - 1, at].map((index) => tokens[index]?.key);
  return joint === "that" ? KNOWS.test(verb) : verb === "about" && joint === "how" && /^there/.test(first);
}

/**
 * "Anyone with bees knows that | they dance": whether a clause begins with a word that is told as true. "Nobody knew that",
 * "if you know that" and "did you know that" do not say so.
 */
export function beginsKnown(tokens: readonly TitleToken[], at: number): boolean {
  if (!isTold(tokens, at)) return false;
  const from = tokens.slice(0, at - 1).findLastIndex(({ mark }) => /[.?!:]/.test(mark)) + 1;
  const before = tokens.slice(from, at - 2);
  // "Have they shown that …?"
  if (AUXILIARIES.has(before[0]?.key ?? "") || AWAITED.test(keysOf(before))) return false;
  return !before.some(
    ({ key }, index) => LEAVES_OPEN.test(key) && !OPINION.test(`${before[index - 1]?.key} ${key}`),
  );
}

/** "(The man who proved that) bees are ill is my uncle": a second verb, whose subject stands before the clause. */
export function runsOn(clause: readonly TitleToken[]): boolean {
  return clause.some(({ key }, at) => {
    if (!AUXILIARIES.has(key)) return false;
    const rest = clause.slice(at + 1);
    const parted = rest.findIndex((token) => !AUXILIARIES.has(token.key) && !ADVERBS.has(token.key));
    const next = parted < 0 ? -1 : rest.findIndex((token, to) => to > parted && AUXILIARIES.has(token.key));
    return next > 0 && !rest.slice(parted, next).some(beginsAnother);
  });
}

function beginsAnother({ key, mark }: TitleToken): boolean {
  return mark !== "" || CONJUNCTIONS.has(key) || SUBORDINATORS.has(key) || isPronoun(key);
}
