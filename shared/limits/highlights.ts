// Highlights of matches and their reels.
import { KIB, MIB, MINUTE } from "./units.ts";

/** Choosing the moments of a match. */
export const HIGHLIGHT_LIMITS = {
  /** What is scored of any source: its beginning. A range may not start behind it, and is cut at its end. */
  scoredS: 3_600,
  /** What an operator may set a reel's length to. */
  reelS: { min: 10, max: 1_800 },
} as const;

/** Reels of highlights. */
export const REEL_LIMITS = {
  /** Moments of one reel; each is rendered by itself, and all of them are inputs of one command for the audio. */
  pieces: 60,
} as const;

/** What a highlight template may ask for. */
export const REEL_TEMPLATE_LIMITS = {
  cardS: { min: 1, max: 8 },
  /** Of a whole transition: half of it lies before the joint, half behind. */
  transitionS: { min: 0.2, max: 2 },
  lowerThirdS: { min: 1, max: 30 },
  textLength: 200,
  /** Of a logo inside the document, encoded; larger ones are assets. */
  logoTextLength: 256 * KIB,
  logoFileBytes: 8 * MIB,
  /** Width times height of a logo before it is scaled. */
  logoPixels: 4_096 * 4_096,
  /** Images that one reel has drawn, and all their SVG together. */
  drawings: 2_000,
  drawingBytes: 64 * MIB,
  drawingTimeoutMs: 5 * MINUTE,
} as const;
