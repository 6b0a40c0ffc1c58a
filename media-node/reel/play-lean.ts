// To which side of the frame the play leans, from how the camera is swung. Whoever swings it sees the whole ground and
// follows the ball, which is ahead: where players run on all sides and the ball is a few pixels, that tells more of where
// to look than what moves. The swing is read off the columns' detail, which wanders to the other side.
import { type ColumnSaliency, FRAMING_WIDTH } from "../framing/shots/column-saliency.ts";
import type { Shot } from "../framing/shots/split-shots.ts";

/** Frames this far apart are compared. */
const APART_S = 0.25;
/** The farthest that what is seen may wander in that time, columns. */
const FARTHEST = 16;
/** Below this correlation two frames have nothing to do with each other. */
const MIN_CORRELATION = 0.5;
/** What stands still over the frame, such as a scoreboard, speaks for no swing: a swing must be this much likelier. */
const MIN_ADVANTAGE = 0.05;
/** Columns on either side that a column's detail is measured against. */
const AROUND = 4;
/** A swing by this share of the frame's width makes the play lean all the way. */
const SATURATING_SWING = 0.2;
/** How long a lean lasts, until it has fallen to a third. */
const FADES_S = 8;
/** Motion at the edge to which the play leans counts this many times as much as in the middle. */
const EDGE_WEIGHT = 6;

/** Detail of a frame's columns, without what its surroundings have. */
function contrasts(detail: Float32Array, frame: number): Float32Array {
  const row = detail.subarray(frame * FRAMING_WIDTH, (frame + 1) * FRAMING_WIDTH);
  return row.map((value, column) => {
    const around = row.subarray(Math.max(0, column - AROUND), column + AROUND + 1);
    return value - around.reduce((sum, other) => sum + other, 0) / around.length;
  });
}

/** Of what both show when the second is moved to the right by this many columns. */
function correlation(first: Float32Array, second: Float32Array, columns: number): number {
  let [both, a, b] = [0, 0, 0];
  for (let column = Math.max(0, columns); column < FRAMING_WIDTH + Math.min(0, columns); column += 1) {
    const [one, other] = [first[column] ?? 0, second[column - columns] ?? 0];
    both += one * other;
    a += one * one;
    b += other * other;
  }
  return both / Math.max(1e-12, Math.sqrt(a * b));
}

/** By how many columns the camera was swung to the right between two frames; 0 where that is not clear. */
function swing(first: Float32Array, second: Float32Array): number {
  const still = correlation(first, second, 0);
  let [best, columns] = [Math.max(MIN_CORRELATION, still + MIN_ADVANTAGE), 0];
  for (let by = -FARTHEST; by <= FARTHEST; by += 1) {
    const value = correlation(first, second, by);
    if (value > best) [best, columns] = [value, by];
  }
  return columns;
}

/** For each frame -1 (all the way to the left) to 1; what lies before a cut says nothing of what comes after it. */
export function playLean(
  { detail, frameCount }: Pick<ColumnSaliency, "detail" | "frameCount">,
  shots: readonly Shot[],
  frameRate: number,
): Float32Array {
  const lean = new Float32Array(frameCount);
  const apart = Math.max(1, Math.round(APART_S * frameRate));
  for (const { startFrame, endFrame } of shots) {
    let at = 0;
    for (let frame = startFrame; frame < endFrame; frame += 1) {
      at *= Math.exp(-1 / (FADES_S * frameRate));
      if (frame - apart >= startFrame) {
        const columns = swing(contrasts(detail, frame - apart), contrasts(detail, frame));
        at = Math.min(1, Math.max(-1, at + columns / FRAMING_WIDTH / apart / SATURATING_SWING));
      }
      lean[frame] = at;
    }
  }
  return lean;
}

/** Motion per column, with more weight where the play leans to. */
export function leaningMotion(motion: Float32Array, lean: Float32Array): Float32Array {
  return motion.map((value, index) => {
    const side = (2 * ((index % FRAMING_WIDTH) + 0.5)) / FRAMING_WIDTH - 1;
    return value * EDGE_WEIGHT ** (side * (lean[Math.floor(index / FRAMING_WIDTH)] ?? 0));
  });
}
