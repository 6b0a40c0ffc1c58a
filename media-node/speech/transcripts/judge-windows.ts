// Which windows of recognized speech are to be believed. Most models tell by their words' scores alone. One that learnt
// few voices needs more: of a stranger's voice its language model makes fluent sentences whose words score well here
// and there. Where a bundle has bounds for it, a window is believed only if three measures hold at once, over the
// window, over the voice around it, and over every run of a few words: the mean score, the share of phones that the
// network by itself recognizes otherwise than the words have them, and how unsure its frames are.
import type { SpeechBounds, StretchMeasures } from "../../models/speech-bounds.ts";
import type { AcousticEvidence } from "../ctc/acoustic-evidence.ts";
import type { RecognizedWord } from "../speech-recognizer.ts";
import { meanScore, type TranscriptWindow } from "./transcript.ts";

/** A recognized window on the source's clock, before it is judged. */
export type UnjudgedWindow = Omit<TranscriptWindow, "isConfident">;

/** What a bundle's manifest says of when its words are to be believed. */
export interface Believability {
  /** Of the mean word score of a window, 0 to 1. */
  readonly confidentScore?: number;
  readonly bounds?: SpeechBounds;
}

/** Windows that begin within this time of each other are taken for one voice. */
const VOICE_S = 60;
/** A stranger who speaks between people whom the model knows is noticed over so many words. */
const RUN_WORDS = 6;
/** So many words as of a stranger count with every stretch, so that two lucky words prove nothing. */
const DOUBTED_WORDS = 3;
/** Of a usual word. */
const WORD_PHONES = 3.2;
const WORD_FRAMES = 4;
/** What a word counts without evidence from its engine: as a wrong one. */
const UNMEASURED: AcousticEvidence = { phones: 1, phoneErrors: 1, frames: 0, entropyNats: 0 };

/** Sums over the words of a stretch. */
interface Evidence {
  readonly words: number;
  readonly score: number;
  readonly phones: number;
  readonly phoneErrors: number;
  readonly frames: number;
  readonly entropyNats: number;
}

const NONE: Evidence = { words: 0, score: 0, phones: 0, phoneErrors: 0, frames: 0, entropyNats: 0 };

function evidenceOf({ score, acoustics = UNMEASURED }: RecognizedWord): Evidence {
  return { ...acoustics, words: 1, score };
}

function sum(parts: readonly Evidence[]): Evidence {
  return parts.reduce(
    (total, part) => ({
      words: total.words + part.words,
      score: total.score + part.score,
      phones: total.phones + part.phones,
      phoneErrors: total.phoneErrors + part.phoneErrors,
      frames: total.frames + part.frames,
      entropyNats: total.entropyNats + part.entropyNats,
    }),
    NONE,
  );
}

/** Some words of a stranger, as evidence. */
function strangersWords({ score, misheard, entropyNats }: StretchMeasures): Evidence {
  return {
    words: DOUBTED_WORDS,
    score: DOUBTED_WORDS * score,
    phones: DOUBTED_WORDS * WORD_PHONES,
    phoneErrors: DOUBTED_WORDS * WORD_PHONES * misheard,
    frames: DOUBTED_WORDS * WORD_FRAMES,
    entropyNats: DOUBTED_WORDS * WORD_FRAMES * entropyNats,
  };
}

function isWithin(evidence: Evidence, bounds: StretchMeasures): boolean {
  return (
    evidence.score >= bounds.score * evidence.words &&
    evidence.phoneErrors <= bounds.misheard * evidence.phones &&
    evidence.entropyNats <= bounds.entropyNats * evidence.frames
  );
}

/** Whether every run of words keeps the bounds; fewer words than a run are judged with the window alone. */
function areRunsWithin(words: readonly Evidence[], bounds: StretchMeasures): boolean {
  for (let first = 0; first + RUN_WORDS <= words.length; first += 1) {
    if (!isWithin(sum(words.slice(first, first + RUN_WORDS)), bounds)) return false;
  }
  return true;
}

function withoutEvidence(words: readonly RecognizedWord[]): RecognizedWord[] {
  return words.map(({ acoustics: _, ...word }) => word);
}

function judgeByBounds(windows: readonly UnjudgedWindow[], bounds: SpeechBounds): TranscriptWindow[] {
  const doubt = strangersWords(bounds.stranger);
  const evidence = windows.map(({ words }) => words.map(evidenceOf));
  const sums = evidence.map(sum);
  let [first, last] = [0, 0];
  return windows.map((window, index) => {
    while ((windows[first]?.startS ?? 0) < window.startS - VOICE_S) first += 1;
    while (last < windows.length && (windows[last]?.startS ?? 0) <= window.startS + VOICE_S) last += 1;
    const isConfident =
      isWithin(sum([doubt, ...sums.slice(first, last)]), bounds.voice) &&
      isWithin(sum([doubt, sums[index] ?? NONE]), bounds.window) &&
      areRunsWithin(evidence[index] ?? [], bounds.run);
    return { ...window, isConfident, words: withoutEvidence(window.words) };
  });
}

/** Judges all windows of a source, which ascend; what was only needed for that is taken off their words. */
export function judgeWindows(
  windows: readonly UnjudgedWindow[],
  { confidentScore = 0, bounds }: Believability,
): TranscriptWindow[] {
  if (bounds !== undefined) return judgeByBounds(windows, bounds);
  return windows.map((window) => ({
    ...window,
    isConfident: meanScore(window.words) >= confidentScore,
    words: withoutEvidence(window.words),
  }));
}
