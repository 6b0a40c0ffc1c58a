// The reason of a clip that was mended: other ends, corrected words. Nothing is scored again, so what was said of it stays,
// but never with a quotation that is not said in the clip any more: of one whose words were corrected the words are, one
// that was cut off goes with what it bore out, and so does what is told of a beginning or an end that is another now. To
// write a new reason was rejected: it would tell what a score is made from that the clip does not have.

import { joinWords } from "../../../shared/captions/subtitle-lines.ts";
import { LEADS } from "../../clips/virality/kind-deeds.ts";
import { WORD, wordFlags } from "../../senses/meaning/text-lexicon.ts";
import { keysIn } from "../../senses/meaning/text-similarity.ts";

/** A word of a clip, and its place among those of the source, which a correction leaves where it is. */
export interface PlacedWord {
  readonly place: number;
  readonly text: string;
}

/** A clip as it was and as it is. */
export interface MendedClip {
  /** Its words, without those that are taken out. */
  readonly before: readonly PlacedWord[];
  readonly after: readonly PlacedWord[];
  /** Whether it still begins and ends as it did. */
  readonly beginsSame: boolean;
  readonly endsSame: boolean;
}

interface PlacedKey {
  readonly place: number;
  readonly key: string;
}

/** A quotation leaves out filler: so many words may stand between two of its words. */
const MAX_FILLER = 6;
const QUOTED = /“([^“”]*)”/gu;
/** Told of the place where a clip begins, or of what follows from it. */
const OF_BEGINNING =
  /^(?:gets to the point at once|begins |is understood without what came before it|answers its opening question)/;
const OF_END = /^(?:ends |answers )/;
/** Told of the whole from one end to the other: a part has fewer shots, and more may be of something else. */
const OF_BOTH = /^(?:tells its subject from beginning to end|changes the shot )/;
const OPENS = "Opens with ";
const LED = new RegExp(`^(?:${LEADS}) “`, "u");
/** "It speaks of “bees” and “swarms”.": one phrase, whose parts say nothing alone. */
const SPEAKS = /^(?:It s|S)peaks of “/u;
/** Quotes no word of the clip: "your" and "you're" bear it out, too. */
const ADDRESSES = /^speaks directly to “you”/;
/** "A, b and c", but not within what is quoted or in brackets, nor where a phrase has the words itself. */
const BETWEEN = /(?:, | and )(?!even pace\b|quiet\b)(?=(?:[^“”]|“[^“”]*”)*$)(?![^()]*\))/u;
const LIST = new Intl.ListFormat("en-GB");

function placedKeys(words: readonly PlacedWord[]): PlacedKey[] {
  return words.flatMap(({ place, text }) =>
    keysIn(text).flatMap((key) => (key === "" ? [] : [{ place, key }])),
  );
}

/** Where a quotation's keys stand in their order, from one index on; null where they do not. */
function keysFrom(said: readonly PlacedKey[], first: number, keys: readonly string[]): PlacedKey[] | null {
  const found: PlacedKey[] = [];
  let at = first;
  for (const key of keys) {
    const end = Math.min(said.length, at + (found.length === 0 ? 1 : MAX_FILLER + 1));
    while (at < end && said[at]?.key !== key) at += 1;
    const one = said[at];
    if (one === undefined || at >= end) return null;
    found.push(one);
    at += 1;
  }
  return found;
}

