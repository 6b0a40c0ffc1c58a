// Analyses a match's audio in a thread: one decode gives the curves that it is scored by and the analysis that its
// cuts are snapped by. A source without audio is never decoded; its curves are left out.

import { clockOf } from "../../ffmpeg/ffmpeg.ts";
import type { AnalyzeAudioInput } from "../../senses/audio/analyze-audio.ts";
import { defineTask } from "../../threads/define-task.ts";
import { runInThread } from "../../threads/run-in-thread.ts";
import { MATCH_HOP_S } from "../match-curves.ts";
import type { AnalyzeMatchAudioCall } from "./analyze-match-audio.worker.ts";
import type { MatchAudio } from "./match-audio.ts";

const ANALYZE_MATCH_AUDIO = defineTask<AnalyzeMatchAudioCall, MatchAudio>(
  new URL("./analyze-match-audio.worker.ts", import.meta.url),
  "decode",
);

/** Before and after the range, so that a pause that crosses its edge is known for one, and filters have settled. */
const CONTEXT_TICKS = 2;

/**
 * Analyses `range` in memory that holds some fifteen bytes per 20 ms; an hour takes 12 s of one core, a quarter of which
 * is ffmpeg (2026-11-21).
 * @throws AppError SOURCE_UNSUPPORTED when the audio cannot be decoded; `signal.reason` on abort.
 */
export async function analyzeMatchAudio(input: AnalyzeAudioInput): Promise<MatchAudio> {
  const { ffmpeg, sourcePath, audioSpecifier, channels = 2, range, signal, onProgress } = input;
  // Whole ticks of context, so that ticks lie at the same samples with it and without.
  const before = Math.min(CONTEXT_TICKS, Math.floor(range.startS / MATCH_HOP_S));
  const call: AnalyzeMatchAudioCall = {
    ffmpeg,
    sourcePath,
    audioSpecifier,
    channels,
    ...clockOf(input),
    range,
    startS: range.startS - before * MATCH_HOP_S,
    endS: range.endS + CONTEXT_TICKS * MATCH_HOP_S,
  };
  return await runInThread(ANALYZE_MATCH_AUDIO, call, { signal, onProgress });
}
