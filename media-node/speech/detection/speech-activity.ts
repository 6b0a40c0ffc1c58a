// Where people speak, told without a model. What gives a voice away is its pitch: it is periodic at 70 to 400 Hz and
// glides all the time, by 0.3 to 10 % in 32 ms. Noise and most drums have no pitch, and instruments hold their notes:
// frames of held pitch are evidence against. Around evidence, whatever stands over the noise floor is taken for
// speech, so that consonants come along. Of what Silero VAD calls speech in real and synthetic recordings, clean, over
// telephone and with noise 15 dB below, 97 to 100 % are found (2026-11-21); drums with chords are taken for speech a
// tenth of the time, and singing always. The recognizer's scores and the filter of invented text deal with that.

import { ramp } from "../../signal/clamp.ts";
import { prefixSum, sumBetween } from "../../signal/prefix-sum.ts";
import { runningPercentiles } from "../../signal/running-percentile.ts";
import { SPEECH_FRAME_S } from "./speech-frame.ts";
import type { SpeechFrames } from "./speech-frame-features.ts";

/** Of the normalized autocorrelation, in this frame and the one before. */
const MIN_PERIODICITY = 0.5;
/** A pitch that is held may come from a voice too, but not with the clarity of an instrument. */
const HELD_PERIODICITY = 0.6;
/** Octaves between the pitches of neighbouring frames. */
const GLIDE_OCTAVES = { min: 0.004, max: 0.15 } as const;
/** Less is a held pitch. */
const HELD_OCTAVES = 0.003;
/** How many gliding frames a frame of held pitch outweighs. */
const HELD_WEIGHT = 2;
/** A tone's spectrum is more peaked, noise flatter. */
const FLATNESS_DB = { min: -28, max: -3.8 } as const;
/** Held sounds change less than this in 64 ms. */
const MIN_CHANGE_DB = 1.2;
/** Gliding frames within 0.7 s to each side: none counts below the first number, all from the second on. */
const EVIDENCE_REACH_FRAMES = Math.round(0.7 / SPEECH_FRAME_S);
const EVIDENCE_FRAMES = { none: 1, full: 5 } as const;
const FLOOR_REACH_S = 15;
const FLOOR_STEP_S = 1;
/** The floor lies at least this far below the loud parts: people may speak without a pause. */
const MIN_RANGE_DB = 14;
const OVER_FLOOR_DB = { none: 1, full: 7 } as const;
const AUDIBLE_DB = { none: -80, full: -72 } as const;

function isBetween(value: number, { min, max }: { readonly min: number; readonly max: number }): boolean {
  return value >= min && value <= max;
}

/**
 * What each frame says for or against a voice: 1 where the pitch glides as a voice's does, -HELD_WEIGHT where it is
 * held, else 0. Frames that hardly stand over the floor say nothing.
 */
function pitchEvidence(
  { periodicity, pitchHz, flatnessDb, changeDb }: SpeechFrames,
  presence: Float32Array,
): Float32Array {
  return periodicity.map((value, frame) => {
    const min = Math.min(value, periodicity[frame - 1] ?? 0);
    const octaves = Math.abs(Math.log2((pitchHz[frame] ?? 0) / (pitchHz[frame - 1] ?? 0)));
    const isStanding = (presence[frame] ?? 0) >= 0.5;
    if (isStanding && min >= HELD_PERIODICITY && octaves < HELD_OCTAVES) return -HELD_WEIGHT;
    const isVoice =
      min >= MIN_PERIODICITY &&
      isBetween(octaves, GLIDE_OCTAVES) &&
      isBetween(flatnessDb[frame] ?? 0, FLATNESS_DB) &&
      (changeDb[frame] ?? 0) >= MIN_CHANGE_DB;
    return isVoice ? 1 : 0;
  });
}

/** The level of the surroundings without speech, dB, one per second. */
function floorsOf(levelsDb: Float32Array, step: number): Float32Array {
  const [floors = new Float32Array(), louds = new Float32Array()] = runningPercentiles(levelsDb, {
    reach: FLOOR_REACH_S / SPEECH_FRAME_S,
    step,
    shares: [0.08, 0.9],
  });
  return floors.map((floor, index) => Math.min(floor, (louds[index] ?? 0) - MIN_RANGE_DB));
}

/** How far each frame stands over the floor and over what can be heard at all, 0 to 1. */
function presenceOf(levelsDb: Float32Array): Float32Array {
  const step = Math.round(FLOOR_STEP_S / SPEECH_FRAME_S);
  const floors = floorsOf(levelsDb, step);
  return levelsDb.map((level, frame) =>
    Math.min(ramp(level - (floors[Math.floor(frame / step)] ?? 0), OVER_FLOOR_DB), ramp(level, AUDIBLE_DB)),
  );
}

/**
 * The probability of speech for each frame of 32 ms, 0 to 1. A rule, not a calibrated probability:
 * `speechSpans` has thresholds for it and for Silero's alike.
 */
export function speechActivity(frames: SpeechFrames): Float32Array<ArrayBuffer> {
  const presence = presenceOf(frames.levelsDb);
  const evidence = prefixSum(pitchEvidence(frames, presence));
  return frames.levelsDb.map((_, frame) => {
    const around = sumBetween(evidence, frame - EVIDENCE_REACH_FRAMES, frame + EVIDENCE_REACH_FRAMES + 1);
    return (presence[frame] ?? 0) * ramp(around, EVIDENCE_FRAMES);
  });
}
