// What was said in a source: words with their times on the source's clock, window by window as they were recognized.
// Whether a window is to be believed stays with it, because what is done with an unsure one differs: a transcription
// shows it with its scores, a clip shows no captions there.
import type { Span } from "../../signal/span.ts";
import type { SoundTracks } from "../../source/sound-tracks.ts";
import type { RecognizedWord } from "../speech-recognizer.ts";

export interface TranscriptWindow extends Span {
  /** ISO 639-1. */
  readonly language: string;
  /** False where the model is more likely wrong than right. */
  readonly isConfident: boolean;
  /** In order, inside the window. */
  readonly words: readonly RecognizedWord[];
}

export interface Transcript extends SoundTracks {
  /** Name and version of the model, and of the detector that found the speech for it: `name@version+name@version`. */
  readonly model: string;
  /** What was listened to. */
  readonly range: Span;
  /** Of the whole source. */
  readonly sourceS: number;
  /** In order; where there is none, nobody speaks. */
  readonly windows: readonly TranscriptWindow[];
}

/** Mean score of the words, 0 to 1; 0 where there are none. */
export function meanScore(words: readonly { readonly score: number }[]): number {
  return words.reduce((sum, { score }) => sum + score, 0) / Math.max(1, words.length);
}

/**
 * The words whose middle lies in `range` (seconds on the source's clock), cut at its edges; windows without
 * words go. The result's `range` is this one: it must lie within what was recognized.
 */
export function cutTranscript(transcript: Transcript, range: Span): Transcript {
  const isInside = ({ startS, endS }: Span): boolean =>
    (startS + endS) / 2 >= range.startS && (startS + endS) / 2 < range.endS;
  const cut = <S extends Span>(span: S): S => ({
    ...span,
    startS: Math.max(span.startS, range.startS),
    endS: Math.min(span.endS, range.endS),
  });
  const windows = transcript.windows
    .map((window) => ({ ...cut(window), words: window.words.filter(isInside).map(cut) }))
    .filter(({ words }) => words.length > 0);
  return { ...transcript, range, windows };
}

/**
 * The language (ISO 639-1) in which most words of believed windows are; null where no window is believed: of
 * nonsense nobody knows the language.
 */
export function languageOf(transcript: Transcript): string | null {
  const words = new Map<string, number>();
  for (const window of transcript.windows.filter(({ isConfident }) => isConfident)) {
    words.set(window.language, (words.get(window.language) ?? 0) + window.words.length);
  }
  const [mostFrequent] = [...words].sort(([, a], [, b]) => b - a);
  return mostFrequent?.[0] ?? null;
}

/** The share of words that stand in windows that are not to be believed, 0 to 1. */
export function unsureShare(transcript: Transcript): number {
  const all = transcript.windows.reduce((sum, { words }) => sum + words.length, 0);
  const unsure = transcript.windows
    .filter(({ isConfident }) => !isConfident)
    .reduce((sum, { words }) => sum + words.length, 0);
  return unsure / Math.max(1, all);
}
