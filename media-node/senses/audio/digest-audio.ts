// Sound as ffmpeg decodes it, digested as it comes: 16 kHz on a pipe, made one channel in the thread that digests, because
// passing samples between threads would cost a copy of every chunk.
import { PROCESS_LIMITS } from "../../../shared/limits/processes.ts";
import { type DecodeAudioCall, decodeCommand, heardChannels, readAudio } from "../../ffmpeg/decode-audio.ts";
import { MonoFrames } from "../../signal/mono-frames.ts";
import type { ThreadContext } from "../../threads/thread-task.ts";

export interface DigestAudioCall extends DecodeAudioCall {
  readonly ffmpeg: string;
}

export interface DigestedAudio {
  /** Mono samples at 16 kHz, a chunk of any length; the array is filled anew after the call. */
  push(samples: Int16Array): void;
  /** Seconds digested so far. */
  readonly digestedS: number;
}

/** Media seconds between two reports of progress. */
const PROGRESS_STEP_S = 5;

/** Decodes the call's stretch into the digest that `open` makes. @throws the errors of `runFfmpeg` */
export function digestAudio<Digest extends DigestedAudio>(
  call: DigestAudioCall,
  open: (lengthS: number) => Digest,
  { signal, reportProgress }: ThreadContext,
): Promise<Digest> {
  const lengthS = call.endS - call.startS;
  return readAudio(call.ffmpeg, decodeCommand(call), async (start) => {
    const digest = open(lengthS);
    const frames = new MonoFrames(heardChannels(call), (frame) => digest.push(frame));
    let reportedS = 0;
    await start({
      timeoutMs: PROCESS_LIMITS.ffmpegTimeoutMs,
      signal,
      onOutput: (chunk) => {
        frames.push(chunk);
        if (digest.digestedS - reportedS < PROGRESS_STEP_S) return;
        reportedS = digest.digestedS;
        reportProgress(Math.min(1, reportedS / lengthS));
      },
    });
    frames.finish();
    return digest;
  });
}
