// Hears a match in a thread of its own: ffmpeg decodes to 16 kHz mono on a pipe, and every chunk is digested as it
// comes. The thread starts ffmpeg itself, because passing samples between threads would cost a copy of every chunk.
import { PROCESS_LIMITS } from "../../shared/limits.ts";
import { decodeAudioArgs } from "../engines/decode-audio.ts";
import { runFfmpeg } from "../engines/ffmpeg.ts";
import type { Span } from "../signal/cues.ts";
import type { MatchSound } from "../signal/match-sound.ts";
import { MatchSoundDigest } from "../signal/match-sound-digest.ts";
import type { AnalyzeAudioCall } from "./analyze-audio.worker.ts";
import { threadTask } from "./thread-task.ts";

export interface AnalyzeMatchSoundCall extends AnalyzeAudioCall {
  /** What the curves cover; it begins whole ticks after `startS`. */
  readonly range: Span;
}

/** Media seconds between two reports of progress. */
const PROGRESS_STEP_S = 5;

export default threadTask<AnalyzeMatchSoundCall, MatchSound>(async (call, { signal, reportProgress }) => {
  const lengthS = call.endS - call.startS;
  const digest = new MatchSoundDigest(lengthS);
  let reportedS = 0;
  await runFfmpeg(call.ffmpeg, {
    args: decodeAudioArgs(call),
    timeoutMs: PROCESS_LIMITS.ffmpegTimeoutMs,
    signal,
    onOutput: (chunk) => {
      digest.push(chunk);
      if (digest.digestedS - reportedS < PROGRESS_STEP_S) return;
      reportedS = digest.digestedS;
      reportProgress(Math.min(1, reportedS / lengthS));
    },
  });
  return digest.finish(call.startS, call.range);
});
