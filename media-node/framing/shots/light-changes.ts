// Tells light that changes over a whole frame (a fade from black or white, a lamp, a camera's exposure) from what moves
// and from another shot: one frame is then the other one, turned up or down. Least squares find by how much.

/** Deviation of brightness (0 to 255) below which a frame shows nothing: black, white, one grey. */
const FLAT_DEVIATION = 4;
/** Mean difference (0 to 255) below which there is nothing to explain. */
const MIN_CHANGE = 0.5;
/** Share of the difference that a change of light leaves at most, since things move meanwhile. */
const MAX_UNEXPLAINED = 0.5;
/** A frame with this part of the other's contrast shows nothing beside it, and is too coarse to be compared. */
const FLAT_BESIDE = 1 / 8;
/** Correlation from which on two frames show the same… */
const SAME_SCENE = 0.95;
/** …and from which on where one has this many times the other's contrast, as on the way out of black. */
const [SAME_SCENE_FADING, FADING_TIMES] = [0.75, 1.4];

interface Brightness {
  readonly mean: number;
  readonly deviation: number;
}

function brightnessOf(frame: Uint8Array): Brightness {
  let sum = 0;
  let squares = 0;
  for (const value of frame) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / frame.length;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / frame.length - mean * mean)) };
}

function covariance(first: Uint8Array, second: Uint8Array, firstMean: number, secondMean: number): number {
  let sum = 0;
  for (let pixel = 0; pixel < first.length; pixel += 1) sum += (first[pixel] ?? 0) * (second[pixel] ?? 0);
  return sum / first.length - firstMean * secondMean;
}

/**
 * Whether a frame shows nothing but one brightness.
 * @param frame grey, one byte a pixel
 */
export function isFlat(frame: Uint8Array): boolean {
  return brightnessOf(frame).deviation < FLAT_DEVIATION;
}

/**
 * Whether what changed from one frame to the next is mostly the light; false where next to nothing changed.
 * Grey frames of one size, one byte a pixel.
 */
export function isRelit(previous: Uint8Array, frame: Uint8Array): boolean {
  let change = 0;
  for (let pixel = 0; pixel < frame.length; pixel += 1) {
    change += Math.abs((frame[pixel] ?? 0) - (previous[pixel] ?? 0));
  }
  if (change < MIN_CHANGE * frame.length) return false;
  const [before, after] = [brightnessOf(previous), brightnessOf(frame)];
  if (Math.min(before.deviation, after.deviation) < FLAT_DEVIATION) return true;
  const gain = covariance(previous, frame, before.mean, after.mean) / before.deviation ** 2;
  const offset = after.mean - gain * before.mean;
  let unexplained = 0;
  for (let pixel = 0; pixel < frame.length; pixel += 1) {
    unexplained += Math.abs((frame[pixel] ?? 0) - gain * (previous[pixel] ?? 0) - offset);
  }
  return unexplained <= MAX_UNEXPLAINED * change;
}

/**
 * Whether two frames are one scene in different light, or one of them shows nothing. Grey frames of one size,
 * one byte a pixel; they need not be neighbours.
 */
export function isFade(first: Uint8Array, second: Uint8Array): boolean {
  const [before, after] = [brightnessOf(first), brightnessOf(second)];
  const [less, more] = [before.deviation, after.deviation].toSorted((a, b) => a - b) as [number, number];
  if (less < Math.max(FLAT_DEVIATION, FLAT_BESIDE * more)) return true;
  const correlation = covariance(first, second, before.mean, after.mean) / (less * more);
  return correlation >= (more >= FADING_TIMES * less ? SAME_SCENE_FADING : SAME_SCENE);
}
