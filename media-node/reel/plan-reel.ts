// Puts the chosen moments on the frames of a reel. Pure. A reel has one constant frame rate, and each piece of it a
// whole number of frames, so that pieces that are rendered one by one meet without a gap, and audio can be cut to the
// very sample. One filter graph with an input per moment was rejected: it renders on one thread's decoder, and what is
// finished of it when a node dies is lost.

import { outputFrameRate } from "../../shared/frame-rates.ts";
import { REEL_LIMITS } from "../../shared/limits/highlights.ts";
import type { ReelLayout } from "../../shared/tasks/highlight-job.ts";
import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import { SAMPLE_RATE_HZ } from "../render/audio-graph.ts";
import { frameOfLayout } from "../render/frame-of-layout.ts";
import type { Span } from "../signal/span.ts";
import { type SourceRead, sourceRead, type VideoClock } from "../source/source-read.ts";

/** A stretch of the source that becomes a stretch of the reel. */
export interface ReelPiece {
  /** The time of its first frame on the source's clock. */
  readonly startS: number;
  /** Of the reel. */
  readonly frameCount: number;
}

export interface ReelPlan {
  readonly target: FrameSize;
  readonly frameRate: number;
  /** In the order of the reel. */
  readonly pieces: readonly ReelPiece[];
}

/** Part of a frame by which a seek comes before the frame that it looks for. */
const SEEK_EARLY_FRAMES = 0.25;

/** The best of the moments, as many as one reel may have, in their order. */
export function boundMoments<M extends { readonly score: number }>(moments: readonly M[]): readonly M[] {
  if (moments.length <= REEL_LIMITS.pieces) return moments;
  const best = new Set(moments.toSorted((a, b) => b.score - a.score).slice(0, REEL_LIMITS.pieces));
  return moments.filter((moment) => best.has(moment));
}

export interface ReelRequest {
  /** In the order of the reel, on the source's clock. */
  readonly moments: readonly Span[];
  readonly source: {
    readonly durationS: number;
    readonly video: { readonly frameRate: number; readonly startS?: number };
  };
  readonly layout: ReelLayout;
  readonly shortSidePx: number;
}

/** Rates that differ by less are one rate, written once as a fraction and once in decimals. */
const SAME_RATE = 1e-5;

/**
 * The frame that lies nearest to a time. A piece that began between two frames would show its first one twice, and all
 * others up to a frame late against their audio.
 */
function nearestFrameS(timeS: number, video: ReelRequest["source"]["video"], reelRate: number): number {
  const { frameRate: sourceRate, startS = 0 } = video;
  const rate = Math.abs(sourceRate / reelRate - 1) < SAME_RATE ? sourceRate : reelRate;
  return Math.max(0, startS + Math.round((timeS - startS) * rate) / rate);
}

/**
 * The frames of a reel, of which no piece is empty. Both ends of a moment move to the nearest frame of the
 * source, or of the reel where its rate is another.
 */
export function planReel({ moments, source, layout, shortSidePx }: ReelRequest): ReelPlan {
  const frameRate = outputFrameRate(source.video.frameRate);
  const pieces = moments.map((moment) => {
    const startS = nearestFrameS(moment.startS, source.video, frameRate);
    // Both ends on frames: a cut of the source that a moment ends at must not be passed by rounding a length.
    const endS = nearestFrameS(Math.min(moment.endS, source.durationS), source.video, frameRate);
    const lengthS = endS - startS;
    return { startS, frameCount: Math.max(1, Math.round(lengthS * frameRate)) };
  });
  return { target: frameOfLayout(layout, shortSidePx), frameRate, pieces };
}

/**
 * What to read for a piece: from a little before its first frame, since times are rounded in containers and on the way
 * to ffmpeg, and a seek to its very time might find the frame after it. Frames are counted from the first that is found.
 */
export function readOfPiece(piece: ReelPiece, frameRate: number, video: VideoClock = {}): SourceRead {
  const { startS, frameCount } = piece;
  const fromS = Math.max(0, startS - SEEK_EARLY_FRAMES / frameRate);
  return sourceRead(fromS, frameCount / frameRate, video);
}

/** Where a frame of the reel begins in its audio, samples. */
export function sampleAt(frame: number, frameRate: number): number {
  return Math.round((frame * SAMPLE_RATE_HZ) / frameRate);
}
