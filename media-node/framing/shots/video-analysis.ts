// What seeing a source leaves behind: motion per half second and the times of shot changes. "No motion was seen" and
// "nothing could be seen" differ: a stretch without decoded frames is unknown and must not pass for a still one.

export const VIDEO_HOP_S = 0.5;
/** The overview's frames: grey, and small enough that noise of the encoder averages out. */
export const OVERVIEW_WIDTH = 64;
export const OVERVIEW_HEIGHT = 36;
/** The value in `motion` for a hop of which no two frames tell anything. */
export const MOTION_UNKNOWN = -1;

export interface VideoAnalysis {
  /** Where the first hop begins on the source's clock. */
  readonly startS: number;
  readonly hopS: number;
  /** Mean change of brightness between neighbouring frames, 0 to 1, or MOTION_UNKNOWN. */
  readonly motion: Float32Array;
  /** When the video cuts to another shot, ascending, seconds on the source's clock. */
  readonly shotChangesS: Float64Array;
  /** How many different frames the overview saw. */
  readonly frameCount: number;
  /** When the last frame that it saw begins, seconds on the source's clock; absent where it saw none. */
  readonly lastFrameS?: number;
}
