// One or two sentences for a person about why a clip scores as it does. Which features it names follows from the model's own
// contributions, the largest first; of what a clip does, what was asked for comes before all else. What it says of them
// stands in reason-phrases.ts.
import { MOMENT_KINDS } from "../sentences/moment-kinds.ts";
import { isUnderstoodFirst } from "../sentences/sentence-openings.ts";
import { quoteBest, quoteWhole } from "../titles/clip-quotes.ts";
import { hasEnglishStopWords } from "../titles/english-words.ts";
import { HEADS } from "./additive-model.ts";
import { borneOutKind, sayPoint } from "./kind-deeds.ts";
import { GENERAL, saysTheSame } from "./reason-order.ts";
import { phraseOf } from "./reason-phrases.ts";
import {
  MAX_QUOTE_LENGTH,
  MIN_BESIDE_WORDS,
  MIN_POINT_WORDS,
  type Phrase,
  type PhraseSources,
  WHOLE_PIECE,
} from "./reason-sources.ts";
import { type FeatureName, VIRALITY_FEATURES } from "./virality-feature-list.ts";
import { isAsked } from "./wish-phrases.ts";

export interface ReasonSources extends PhraseSources {
  /** [F, 4] of this clip: what each feature adds to each head's logit. */
  readonly contributions: ArrayLike<number>;
}

const ASKED: FeatureName = "promptMatch";
/** "A, b and c". */
const LIST = new Intl.ListFormat("en-GB");
const MAX_NAMED = 3;
/** Where nothing shorter shows what a clip is about. */
const MAX_LONG_QUOTE_LENGTH = 140;
/** A further feature is named only when it adds at least this share of what the first does. */
const WORTH_NAMING = 0.15;
/** What is true of most clips is named only where fewer things are. */
const ENOUGH_NAMED = 2;

/** Say what a clip does; without a sentence of it that says little. */
const DEEDS: ReadonlySet<FeatureName> = new Set(["worth", "point", ...MOMENT_KINDS]);

/** Features by what they add to the four heads together, the largest first. */
function rankContributions(contributions: ArrayLike<number>): { name: FeatureName; sum: number }[] {
  return VIRALITY_FEATURES.map(({ name }, feature) => ({
    name,
    sum: HEADS.reduce((sum, _, head) => sum + (contributions[feature * HEADS.length + head] ?? 0), 0),
  })).sort((a, b) => b.sum - a.sum);
}

/** What was asked for is said before all else, and what is true of most clips last. */
function placeOf(name: FeatureName): number {
  return name === ASKED ? 0 : GENERAL.has(name) ? 2 : 1;
}

/** What is named of a clip: the largest features of which something can be said, none twice. */
function namedPhrases(clip: ReasonSources): Phrase[] {
  const ranked = rankContributions(clip.contributions).filter(
    ({ name, sum }) => sum > 0.01 || (name === ASKED && isAsked(clip)),
  );
  const max = ranked.find(({ name }) => Object.keys(phraseOf(name, clip)).length > 0)?.sum ?? 0;
  const said: FeatureName[] = [];
  const phrases: Phrase[] = [];
  const worthNaming = ranked.filter(({ name, sum }) => name === ASKED || sum >= WORTH_NAMING * max);
  const tellingFirst = worthNaming.toSorted((a, b) => placeOf(a.name) - placeOf(b.name));
  for (const { name } of tellingFirst) {
    if (phrases.length >= (GENERAL.has(name) ? ENOUGH_NAMED : MAX_NAMED)) break;
    const phrase = said.some((above) => saysTheSame(above, name)) ? {} : phraseOf(name, clip);
    if (Object.keys(phrase).length === 0 || quotesAgain(phrase, phrases)) continue;
    said.push(name);
    phrases.push(phrase);
  }
  const isBare = saysLittle(said, worthNaming) && phrases.every(isWithoutQuote);
  return isBare ? withBest(clip, phrases, said) : phrases;
}

