// How well the frames of a stretch show what a client asked for, from the similarity of an image-text model between
// frames and a text. Those similarities mean little by themselves: how high they lie depends on the model and the
// text, so that each source is measured by its own frames. Something is shown where a frame stands out.

import { clamp } from "../../signal/clamp.ts";
import { percentile } from "../../signal/percentile.ts";
import type { Span } from "../../signal/span.ts";

/** Frames of a source at even steps, and how well each shows the prompt's topic and the title, 0 to 1. */
export interface FrameScores {
  readonly startS: number;
  readonly stepS: number;
  /** Null where nothing was asked. */
  readonly topic: Float32Array | null;
  readonly title: Float32Array | null;
}

/**
 * Cosines of CLIP and SigLIP lie about 0.1 higher for a text that fits a frame than for one that does not. A frame
 * must stand out by more than half of that to count full: below, the frames of a source differ by chance.
 */
const MIN_SPREAD = 0.06;
/** The part of the spread that says nothing yet. */
const DOUBTFUL_SHARE = 0.25;

/**
 * Similarities (cosines) of one text to all frames of a source, as scores from 0 to 1 by how far they stand
 * out among them.
 */
export function calibrateSimilarities(similarities: Float32Array): Float32Array {
  // Not the median: what was asked for may be seen most of the time.
  const typical = percentile(similarities, 0.25);
  const spread = Math.max(MIN_SPREAD, percentile(similarities, 1) - typical);
  const from = typical + DOUBTFUL_SHARE * spread;
  return similarities.map((similarity) => clamp((similarity - from) / ((1 - DOUBTFUL_SHARE) * spread)));
}

/**
 * The best frame counts for this much, and for the rest the root of the mean: a goal is seen for a few seconds of its
 * clip, and yet of two clips the one that shows more of what was asked for is the better one.
 */
const BEST_FRAME_SHARE = 0.2;

/**
 * How well a stretch shows a wish, 0 to 1; NaN where there is no wish, or nothing looked. A stretch between
 * two frames gets the nearer one.
 */
export function shownIn(scores: FrameScores | null, wish: "topic" | "title", stretch: Span): number {
  const values = scores?.[wish] ?? null;
  if (scores === null || values === null || values.length === 0) return Number.NaN;
  const indexAt = (timeS: number): number => Math.round((timeS - scores.startS) / scores.stepS);
  const from = Math.min(values.length - 1, Math.max(0, indexAt(stretch.startS)));
  const within = values.subarray(from, Math.max(from + 1, indexAt(stretch.endS)));
  const mean = within.reduce((sum, value) => sum + value, 0) / within.length;
  return BEST_FRAME_SHARE * Math.max(...within) + (1 - BEST_FRAME_SHARE) * Math.sqrt(mean);
}

/** What words and frames have of a wish together: each counts for what the other lacks. NaN where neither can tell. */
export function saidOrShown(said: number, shown: number): number {
  if (Number.isNaN(said)) return shown;
  return Number.isNaN(shown) ? said : said + shown - said * shown;
}
