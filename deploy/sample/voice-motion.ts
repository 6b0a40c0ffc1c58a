// How a figure moves with its voice: the mouth follows the loudness and brightness of the audio at each instant, the
// hands and brows follow its slow swell, and sway, breath and blinks go on by themselves.
import { clamp } from "../../media-node/signal/clamp.ts";
import type { Speaker } from "./script.ts";
import type { FigurePose } from "./speaker-figure.ts";
import { SPEECH_RATE_HZ, type Talk } from "./speech.ts";
import { chance, FRAME, smoothStep, wander } from "./svg.ts";

/** One value per video frame. */
export interface VoiceTrack {
  readonly open: Float32Array;
  readonly wide: Float32Array;
  readonly swell: Float32Array;
}

const WINDOW_S = 0.05;
/** Root mean square at which the mouth is wide open. */
const SATURATING_RMS = 0.19;
const BLINK_S = 0.2;
const BLINK_EVERY_S = 3.1;

function measure(samples: Float32Array, centre: number): { loudness: number; brightness: number } {
  const half = Math.round((WINDOW_S * SPEECH_RATE_HZ) / 2);
  const from = Math.max(1, centre - half);
  const to = Math.min(samples.length, centre + half);
  let energy = 0;
  let crossings = 0;
  for (let index = from; index < to; index += 1) {
    const sample = samples[index] ?? 0;
    energy += sample * sample;
    if (sample * (samples[index - 1] ?? 0) < 0) crossings += 1;
  }
  const count = Math.max(1, to - from);
  return { loudness: Math.sqrt(energy / count), brightness: crossings / count };
}

function smoothed(values: Float32Array, rise: number, fall: number): Float32Array {
  let level = 0;
  return values.map((value) => {
    level += (value - level) * (value > level ? rise : fall);
    return level;
  });
}

/** Reads a speaker's voice off the talk, frame by frame. */
export function trackVoice(talk: Talk, speaker: Speaker): VoiceTrack {
  const frames = Math.ceil(talk.durationS * FRAME.rate);
  const loud = new Float32Array(frames);
  const wide = new Float32Array(frames).fill(0.5);
  const speaking = new Float32Array(frames);
  for (const phrase of talk.phrases.filter((candidate) => candidate.speaker === speaker)) {
    const last = Math.min(frames - 1, Math.floor(phrase.endS * FRAME.rate));
    for (let frame = Math.ceil(phrase.startS * FRAME.rate); frame <= last; frame += 1) {
      const centre = Math.round((frame / FRAME.rate - phrase.startS) * SPEECH_RATE_HZ);
      const { loudness, brightness } = measure(phrase.samples, centre);
      loud[frame] = clamp(loudness / SATURATING_RMS - 0.06) * (brightness > 0.25 ? 0.35 : 1);
      wide[frame] = clamp(brightness * 5);
      speaking[frame] = 1;
    }
  }
  return {
    open: smoothed(loud, 0.75, 0.55),
    wide: smoothed(wide, 0.4, 0.4),
    swell: smoothed(speaking, 0.09, 0.05),
  };
}

function blinkAt(seed: number, timeS: number): number {
  const slot = Math.floor(timeS / BLINK_EVERY_S);
  const startS = (slot + 0.1 + 0.7 * chance(seed * 31 + slot)) * BLINK_EVERY_S;
  const part = (timeS - startS) / BLINK_S;
  return part > 0 && part < 1 ? Math.sin(Math.PI * part) ** 0.6 : 0;
}

/** The pose at a time of the film; `facing` is where the other speaker sits, from -1 (left) to 1. */
export function poseAt(track: VoiceTrack, seed: number, timeS: number, facing: number): FigurePose {
  const frame = Math.round(timeS * FRAME.rate);
  const open = track.open[frame] ?? 0;
  const swell = track.swell[frame] ?? 0;
  const gesture = (phase: number): number =>
    swell *
    smoothStep(wander(seed + phase, timeS * 0.85), -0.15, 0.7) *
    (0.75 + 0.25 * wander(seed + phase + 9, timeS * 2.2));
  return {
    mouthOpen: open,
    mouthWide: track.wide[frame] ?? 0.5,
    blink: blinkAt(seed, timeS),
    turn: clamp(0.75 * facing + 0.4 * wander(seed + 1, timeS * 0.6), -1, 1),
    brow: swell * wander(seed + 2, timeS * 1.4),
    tiltDeg: 2.6 * wander(seed + 3, timeS * 0.55) + 1.5 * swell * wander(seed + 4, timeS * 1.3),
    lift: 2.2 * Math.sin(timeS * 1.5 + seed),
    nod: 4 * open * swell + 3 * wander(seed + 5, timeS * 0.8),
    leftHand: gesture(6),
    rightHand: gesture(7),
  };
}
