// How much of what was heard is right, and how much of that a clip would show.
import type { TranscriptWindow } from "../../../media-node/speech/transcripts/transcript.ts";
import { areRight, wordsOf } from "./word-errors.ts";

export interface ShownWords {
  readonly heard: number;
  /** Of those heard; 0 where nobody wrote down what is said. */
  readonly right: number;
  readonly shown: number;
  readonly shownRight: number;
}

export function countShown(windows: readonly TranscriptWindow[], said: string | null): ShownWords {
  const heard = windows.flatMap(({ words, isConfident }) =>
    words.flatMap(({ text }) => wordsOf(text).map((word) => ({ word, isConfident }))),
  );
  const right = areRight(
    wordsOf(said ?? ""),
    heard.map(({ word }) => word),
  );
  const count = (counts: (index: number) => boolean | undefined): number =>
    heard.filter((_, index) => counts(index)).length;
  return {
    heard: heard.length,
    right: count((index) => right[index]),
    shown: count((index) => heard[index]?.isConfident),
    shownRight: count((index) => right[index] && heard[index]?.isConfident),
  };
}
