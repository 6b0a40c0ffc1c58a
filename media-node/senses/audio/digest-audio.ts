// Sound as ffmpeg decodes it, digested as it comes: 16 kHz on a pipe, made one channel in the thread that digests, because
// passing samples between threads would cost a copy of every chunk.
import { type DecodeAudioCall, decodeCommand, readAudio, readMonoFrames } from "../../ffmpeg/decode-audio.ts";
import type { ThreadContext } from "../../threads/thread-task.ts";

export interface DigestAudioCall extends DecodeAudioCall {
  readonly ffmpeg: string;
}

export interface DigestedAudio {
  /** Mono samples at 16 kHz, a chunk of any length; the array is refilled after the call. */
  push(samples: Int16Array): void;
}

/** Decodes the call's stretch into the digest that `open` makes. @throws the errors of `runFfmpeg` */
export function digestAudio<Digest extends DigestedAudio>(
  call: DigestAudioCall,
  open: (lengthS: number) => Digest,
  { signal, reportProgress }: ThreadContext,
): Promise<Digest> {
  return readAudio(call.ffmpeg, decodeCommand(call), async (start) => {
    const digest = open(call.endS - call.startS);
    const onFrame = (frame: Int16Array): void => digest.push(frame);
    await readMonoFrames(start, call, { signal, onFrame, onProgress: reportProgress });
    return digest;
  });
}
