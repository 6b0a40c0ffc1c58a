// Splits a run of frames into shots by their differences. Works at the full frame rate of a chosen clip, so that a
// crop changes on the very frame of the cut; the overview of a whole source knows cuts only to a key frame.

export interface Shot {
  /** First frame, and the frame after the last. */
  readonly startFrame: number;
  readonly endFrame: number;
}

/** A cut changes at least this share of all brightness… */
const LEAST_DIFFERENCE = 0.06;
/** …and stands out this much from the frames around it, which tells it from fast motion. */
const TIMES_NEIGHBOURS = 3.5;
const NEIGHBOURS = 6;
const SHORTEST_SHOT_S = 0.4;

/** Mean difference of the frames around one, without itself: a pan or a shaken camera lifts it. */
function meanAround(difference: ArrayLike<number>, frame: number): number {
  let sum = 0;
  let count = 0;
  for (let other = frame - NEIGHBOURS; other <= frame + NEIGHBOURS; other += 1) {
    const value = other === frame || other < 1 ? undefined : difference[other];
    if (value === undefined) continue;
    sum += Math.min(value, 0.5);
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}

/**
 * Splits frames into shots that cover them all.
 * @param difference mean brightness difference (0 to 1) of each frame to the one before; the first value is ignored
 */
export function splitShots(difference: ArrayLike<number>, frameRate: number): Shot[] {
  const starts = [0];
  for (let frame = 1; frame < difference.length; frame += 1) {
    const value = difference[frame] ?? 0;
    const farEnough = frame - (starts.at(-1) ?? 0) >= SHORTEST_SHOT_S * frameRate;
    const isCut = value >= LEAST_DIFFERENCE && value >= TIMES_NEIGHBOURS * meanAround(difference, frame);
    if (isCut && (farEnough || starts.length === 1)) starts.push(frame);
  }
  return starts.map((startFrame, index) => ({
    startFrame,
    endFrame: starts[index + 1] ?? difference.length,
  }));
}
