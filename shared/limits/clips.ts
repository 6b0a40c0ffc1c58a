// Clips: what clients may ask for, framing, captions' fonts, and fitting the virality model.
import { MIB } from "./units.ts";

export const CLIP_LIMITS = {
  /** Its upper end is a setting: REQUEST_BOUNDS. */
  clipCount: { min: 1, default: 5 },
  /** Of a source, as its client declares it. */
  declaredLengthS: { min: 1 },
  clipLengthS: { min: 5, max: 180, default: "15-60s" },
  promptLength: 2_000,
  titleLength: 500,
  idempotencyKeyLength: 255,
  wordsOnScreen: { min: 1, max: 12, default: 4 },
  fontSize: { min: 12, max: 200 },
} as const;

/** How a clip fills its frame. */
export const FRAMING_LIMITS = {
  facesPerFrame: 16,
  /** Stretches of one clip with different layouts; a clip that would have more keeps to one layout. */
  layoutChanges: 24,
} as const;

/** Rendering a clip again. */
export const RERENDER_LIMITS = {
  /** Of how much around a clip an editor is told the words: as far as a clip with any of it could reach. */
  aroundS: CLIP_LIMITS.clipLengthS.max,
  /** Words that one render corrects: those of three minutes of the fastest speech. */
  words: 2_000,
  wordLength: 100,
  /**
   * Characters of those words together, as many as subtitles of three minutes may have (`source/dense-cues.ts`): laying out
   * all words at their longest held a node's event loop for 6 s (2026-11).
   */
  textLength: 24_000,
} as const;

/** What is kept of a clip's measurements: three minutes at 60 frames a second are 9 MB. */
export const CLIP_MEASURES_LIMITS = { bytes: 64 * MIB } as const;

/** Fonts that captions are set in. */
export const FONT_LIMITS = {
  tableBytes: 8 * MIB,
  /** Fonts of the machine that are looked into for characters which ours lack. */
  machineFonts: 300,
} as const;

/** Fitting the virality model to outcomes. */
export const VIRALITY_FIT_LIMITS = {
  outcomes: { min: 30, max: 100_000 },
  fileBytes: 64 * MIB,
  /** Faulty lines of a file that are named. */
  namedLines: 10,
} as const;
