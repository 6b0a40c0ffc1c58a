// The loudness of a programme behind any gain and a limiter, from hearing it once (ITU-R BS.1770-4, as EBU R 128 uses
// it). Sound is kept as two numbers a millisecond: its energy behind the K-weighting, and its highest peak. A limiter
// only turns the level down around peaks, slower than a millisecond, so that what it leaves can be computed from these.
// Measuring with ffmpeg behind its real limiter was given up: it took two to four decodes a clip, at four times the
// sample rate, for the same result within 0.2 LU.
import { ByteBlocks } from "../signal/byte-blocks.ts";
import { type ChannelPowers, type StereoFault, stereoFault } from "../signal/stereo-fault.ts";

export const LOUDNESS_RATE_HZ = 48_000;
const CHANNELS = 2;
const BLOCK_FRAMES = LOUDNESS_RATE_HZ / 1_000;

/** Coefficients b0, b1, b2, a1, a2 for 48 kHz: the shelf of the head and the high pass (BS.1770-4, tables 1 and 2). */
const SHELF = [
  1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585,
] as const;
const HIGH_PASS = [1, -2, 1, -1.99004745483398, 0.99007225036621] as const;

/** Gating: blocks of 400 ms, one every 100 ms. */
const STEP_MS = 100;
const STEPS_PER_GATE = 4;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = 10;

export interface LoudnessProfile {
  /** Of each millisecond: the sum of squares behind the K-weighting, over both channels. */
  readonly energy: Float64Array;
  /** Of each millisecond: the highest absolute sample, full scale is 1. */
  readonly peak: Float32Array;
  /** Which the render mends: the profile is that of what is heard then. */
  readonly fault: StereoFault | null;
}

export interface Limiter {
  /** Highest absolute sample that it lets through. */
  readonly peak: number;
  readonly attackMs: number;
  readonly releaseMs: number;
}

/** The K-weighting of one channel: both filters in direct form II transposed, their memory in plain numbers for speed. */
class KWeighting {
  #shelf1 = 0;
  #shelf2 = 0;
  #high1 = 0;
  #high2 = 0;

