// The path of a crop that follows a subject: parabolas, one after the other, which ffmpeg can compute.

/**
 * A parabola: from `startFrame` on, the value is `at` + `speed`·u + `half`·u², u frames later. Values are of whatever the
 * path is of: the camera's centre in shares of the source's width, a crop's left edge in pixels of the source. Named as
 * checkpoints of reels hold it.
 */
export interface PathPiece {
  /** Of the clip. */
  readonly startFrame: number;
  readonly at: number;
  /** A frame. */
  readonly speed: number;
  /** Half of the acceleration, a frame squared. */
  readonly half: number;
}

/** The value of a path at a frame. */
export function pathAt(pieces: readonly PathPiece[], frame: number): number {
  const piece = pieces.findLast(({ startFrame }) => startFrame <= frame) ?? pieces[0];
  if (piece === undefined) return 0.5;
  const later = Math.max(0, frame - piece.startFrame);
  return piece.at + later * (piece.speed + later * piece.half);
}

/** Whether the camera moves at all. */
export function isMoving(pieces: readonly PathPiece[]): boolean {
  return pieces.length > 1 || pieces.some(({ speed, half }) => speed !== 0 || half !== 0);
}
