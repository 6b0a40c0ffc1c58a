// Hears a source in a thread of its own: ffmpeg decodes to 16 kHz mono on a pipe, and every chunk is digested as it
// comes, so that memory does not grow with length beyond the six bytes per 20 ms that are kept. The thread starts
// ffmpeg itself, because passing samples between threads would cost a copy of every chunk.
import { PROCESS_LIMITS } from "../../shared/limits.ts";
import { runFfmpeg, untrustedInput } from "../engines/ffmpeg.ts";
import { AUDIO_SAMPLE_RATE_HZ, type AudioAnalysis } from "../signal/audio-analysis.ts";
import { AudioDigest } from "../signal/audio-digest.ts";
import { threadTask } from "./thread-task.ts";

export interface AnalyzeAudioCall {
  readonly ffmpeg: string;
  readonly sourcePath: string;
  /** ffprobe's absolute index. */
  readonly audioStreamIndex: number;
  /** On the source's clock. */
  readonly startS: number;
  readonly endS: number;
}

/** Media seconds between two reports of progress. */
const PROGRESS_STEP_S = 5;

/** Arguments that decode one audio stream to samples whose first one lies exactly at `startS`: late starts and gaps
 * in the stream become silence, so that counting samples keeps the source's clock. */
export function decodeAudioArgs(call: AnalyzeAudioCall): string[] {
  return [
    ...untrustedInput(call.sourcePath, { seekS: call.startS, durationS: call.endS - call.startS }),
    ...["-map", `0:${call.audioStreamIndex}`, "-vn", "-sn", "-dn"],
    ...["-af", "aresample=async=1:first_pts=0", "-ac", "1", "-ar", String(AUDIO_SAMPLE_RATE_HZ)],
    ...["-f", "s16le", "-c:a", "pcm_s16le", "pipe:1"],
  ];
}

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