function findQuote(said: readonly PlacedKey[], quote: string): PlacedKey[] | null {
  const keys = keysIn(quote).filter((key) => key !== "");
  if (keys.length === 0) return null;
  for (let first = 0; first < said.length; first += 1) {
    const found = said[first]?.key === keys[0] ? keysFrom(said, first, keys) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Scripts without spaces are parted into words by what stands around them. */
function saysLetters(words: readonly PlacedWord[], quote: string): boolean {
  const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  const isUnspaced = !/\s/.test(quote.trim()) && keysIn(quote).length > 1;
  return isUnspaced && lettersOf(words.map(({ text }) => text).join("")).includes(lettersOf(quote));
}

/** A quotation as it is said after words of it were corrected; null where one of them is not said any more. */
function correctedQuote(quote: string, { before, after }: MendedClip): string | null {
  const found = findQuote(placedKeys(before), quote);
  if (found === null) return null;
  const was = new Map(before.map(({ place, text }) => [place, text]));
  const is = new Map(after.map(({ place, text }) => [place, text]));
  if (found.some(({ place }) => !is.has(place))) return null;
  let at = 0;
  const tokens = quote.split(/\s+/).map((token) => {
    const count = keysIn(token).filter((key) => key !== "").length;
    const places = [...new Set(found.slice(at, at + count).map(({ place }) => place))];
    at += count;
    if (places.every((place) => is.get(place) === was.get(place))) return token;
    const text = joinWords(places.map((place) => ({ text: is.get(place) ?? "" })));
    return token.replace(/[\p{L}\p{N}].*[\p{L}\p{N}]|[\p{L}\p{N}]/u, () => bare(text));
  });
  return tokens.join(" ");
}

/** Without the marks around it, and without those of quotations. */
function bare(text: string): string {
  return text.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}%]+$|[“”]/gu, "");
}

function quoteAfter(quote: string, clip: MendedClip): string | null {
  const isSaid = findQuote(placedKeys(clip.after), quote) !== null || saysLetters(clip.after, quote);
  return isSaid ? quote : correctedQuote(quote, clip);
}

/** A phrase with what of its quotations is said; null where one is not, of words in brackets where none is. */
function mendPhrase(phrase: string, clip: MendedClip): string | null {
  if (ADDRESSES.test(phrase))
    return placedKeys(clip.after).some(({ key }) => (wordFlags(key) & WORD.address) !== 0) ? phrase : null;
  const quotes = [...phrase.matchAll(QUOTED)].map(([, quote = ""]) => quoteAfter(quote, clip));
  const said = quotes.filter((quote) => quote !== null).map((quote) => `“${quote}”`);
  const [, deed] = /^(.*) \(“.*”\)$/u.exec(phrase) ?? [];
  if (deed !== undefined) return said.length === 0 ? null : `${deed} (${said.join(", ")})`;
  if (said.length < quotes.length) return null;
  let at = 0;
  return phrase.replaceAll(QUOTED, () => said[at++] ?? "");
}

/** A sentence of a reason, without its stop, with those of its phrases that are still true; null where none is. */
function mendSentence(sentence: string, clip: MendedClip): string | null {
  if (LED.test(sentence) || SPEAKS.test(sentence)) return mendPhrase(sentence, clip);
  const opens = sentence.startsWith(OPENS);
  if (opens && !clip.beginsSame) return null;
  const prefix = opens ? OPENS : "";
  const listed = opens ? sentence.slice(OPENS.length) : sentence.replace(/^It /, "");
  const kept = `${listed.charAt(0).toLowerCase()}${listed.slice(1)}`
    .split(BETWEEN)
    .filter((phrase) => clip.beginsSame || !(OF_BEGINNING.test(phrase) || OF_BOTH.test(phrase)))
    .filter((phrase) => clip.endsSame || !(OF_END.test(phrase) || OF_BOTH.test(phrase)))
    .map((phrase) => mendPhrase(phrase, clip))
    .filter((phrase) => phrase !== null);
  return kept.length === 0 ? null : `${prefix}${LIST.format(kept)}`;
}

/** A sentence without its stop: stops within a quotation are its own. */
const SENTENCE = /(?:“[^“”]*”|[^“.])+/gu;

function saysSame({ before, after, beginsSame, endsSame }: MendedClip): boolean {
  const isSame = ({ place, text }: PlacedWord, at: number): boolean =>
    place === before[at]?.place && text === before[at]?.text;
  return beginsSame && endsSame && after.length === before.length && after.every(isSame);
}

/** A reason as far as it is still true of a clip that was mended; may be empty. */
export function mendReason(reason: string, clip: MendedClip): string {
  if (saysSame(clip)) return reason;
  const sentences = [...reason.matchAll(SENTENCE)].map(([sentence]) => sentence.trim());
  const kept = sentences
    .filter((sentence) => sentence !== "")
    .map((sentence) => mendSentence(sentence, clip))
    .filter((sentence) => sentence !== null);
  return kept
    .map((sentence, at) => {
      if (at > 0 && !/^(?:\p{Lu})/u.test(sentence)) return `It ${sentence}.`;
      return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
    })
    .join(" ");
}
