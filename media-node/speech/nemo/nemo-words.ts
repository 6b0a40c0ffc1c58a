// From words on output frames to words in seconds: the manifest's calibration is added, and what it moves too far is
// brought back, so that words stay in order, inside their window, and do not overlap.

import { clamp } from "../../signal/clamp.ts";
import type { FramedWord } from "../ctc/subword-words.ts";
import type { RecognizedWord } from "../speech-recognizer.ts";
import type { NemoSettings } from "./nemo-bundle.ts";
import { NEMO_HOP_S } from "./nemo-features.ts";

/**
 * Words with times in seconds of their window.
 * @param words in order, in frames of the network's output (`subsampling` frames of features each)
 * @param windowS the window's length; no word reaches beyond it
 */
export function timeWords(
  words: readonly FramedWord[],
  { subsampling, startOffsetS, endOffsetS }: NemoSettings,
  windowS: number,
): RecognizedWord[] {
  const frameS = subsampling * NEMO_HOP_S;
  const starts: number[] = [];
  for (const { startFrame } of words) {
    starts.push(clamp(startFrame * frameS + startOffsetS, starts.at(-1) ?? 0, windowS));
  }
  return words.map(({ text, endFrame, score, acoustics }, index) => {
    const startS = starts[index] as number;
    const endS = clamp(endFrame * frameS + endOffsetS, startS, starts[index + 1] ?? windowS);
    return { text, startS, endS, score: clamp(score), ...(acoustics && { acoustics }) };
  });
}
