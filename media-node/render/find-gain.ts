// Finds the gain that brings sound to the loudness of finished clips, in a bounded pool of threads.

import type { ThreadPool } from "../threads/thread-pool.ts";
import type { FindGainInput } from "./find-gain.worker.ts";
import type { LoudnessGain } from "./loudness-gain.ts";
import { type SoundRequest, soundArguments } from "./render-arguments.ts";
import { LIMITER, TARGET_LUFS } from "./sound-graph.ts";

export const FIND_GAIN_WORKER = new URL("./find-gain.worker.ts", import.meta.url);

export type GainPool = ThreadPool<FindGainInput, LoudnessGain>;

/** Hearing may take this many times the sound's length, and a minute to start with. */
const TIMEOUT_FACTOR = 60;

export interface GainSearch {
  readonly ffmpeg: string;
  readonly pool: GainPool;
  /** Put the sound on the pipe: stereo at 48 kHz, 32-bit floats. */
  readonly args: readonly string[];
  readonly folder?: string;
  readonly durationS: number;
  readonly signal: AbortSignal;
}

/** @throws AppError SOURCE_UNSUPPORTED, OUT_OF_MEMORY, TIMED_OUT; `signal.reason` on abort */
export function findGain({ pool, durationS, signal, ...search }: GainSearch): Promise<LoudnessGain> {
  const timeoutMs = (60 + durationS * TIMEOUT_FACTOR) * 1_000;
  return pool.run({ ...search, targetLufs: TARGET_LUFS, limiter: LIMITER, timeoutMs }, { signal });
}

/** The gain of a clip's sound; null without sound. @throws as `findGain` */
export async function findClipGain(
  ffmpeg: string,
  pool: GainPool,
  request: SoundRequest,
  signal: AbortSignal,
): Promise<LoudnessGain | null> {
  const { audio } = request.source;
  if (audio === null) return null;
  const { durationS } = request;
  return findGain({ ffmpeg, pool, args: soundArguments(request, audio), durationS, signal });
}
