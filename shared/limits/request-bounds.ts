// Bounds of requests that depend on the machine, each of which an operator may set: the range of the setting, and what
// holds without it. A control plane refuses what is beyond them before it charges; a media node keeps those of a source for
// what only the source itself tells. The rest of the code has been made for the upper ends, and no further.
import { MIB } from "./units.ts";

export const REQUEST_BOUNDS = {
  /** Clips of one job: choosing takes time for each, and a hundred of them keep two cores busy for most of a run's time. */
  clipCount: { min: 1, max: 100, default: 20 },
  /** Outputs of one generation task: each stands in the task's row with its address. */
  outputCount: { min: 1, max: 64, default: 8 },
  /**
   * Length of a source. Twelve hours of the fastest speech, written sign by sign, are a transcript of 24 MB, of 32 that
   * OUTPUT_LIMITS allows; its sample tables may be beyond RANGED_READ_LIMITS, and the file is then read whole.
   */
  sourceS: { min: 60, max: 12 * 3_600, default: 6 * 3_600 },
  /**
   * Size of a source in MiB. Images of generation tasks are uploaded too, and may have the least of it; a file system or a
   * bucket takes a tebibyte as one object, in parts of an upload's usual size.
   */
  sourceMb: { min: 64, max: 1_048_576, default: 20_480 },
} as const;

/** The bounds of a source. */
export interface SourceBounds {
  readonly sourceS: number;
  readonly sourceBytes: number;
}

/** The bounds in force. */
export interface RequestBounds extends SourceBounds {
  readonly clipCount: number;
  readonly outputCount: number;
  /** What a highlight reel should last; null lets it follow the length of its source. */
  readonly reelS: number | null;
}

export const DEFAULT_BOUNDS: RequestBounds = {
  clipCount: REQUEST_BOUNDS.clipCount.default,
  outputCount: REQUEST_BOUNDS.outputCount.default,
  sourceS: REQUEST_BOUNDS.sourceS.default,
  sourceBytes: REQUEST_BOUNDS.sourceMb.default * MIB,
  reelS: null,
};
