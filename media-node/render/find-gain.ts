// Finds the gain that brings audio to the loudness of finished clips, in a thread.

import type { AudioCommand } from "../ffmpeg/decode-audio.ts";
import { defineTask } from "../threads/define-task.ts";
import { runInThread } from "../threads/run-in-thread.ts";
import { LIMITER, TARGET_LUFS } from "./audio-graph.ts";
import type { FindGainInput, FoundGain } from "./find-gain.worker.ts";
import { type AudioPlan, audioCommand } from "./render-arguments.ts";

const FIND_GAIN = defineTask<FindGainInput, FoundGain>(
  new URL("./find-gain.worker.ts", import.meta.url),
  "decode",
);

/** Measuring may take this many times the sound's length, and a minute to start with. */
const TIMEOUT_FACTOR = 60;

export interface GainSearch {
  readonly ffmpeg: string;
  /** Puts the audio on the pipe: stereo at 48 kHz, 32-bit floats. */
  readonly audio: AudioCommand | readonly string[];
  readonly folder?: string;
  readonly durationS: number;
  readonly signal: AbortSignal;
}

/** @throws AppError SOURCE_UNSUPPORTED, OUT_OF_MEMORY, TIMED_OUT; `signal.reason` on abort */
export function findGain({ durationS, signal, ...search }: GainSearch): Promise<FoundGain> {
  const timeoutMs = (60 + durationS * TIMEOUT_FACTOR) * 1_000;
  return runInThread(
    FIND_GAIN,
    { ...search, targetLufs: TARGET_LUFS, limiter: LIMITER, timeoutMs },
    { signal },
  );
}

/** The gain of a clip's audio; null without audio. @throws as `findGain` */
export async function findClipGain(
  ffmpeg: string,
  plan: AudioPlan,
  signal: AbortSignal,
): Promise<FoundGain | null> {
  const { audio } = plan.source;
  if (audio === null) return null;
  const { durationS } = plan;
  return findGain({ ffmpeg, audio: audioCommand(plan, audio), durationS, signal });
}
