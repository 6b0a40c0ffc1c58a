// Drops what a recognizer invents. Recognizers of the encoder-decoder kind fall into loops ("thank you thank you …"),
// pile words onto one moment, and write whole sentences over noise (Koenecke et al. 2024, "Careless Whisper"); CTC
// models stutter. What is dropped is only what no person can have said: the scores are left to say the rest. Words
// come out in order with times that never go back; silence between them stays.
import { leaveOut } from "../../../shared/captions/written-spaces.ts";
import { clamp } from "../../signal/clamp.ts";
import type { RecognizedWord } from "../speech-recognizer.ts";

export interface SpokenWindow {
  /** Length of the window. */
  readonly durationS: number;
  /** Share of it that is speech, 0 to 1. */
  readonly speechShare: number;
}

/** People say up to so many phrases of one, two, … words in a row; of more, two are believed. */
const PLAUSIBLE_REPEATS = [5, 4, 3, 3, 3] as const;
const KEPT_REPEATS = 2;
/** The fastest speakers reach 8 words a second. */
const WORDS_PER_S = 10;
/**
 * Scripts without spaces are counted by letters, because a recognizer's "word" may be any number of them: a character of
 * Chinese or Japanese is about a syllable, and letters of Thai, Lao, Khmer and Burmese are up to three to one, vowel
 * signs and tone marks aside. The fastest speakers reach 8 to 10 syllables a second.
 */
const IDEOGRAPHS_PER_S = 18;
const LETTERS_PER_S = 40;
/** Speech shorter than this holds no word; speech of a longer window is believed from this share on. */
const MIN_SPEECH_S = 0.1;
const MIN_SPEECH_SHARE = 0.03;
/** What a word is given that the recognizer put on a single instant. */
const MIN_WORD_S = 0.02;
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

function spokenForm(word: RecognizedWord): string {
  return word.text.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}]/gu, "") || word.text;
}

/** How many times the `length` forms at `from` are said in a row, themselves included. */
function repeatsAt(forms: readonly string[], from: number, length: number): number {
  let count = 1;
  for (let at = from + length; at + length <= forms.length; at += length, count += 1) {
    for (let index = 0; index < length; index += 1) {
      if (forms[at + index] !== forms[from + index]) return count;
    }
  }
  return count;
}

/** The first phrase that is repeated too often at `from`: how many words to keep and how many to pass over. */
function loopAt(forms: readonly string[], from: number): { kept: number; length: number } | undefined {
  for (const [index, plausible] of PLAUSIBLE_REPEATS.entries()) {
    const length = index + 1;
    const repeats = repeatsAt(forms, from, length);
    if (repeats > plausible) return { kept: KEPT_REPEATS * length, length: repeats * length };
  }
  return undefined;
}

function withoutLoops(words: readonly RecognizedWord[]): RecognizedWord[] {
  const forms = words.map(spokenForm);
  const kept: RecognizedWord[] = [];
  for (let at = 0; at < words.length; ) {
    const loop = loopAt(forms, at);
    kept.push(...words.slice(at, at + (loop?.kept ?? 1)));
    at += loop?.length ?? 1;
  }
  return kept;
}

/** A lone word without length may be a real short one; two in a row are piled up. */
function withoutPiles(words: readonly RecognizedWord[]): RecognizedWord[] {
  const isFlat = (word: RecognizedWord | undefined): boolean =>
    word !== undefined && !(word.endS > word.startS);
  return leaveOut(
    words,
    (word, index) => isFlat(word) && (isFlat(words[index - 1]) || isFlat(words[index + 1])),
  );
}

/** How much a word says, in words of scripts with spaces; a vowel sign that stands alone says nothing more. */
function weightOf({ text }: RecognizedWord): number {
  const ideographs = text.match(IDEOGRAPH) ?? [];
  const letters = text.match(UNSPACED) ?? [];
  if (ideographs.length + letters.length === 0) return 1;
  const sounded = letters.filter((letter) => !/\p{M}/u.test(letter)).length;
  const hasOthers = /[\p{L}\p{N}]/u.test(text.replaceAll(IDEOGRAPH, "").replaceAll(UNSPACED, ""));
  return WORDS_PER_S * (ideographs.length / IDEOGRAPHS_PER_S + sounded / LETTERS_PER_S) + Number(hasOthers);
}

interface Syllable {
  /** Index of its word. */
  readonly word: number;
  readonly startS: number;
  readonly weight: number;
}

/** Words of more than one by their parts, which are said one after the other; others as they are. */
function syllablesOf(words: readonly RecognizedWord[]): Syllable[] {
  return words.flatMap((word, index) => {
    const weight = weightOf(word);
    const count = Math.ceil(weight);
    return Array.from({ length: count }, (_, at) => ({
      word: index,
      startS: word.startS + (Math.max(0, word.endS - word.startS) * at) / count,
      weight: weight / count,
    }));
  });
}

/** Drops words of every second into which more begins than can be said. */
function withoutRush(words: readonly RecognizedWord[]): RecognizedWord[] {
  const syllables = syllablesOf(words);
  const isRushed = new Uint8Array(words.length);
  let from = 0;
  let weight = 0;
  for (const syllable of syllables) {
    weight += syllable.weight;
    while ((syllables[from]?.startS ?? 0) < syllable.startS - 1) {
      weight -= syllables[from]?.weight ?? 0;
      from += 1;
    }
    if (weight > WORDS_PER_S) isRushed.fill(1, syllables[from]?.word, syllable.word + 1);
  }
  return leaveOut(words, (_, index) => isRushed[index] === 1);
}

/** Times inside the window, ascending: a word ends before the next begins, and none begins before the one before. */
function inOrder(words: readonly RecognizedWord[], durationS: number): RecognizedWord[] {
  const ordered: RecognizedWord[] = [];
  for (const word of words) {
    const last = ordered.at(-1);
    const startS = Math.max(clamp(word.startS, 0, durationS), last?.startS ?? 0);
    if (last !== undefined && last.endS > startS) ordered[ordered.length - 1] = { ...last, endS: startS };
    const endS = Math.max(startS, clamp(Math.max(word.endS, word.startS + MIN_WORD_S), 0, durationS));
    ordered.push({ ...word, startS, endS });
  }
  return ordered;
}

/** Whether there is enough speech in the window for this many words. */
function isBelievable(words: readonly RecognizedWord[], { durationS, speechShare }: SpokenWindow): boolean {
  const speechS = durationS * speechShare;
  const isSpoken = speechS >= MIN_SPEECH_S && speechShare >= MIN_SPEECH_SHARE;
  const weight = words.reduce((sum, word) => sum + weightOf(word), 0);
  return isSpoken && weight <= Math.max(3, WORDS_PER_S * speechS);
}

/** What may have been said of what was recognized in a window; times are in seconds from its first sample. */
export function filterSpokenText(words: readonly RecognizedWord[], window: SpokenWindow): RecognizedWord[] {
  const written = leaveOut(
    words,
    ({ text, startS, endS }) => text.trim() === "" || !Number.isFinite(startS + endS),
  );
  const possible = withoutRush(withoutPiles(withoutLoops(written)));
  return isBelievable(possible, window) ? inOrder(possible, window.durationS) : [];
}
