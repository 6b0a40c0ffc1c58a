// Drops what a recogniser invents. Recognisers of the encoder-decoder kind fall into loops ("thank you thank you …"),
// pile words onto one moment, and write whole sentences over noise (Koenecke et al. 2024, "Careless Whisper"); CTC
// models stutter. What is dropped is only what no person can have said: the scores are left to say the rest. Words
// come out in order with times that never go back; silence between them stays.
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
/** Where a word is a character, it takes half as long. */
const CHARACTERS_PER_S = 18;
/** Speech shorter than this holds no word; speech of a longer window is believed from this share on. */
const MIN_SPEECH_S = 0.1;
const MIN_SPEECH_SHARE = 0.03;
/** What a word is given that the recogniser put on a single instant. */
const MIN_WORD_S = 0.02;
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function spokenForm(word: RecognizedWord): string {
  return word.text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "") || word.text;
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
  return words.filter(
    (word, index) => !isFlat(word) || !(isFlat(words[index - 1]) || isFlat(words[index + 1])),
  );
}

/** Words per second that a person can say, given how the words are written. */
function fastest(words: readonly RecognizedWord[]): number {
  const ideographs = words.filter((word) => IDEOGRAPH.test(word.text)).length;
  return 2 * ideographs > words.length ? CHARACTERS_PER_S : WORDS_PER_S;
}

/** Drops words of every second into which more begin than can be said. */
function withoutRush(words: readonly RecognizedWord[]): RecognizedWord[] {
  const maxWords = fastest(words);
  const isRushed = new Uint8Array(words.length);
  let from = 0;
  for (const [index, word] of words.entries()) {
    while ((words[from]?.startS ?? 0) < word.startS - 1) from += 1;
    if (index - from + 1 > maxWords) isRushed.fill(1, from, index + 1);
  }
  return words.filter((_, index) => isRushed[index] === 0);
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
  return isSpoken && words.length <= Math.max(3, fastest(words) * speechS);
}

/** What may have been said of what was recognised in a window; times are in seconds from its first sample. */
export function filterSpokenText(words: readonly RecognizedWord[], window: SpokenWindow): RecognizedWord[] {
  const written = words.filter(
    ({ text, startS, endS }) => text.trim() !== "" && Number.isFinite(startS + endS),
  );
  const possible = withoutRush(withoutPiles(withoutLoops(written)));
  return isBelievable(possible, window) ? inOrder(possible, window.durationS) : [];
}
