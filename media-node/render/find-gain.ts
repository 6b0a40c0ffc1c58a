// Finds the gain that brings sound to the loudness of finished clips, in a thread.

import { defineTask } from "../threads/define-task.ts";
import { runInThread } from "../threads/run-in-thread.ts";
import type { FindGainInput } from "./find-gain.worker.ts";
import type { LoudnessGain } from "./loudness-gain.ts";
import { type SoundRequest, soundArguments } from "./render-arguments.ts";
import { LIMITER, TARGET_LUFS } from "./sound-graph.ts";

const FIND_GAIN = defineTask<FindGainInput, LoudnessGain>(
  new URL("./find-gain.worker.ts", import.meta.url),
  "decode",
);

/** Hearing may take this many times the sound's length, and a minute to start with. */
const TIMEOUT_FACTOR = 60;

export interface GainSearch {
  readonly ffmpeg: string;
  /** Put the sound on the pipe: stereo at 48 kHz, 32-bit floats. */
  readonly args: readonly string[];
  readonly folder?: string;
  readonly durationS: number;
  readonly signal: AbortSignal;
}

/** @throws AppError SOURCE_UNSUPPORTED, OUT_OF_MEMORY, TIMED_OUT; `signal.reason` on abort */
export function findGain({ durationS, signal, ...search }: GainSearch): Promise<LoudnessGain> {
  const timeoutMs = (60 + durationS * TIMEOUT_FACTOR) * 1_000;
  return runInThread(
    FIND_GAIN,
    { ...search, targetLufs: TARGET_LUFS, limiter: LIMITER, timeoutMs },
    { signal },
  );
}

/** The gain of a clip's sound; null without sound. @throws as `findGain` */
export async function findClipGain(
  ffmpeg: string,
  request: SoundRequest,
  signal: AbortSignal,
): Promise<LoudnessGain | null> {
  const { audio } = request.source;
  if (audio === null) return null;
  const { durationS } = request;
  return findGain({ ffmpeg, args: soundArguments(request, audio), durationS, signal });
}