  /** The sum of squares behind the weighting of every second sample from `offset` on. */
  energy(block: Float32Array, offset: number): number {
    const [b0, b1, b2, a1, a2] = SHELF;
    const [c0, c1, c2, d1, d2] = HIGH_PASS;
    let [shelf1, shelf2, high1, high2] = [this.#shelf1, this.#shelf2, this.#high1, this.#high2];
    let energy = 0;
    for (let index = offset; index < block.length; index += CHANNELS) {
      const sample = block[index] as number;
      const shelved = b0 * sample + shelf1;
      shelf1 = b1 * sample - a1 * shelved + shelf2;
      shelf2 = b2 * sample - a2 * shelved;
      const weighted = c0 * shelved + high1;
      high1 = c1 * shelved - d1 * weighted + high2;
      high2 = c2 * shelved - d2 * weighted;
      energy += weighted * weighted;
    }
    [this.#shelf1, this.#shelf2, this.#high1, this.#high2] = [shelf1, shelf2, high1, high2];
    return energy;
  }
}

/** By how much the energy grows when a fault is mended: what is on one channel alone, always or in turns, will be on both. */
function mendedEnergy(fault: StereoFault | null, { left, right, product }: ChannelPowers): number {
  if (fault === null || fault === "antiphase") return 1;
  // Voices that a channel has in common with the other, as from one table, are added to themselves.
  return fault === "apart" ? 2 * (1 + (2 * product) / (left + right)) : 2;
}

/** Hears interleaved stereo at 48 kHz as 32-bit floats, little-endian, in chunks that may end anywhere. */
export class LoudnessDigest {
  readonly #block = new Float32Array(CHANNELS * BLOCK_FRAMES);
  readonly #blocks = new ByteBlocks(new Uint8Array(this.#block.buffer), () => this.#close());
  readonly #left = new KWeighting();
  readonly #right = new KWeighting();
  readonly #energy: number[] = [];
  readonly #peak: number[] = [];
  /** Behind the K-weighting, of each step. */
  readonly #sides = { left: [] as number[], right: [] as number[] };
  #leftEnergy = 0;
  #rightEnergy = 0;
  #leftSum = 0;
  #rightSum = 0;
  #leftPower = 0;
  #rightPower = 0;
  #product = 0;

  /** The chunk may be used again afterwards. */
  push(chunk: Uint8Array): void {
    this.#blocks.push(chunk);
  }

  /** What was heard; the last part of a millisecond does not count. */
  finish(): LoudnessProfile {
    const powers = this.#powers();
    const fault = stereoFault(powers, this.#sides);
    const factor = mendedEnergy(fault, powers);
    const energy = Float64Array.from(this.#energy, (value) => factor * value);
    return { energy, peak: Float32Array.from(this.#peak), fault };
  }

  /** Of what is heard: a constant offset, as cheap inputs have it on their channels, says nothing of them. */
  #powers(): ChannelPowers {
    const frames = Math.max(1, this.#peak.length * BLOCK_FRAMES);
    const [left, right] = [this.#leftSum / frames, this.#rightSum / frames];
    return {
      left: Math.max(0, this.#leftPower - left * this.#leftSum),
      right: Math.max(0, this.#rightPower - right * this.#rightSum),
      product: this.#product - left * this.#rightSum,
    };
  }

  #closeStep(): void {
    this.#sides.left.push(this.#leftEnergy);
    this.#sides.right.push(this.#rightEnergy);
    [this.#leftEnergy, this.#rightEnergy] = [0, 0];
  }

  #close(): void {
    let peak = 0;
    for (let index = 0; index < this.#block.length; index += CHANNELS) {
      const left = this.#block[index] as number;
      const right = this.#block[index + 1] as number;
      peak = Math.max(peak, Math.abs(left), Math.abs(right));
      this.#leftSum += left;
      this.#rightSum += right;
      this.#leftPower += left * left;
      this.#rightPower += right * right;
      this.#product += left * right;
    }
    const left = this.#left.energy(this.#block, 0);
    const right = this.#right.energy(this.#block, 1);
    this.#energy.push(left + right);
    this.#peak.push(peak);
    this.#leftEnergy += left;
    this.#rightEnergy += right;
    if (this.#energy.length % STEP_MS === 0) this.#closeStep();
  }
}

/**
 * By how much a limiter turns each millisecond down, 0 to 1: straight down to a peak while it comes into sight, and
 * straight up again after it.
 */
function limiterCurve(peaks: Float32Array, gain: number, limiter: Limiter): Float32Array {
  const curve = peaks.map((peak) => Math.min(1, limiter.peak / Math.max(peak * gain, 1e-9)));
  const sweep = (from: number, step: 1 | -1, timeMs: number): void => {
    let level = 1;
    let slope = 0;
    for (let index = from; index >= 0 && index < curve.length; index += step) {
      const wanted = curve[index] as number;
      level = Math.min(1, level + slope);
      if (wanted < level) {
        level = wanted;
        slope = (1 - wanted) / timeMs;
      }
      curve[index] = level;
    }
  };
  sweep(0, 1, limiter.releaseMs);
  sweep(curve.length - 1, -1, limiter.attackMs);
  return curve;
}

function loudnessOf(meanSquare: number): number {
  return -0.691 + 10 * Math.log10(meanSquare);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Integrated loudness in LUFS behind a gain and a limiter; minus infinity for silence and for less than 400 ms. */
export function limitedLoudness({ energy, peak }: LoudnessProfile, gainDb: number, limiter: Limiter): number {
  const gain = 10 ** (gainDb / 20);
  const curve = limiterCurve(peak, gain, limiter);
  const steps = new Float64Array(Math.floor(energy.length / STEP_MS));
  for (let index = 0; index < steps.length * STEP_MS; index += 1) {
    const level = gain * (curve[index] as number);
    const step = Math.floor(index / STEP_MS);
    steps[step] = (steps[step] as number) + (energy[index] as number) * level * level;
  }
  const frames = STEPS_PER_GATE * STEP_MS * BLOCK_FRAMES;
  const gates = Array.from({ length: Math.max(0, steps.length - STEPS_PER_GATE + 1) }, (_, index) => {
    const block = steps.subarray(index, index + STEPS_PER_GATE);
    return block.reduce((sum, value) => sum + value, 0) / frames;
  });
  const audible = gates.filter((gate) => loudnessOf(gate) > ABSOLUTE_GATE_LUFS);
  const threshold = loudnessOf(mean(audible)) - RELATIVE_GATE_LU;
  const heard = audible.filter((gate) => loudnessOf(gate) > threshold);
  return heard.length === 0 ? Number.NEGATIVE_INFINITY : loudnessOf(mean(heard));
}