/** The phrases of some features with the clip's best sentence: beside what tells something, nothing that is true of most clips. */
function withBest(clip: ReasonSources, phrases: readonly Phrase[], said: readonly FeatureName[]): Phrase[] {
  const best = bestOf(clip);
  const telling = phrases.filter((_, at) => !said.slice(at, at + 1).some((name) => GENERAL.has(name)));
  const isShown = Object.keys(best).length > 0 && telling.length > 0;
  return [...(isShown ? telling : phrases), best];
}

/** Whether what is named says what a clip does, or what is true of most clips: without a sentence of it that is little. */
function saysLittle(said: readonly FeatureName[], worthNaming: readonly { name: FeatureName }[]): boolean {
  const isGeneral = said.length > 0 && said.every((name) => GENERAL.has(name));
  return isGeneral || worthNaming.some(({ name }) => DEEDS.has(name));
}

function quotesOf(phrase: Phrase): string[] {
  const quotes = Object.values(phrase).flatMap((said) => [...said.matchAll(/“([^”]+)”/g)]);
  return quotes.map(([, quote = ""]) => quote.toLowerCase().replaceAll(/[^\p{L}\p{N} ]/gu, ""));
}

function isWithoutQuote(phrase: Phrase): boolean {
  return quotesOf(phrase).length === 0;
}

/** Whether a phrase quotes a sentence, or a part of it, that another one quotes already. */
function quotesAgain(phrase: Phrase, others: readonly Phrase[]): boolean {
  const known = others.flatMap(quotesOf).filter(isSentence);
  return quotesOf(phrase)
    .filter(isSentence)
    .some((quote) => known.some((other) => other.includes(quote) || quote.includes(other)));
}

function isSentence(quote: string): boolean {
  return quote.split(" ").length >= MIN_POINT_WORDS;
}

/** The first long sentence of an English clip that it says wholly, and that is understood by itself; null where none is. */
function firstUnderstood({ text: { text }, opens, closes }: ReasonSources): string | null {
  const [from, to] = [opens?.nextWord ?? 0, closes?.nextWord ?? 0];
  const { language } = text;
  const said = { language, words: text.words.slice(from, to), flags: text.flags.slice(from, to) };
  if (!hasEnglishStopWords(said)) return null;
  for (let at = opens?.nextSentence ?? 0; at < (closes?.nextSentence ?? 0); at += 1) {
    // A clip may open inside a sentence.
    const isCut = (text.sentences[at]?.firstWord ?? 0) < from;
    if (isCut || !isUnderstoodFirst(text, at)) continue;
    const quote = quoteWhole(text, at, { maxLength: MAX_LONG_QUOTE_LENGTH, to })?.replace(/[\s,;.…]+$/u, "");
    if (quote !== undefined && quote.length > MAX_QUOTE_LENGTH) return quote;
  }
  return null;
}

/**
 * Where nothing else that is said shows what a clip is about: what would be its best title that may be quoted, else a whole
 * sentence that is longer.
 */
function bestOf(clip: ReasonSources): Phrase {
  const { text, opens, closes } = clip;
  const kind = borneOutKind(clip);
  const bounds = { kind, maxLength: MAX_QUOTE_LENGTH, minWords: MIN_BESIDE_WORDS };
  const best = quoteBest(text.text, opens?.nextWord ?? 0, closes?.nextWord ?? 0, bounds);
  const quote = best ?? firstUnderstood(clip);
  return quote === null ? {} : { says: sayPoint(null, quote.replaceAll(/["“”]/g, "'")) };
}

/** For example "Opens with the question “How do they choose?”. It gives numbers (“ten”) and answers its opening question." */
export function explainScore(clip: ReasonSources): string {
  const phrases = namedPhrases(clip);
  const openings = LIST.format(phrases.flatMap(({ opensWith }) => opensWith ?? []));
  const deeds = LIST.format(phrases.flatMap((phrase) => phrase.does ?? []));
  const sentences = phrases.flatMap(({ says }) => says ?? []);
  if (openings !== "")
    sentences.unshift(...[`Opens with ${openings}.`, deeds === "" ? [] : `It ${deeds}.`].flat());
  else if (deeds !== "") sentences.unshift(`${deeds.charAt(0).toUpperCase()}${deeds.slice(1)}.`);
  return sentences.join(" ") || WHOLE_PIECE;
}
