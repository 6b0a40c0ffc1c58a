// A clip's description, as it is posted below the clip: one or two whole sentences of it that are understood alone, in
// the order in which they are said. Nothing is added to what was said. Where nothing whole was, it says which part of the
// source it is, and why it was chosen.
import { ENDS_SENTENCE } from "../../../shared/captions/sentence-marks.ts";
import { isUnspaced, subtitleWidth } from "../../../shared/captions/subtitle-lines.ts";
import { WORD } from "../../senses/meaning/text-lexicon.ts";
import type { SpokenText } from "../sentences/sentences.ts";
import { asksForMore, HANGS, hasVerb, type Quotation, quotationsOf } from "./clip-quotes.ts";
import { isAside } from "./languages/short-sentence.ts";
import { understoodAlone } from "./languages/understood-alone.ts";
import { plainWords, repeats } from "./plain-words.ts";
import { joinSentences } from "./readable-text.ts";
import { ABOUT_TALK, clauseStandsAlone } from "./title-strength.ts";
import { keysOf, readUtterances, type Utterance } from "./title-tokens.ts";

const MAX_SENTENCE_LENGTH = 160;
const MAX_SENTENCES = 2;
/** Fewer words say too little to be read below a clip. */
const MIN_WORDS = 5;
/** What follows on something that the description does not say. */
const LEANS =
  /^(?:another|also|again|which|whose|whereas|unlike|this|that|those|these|to|and|or|nor|but|otherwise|even|especially|except|like|not|as well as|as opposed to|rather than|instead of|at least|until|the (?:first|second|third|other|next|last) one (?:is|was)) /;
const LEANING_FACTOR = 0.35;
/** Of what somebody who reads it alone asks about. */
const ASKING_FACTOR = 0.4;
const HANGING_FACTOR = 0.25;
const ABOUT_TALK_FACTOR = 0.4;
const ASIDE_FACTOR = 0.1;
const FRAGMENT_FACTOR = 0.25;
/** How much counts against a clause what its sentence says besides. */
const LEFT_OUT_WEIGHT = 0.6;
const QUOTATION_FACTOR = 0.6;
/** Of what begins again within a sentence: "If running -- I couldn't imagine running". */
const BROKEN_FACTOR = 0.4;
/** A second sentence that is so much weaker than the first is left out. */
const MIN_SECOND_SHARE = 0.5;
/**
 * Others are said instead of the hook's sentence, which is shown already, where they are so strong beside the strongest, and
 * say so much: of 32 descriptions that would change at a half besides, 11 said less or leaned on the hook (2026-11).
 */
const MIN_OTHER_SHARE = 0.7;
const MIN_OTHER_WIDTH = 50;
/** By how much the sentence that is the clip's point, and the one that opens it, go before others. */
const POINT_FACTOR = 2;
const OPENING_FACTOR = 1.2;

interface Quoted {
  readonly at: number;
  readonly text: string;
  readonly strength: number;
}

/** Words that carry content, up to as many as one remembers. */
function substanceOf({ tokens }: Quotation): number {
  const content = new Set(
    tokens
      .filter(({ flags }) => (flags & (WORD.stop | WORD.hesitation | WORD.housekeeping)) === 0)
      .map(({ key }) => key),
  );
  return Math.min(8, content.size);
}

/** Whether its speaker broke off before its end. */
function breaksOff({ tokens }: Quotation): boolean {
  return tokens.slice(0, -1).some(({ mark }) => mark === "break");
}

