// Which stretches of a source sound where in a reel, to the sample. Pure. Video changes from one frame to the next,
// but audio that did so would click: each stretch begins a little before its first frame and ends a little after its
// last, and neighbours are crossfaded over the joint, in its middle, so that nothing gets shorter or out of step. Under
// an intro card the audio of the first moment begins early, and under an outro that of the last one goes on.

import { SAMPLE_RATE_HZ } from "../render/audio-graph.ts";
import type { AudioCut } from "../render/cut-audio.ts";
import { type ReelPlan, sampleAt } from "./plan-reel.ts";

export interface ReelAudioPlan {
  /** In the order of the reel; each overlaps the next by `crossfadeSamples`. */
  readonly segments: readonly AudioCut[];
  readonly crossfadeSamples: number;
  readonly sampleCount: number;
  /** How long the match takes to rise under an intro card and to fall under an outro; 0 without. */
  readonly fadeInS: number;
  readonly fadeOutS: number;
}

/** Half of a crossfade: a joint is heard as one place, and no click. */
const HALF_CROSSFADE_S = 0.03;

export interface CardFrames {
  readonly intro: number;
  readonly outro: number;
}

export const NO_CARDS: CardFrames = { intro: 0, outro: 0 };

/** Plans the audio of a reel with at least one piece. */
export function planReelAudio({ pieces, frameRate }: ReelPlan, cards: CardFrames): ReelAudioPlan {
  const starts = [cards.intro];
  for (const { frameCount } of pieces) starts.push((starts.at(-1) ?? 0) + frameCount);
  const at = (frame: number): number => sampleAt(frame, frameRate);
  const sampleCount = at((starts.at(-1) ?? 0) + cards.outro);
  const minSamples = Math.min(...pieces.map(({ frameCount }) => at(frameCount)));
  const half = Math.floor(Math.min(HALF_CROSSFADE_S * SAMPLE_RATE_HZ, minSamples / 4));
  const segments = pieces.map((piece, index) => {
    const first = at(starts[index] ?? 0);
    const from = index === 0 ? 0 : first - half;
    const to = index === pieces.length - 1 ? sampleCount : at(starts[index + 1] ?? 0) + half;
    const startS = piece.startS - (first - from) / SAMPLE_RATE_HZ;
    const leadSamples = Math.min(to - from, Math.max(0, Math.round(-startS * SAMPLE_RATE_HZ)));
    return { leadSamples, startS: Math.max(0, startS), sampleCount: to - from };
  });
  return {
    segments,
    crossfadeSamples: 2 * half,
    sampleCount,
    fadeInS: cards.intro / frameRate,
    fadeOutS: cards.outro / frameRate,
  };
}
