// Hears a source in a thread of its own: ffmpeg decodes to 16 kHz mono on a pipe, and every chunk is digested as it
// comes, so that memory does not grow with length beyond the seven bytes per 20 ms that are kept. The thread starts
// ffmpeg itself, because passing samples between threads would cost a copy of every chunk.
import { PROCESS_LIMITS } from "../../shared/limits.ts";
import { type DecodeAudioCall, decodeAudioArgs } from "../engines/decode-audio.ts";
import { runFfmpeg } from "../engines/ffmpeg.ts";
import type { AudioAnalysis } from "../signal/audio-analysis.ts";
import { AudioDigest } from "../signal/audio-digest.ts";
import { threadTask } from "./thread-task.ts";

export interface AnalyzeAudioCall extends DecodeAudioCall {
  readonly ffmpeg: string;
}

/** Media seconds between two reports of progress. */
const PROGRESS_STEP_S = 5;

export default threadTask<AnalyzeAudioCall, AudioAnalysis>(async (call, { signal, reportProgress }) => {
  const lengthS = call.endS - call.startS;
  const digest = new AudioDigest(lengthS);
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
  return digest.finish(call.startS);
});
