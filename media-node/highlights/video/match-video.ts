// What watching a match leaves behind: four curves on the ticks of MatchCurves, and where the camera changes and the
// director shows something again. Times on the source's clock.
import type { ReplaySpan, VideoCurveName } from "../match-curves.ts";

/** The frames that a match is watched by: grey, large enough that a digit of a scoreboard is still a few pixels. */
export const MATCH_FRAME = { width: 192, height: 108, perS: 4 } as const;

export interface MatchVideo {
  /** Each [matchTickCount(range)], from `range.startS` on, 0 to 1; NaN where no frame tells anything. */
  readonly curves: Readonly<Record<VideoCurveName, Float32Array<ArrayBuffer>>>;
  /** First frame that was seen of each new shot, up to a quarter of a second late; ascending. */
  readonly shotChangesS: Float64Array<ArrayBuffer>;
  /** In time order, none overlapping another. */
  readonly replays: readonly ReplaySpan[];
  /** How many different frames were seen. */
  readonly frameCount: number;
  /** Whether (nearly) nothing ever moves: one image, or slides. */
  readonly isStill: boolean;
  /** Shares of the time, 0 to 1. */
  readonly shares: FrameShares;
}

export interface FrameShares {
  /** A field of grass is shown. */
  readonly field: number;
  /** Much of the video moves, by the camera or by itself. */
  readonly lively: number;
  /** A graphic with detail stands over moving video. */
  readonly graphic: number;
}