/** Whether it ends a quotation of which the beginning is not there: "are you coming?" and I said no. */
function endsQuotation({ text }: Quotation): boolean {
  const mark = /["“”]/.exec(text);
  return mark !== null && mark.index > 0 && !/[\s(—–-]/.test(text.charAt(mark.index - 1));
}

/** Of a welcome or a goodbye of another language. */
function asideFactor(text: SpokenText, { tokens }: Quotation): number {
  const [first, last] = [tokens[0]?.word ?? 0, tokens.at(-1)?.word ?? 0];
  return isAside(text, first, last + 1) ? ASIDE_FACTOR : 1;
}

/** How well what is quoted is understood by who has not heard the rest, 0 to 1. */
function aloneness(text: SpokenText, quotation: Quotation): number {
  // The other signs are words of English.
  if (text.language !== "en")
    return understoodAlone(quotation.text, text.language) * asideFactor(text, quotation);
  const said = keysOf(quotation.tokens);
  return (
    (asksForMore(text, quotation.tokens) ? ASKING_FACTOR : 1) *
    clauseStandsAlone(quotation, said) *
    (hasVerb(quotation.tokens) ? 1 : FRAGMENT_FACTOR) *
    (LEANS.test(said) ? LEANING_FACTOR : 1) *
    (breaksOff(quotation) ? BROKEN_FACTOR : 1) *
    (endsQuotation(quotation) ? BROKEN_FACTOR : 1) *
    (HANGS.test(said) ? HANGING_FACTOR : 1) *
    (ABOUT_TALK.test(said) ? ABOUT_TALK_FACTOR : 1) *
    (/^["“]/.test(quotation.tokens[0]?.text ?? "") ? QUOTATION_FACTOR : 1)
  );
}

/** In Thai and Lao nothing is written at a sentence's end; in Khmer and Burmese a stop is missed less than a wrong one. */
function withStop(sentence: string): string {
  if (/[。｡！？។៕။][”’」』）]*$/u.test(sentence)) return sentence;
  if (isUnspaced(sentence.at(-1) ?? ""))
    return subtitleWidth(sentence.at(-1) ?? "") > 1 ? `${sentence}。` : sentence;
  return ENDS_SENTENCE.test(sentence.replaceAll(/\s(?=[»?!]+$)/gu, "")) ? sentence : `${sentence}.`;
}

function isAt(text: SpokenText, { firstSentence, endSentence }: Utterance, timeS: number): boolean {
  const startS = text.sentences[firstSentence]?.startS ?? 0;
  const next = text.sentences[endSentence];
  return timeS >= startS && (next === undefined || timeS < next.startS);
}

function strengthOf(text: SpokenText, quotation: Quotation): number {
  return aloneness(text, quotation) * substanceOf(quotation) * (1 - LEFT_OUT_WEIGHT * quotation.leftOut);
}

function quotedFrom(text: SpokenText, pointS: number | null): Quoted[] {
  return readUtterances(text).flatMap((utterance, at) => {
    if (!utterance.hasStart || !utterance.hasEnd) return [];
    const quotations = quotationsOf(text, utterance, MAX_SENTENCE_LENGTH)
      .filter(({ tokens }) => tokens.length >= MIN_WORDS)
      .map((quotation) => ({ quote: quotation.text, strength: strengthOf(text, quotation) }))
      .toSorted((a, b) => b.strength - a.strength || b.quote.length - a.quote.length);
    const [best] = quotations;
    if (best === undefined) return [];
    const isPoint = pointS !== null && isAt(text, utterance, pointS);
    const factor = (isPoint ? POINT_FACTOR : 1) * (at === 0 ? OPENING_FACTOR : 1);
    return [{ at, text: withStop(best.quote), strength: best.strength * factor }];
  });
}

/** The strongest, in their order, of those that are at least so strong. */
function choose(quoted: readonly Quoted[], minStrength: number): Quoted[] {
  return quoted
    .filter(({ strength }) => strength >= minStrength)
    .toSorted((a, b) => b.strength - a.strength)
    .slice(0, MAX_SENTENCES)
    .toSorted((a, b) => a.at - b.at);
}

/** What is shown above a description. */
export interface ShownAbove {
  readonly title: string;
  readonly hook: string;
}

/**
 * One or two sentences; null where nothing whole of at most 160 characters is said.
 * @param shown a sentence that says just the same as the title says nothing more, nor does the hook's, which gives way
 *   to others that are nearly as strong
 * @param pointS a time on the clip's own clock within the sentence that is its point, where that is known
 */
export function quoteDescription(
  text: SpokenText,
  { title, hook }: ShownAbove,
  pointS: number | null,
): string | null {
  const quoted = quotedFrom(text, pointS);
  const untitled = quoted.filter((quote) => plainWords(quote.text) !== plainWords(title));
  const sayable = untitled.length === 0 ? quoted : untitled;
  const best = Math.max(0, ...sayable.map(({ strength }) => strength));
  const strongest = choose(sayable, MIN_SECOND_SHARE * best);
  const isNew = (quote: Quoted): boolean => !repeats(quote.text, hook);
  const others = choose(sayable.filter(isNew), MIN_OTHER_SHARE * best);
  const isEnough = subtitleWidth(others.map((quote) => quote.text).join(" ")) >= MIN_OTHER_WIDTH;
  const chosen = isEnough && !strongest.every(isNew) ? others : strongest;
  return chosen.length === 0 ? null : joinSentences(chosen.map((quote) => quote.text));
}
