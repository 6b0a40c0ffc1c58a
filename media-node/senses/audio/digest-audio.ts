// Sound as ffmpeg decodes it, digested as it comes: 16 kHz mono on a pipe, in the thread that digests, because passing
// samples between threads would cost a copy of every chunk.
import { PROCESS_LIMITS } from "../../../shared/limits/processes.ts";
import { type DecodeAudioCall, decodeCommand, readAudio } from "../../ffmpeg/decode-audio.ts";
import type { ThreadContext } from "../../threads/thread-task.ts";

export interface DigestAudioCall extends DecodeAudioCall {
  readonly ffmpeg: string;
}

export interface DigestedAudio {
  /** Signed 16-bit little-endian samples; a chunk may end in the middle of one. */
  push(chunk: Uint8Array): void;
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
    let reportedS = 0;
    await start({
      timeoutMs: PROCESS_LIMITS.ffmpegTimeoutMs,
      signal,
      onOutput: (chunk) => {
        digest.push(chunk);
        if (digest.digestedS - reportedS < PROGRESS_STEP_S) return;
        reportedS = digest.digestedS;
        reportProgress(Math.min(1, reportedS / lengthS));
      },
    });
    return digest;
  });
}
