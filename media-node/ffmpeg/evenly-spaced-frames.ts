// Frames of a source at even steps, small and in colour, handed on one by one at the pace of who looks at them: what
// is not taken yet stays in the pipe, so that memory does not follow length.
import type { Readable } from "node:stream";
import { PROCESS_LIMITS } from "../../shared/limits/processes.ts";
import type { Span } from "../signal/span.ts";
import { clockOf, runFfmpeg, type SourceClock, seconds, untrustedInput } from "./ffmpeg.ts";
import { type FrameSize, keptFilters, type Turning, uprightFrames } from "./fit-frames.ts";
import { FROM_KEY_FRAME } from "./steady-frames.ts";
import type { VideoSpecifier } from "./stream-specifier.ts";

export interface SpacedFramesCall extends Span, SourceClock, Turning {
  readonly ffmpeg: string;
  readonly sourcePath: string;
  readonly videoSpecifier: VideoSpecifier;
  readonly stepS: number;
  /** Of the frames on the pipe. */
  readonly size: FrameSize;
  /** Frames that are not decoded: all but key frames, or those that no other frame needs. */
  readonly skip: "nokey" | "noref";
}

/** Frame n is the frame nearest to `startS + n * stepS`, or the one before where none is near. */
export function spacedFramesArgs(call: SpacedFramesCall): string[] {
  const { width, height } = call.size;
  // What is not decoded need not be read either: a copy of a part has only key frames behind its stretch.
  const discarded = call.skip === "nokey" ? [`-discard:${call.videoSpecifier}`, "nokey"] : [];
  const filters = [
    ...uprightFrames(call),
    `fps=fps=1/${call.stepS}:start_time=0`,
    `trim=end=${seconds(call.endS - call.startS)}`,
    `scale=${width}:${height}:flags=bicubic,format=rgb24`,
  ];
  return [
    ...untrustedInput(call.sourcePath, {
      seekS: call.startS,
      ...clockOf(call),
      extra: [...FROM_KEY_FRAME, ...keptFilters(call), ...discarded, "-skip_frame", call.skip],
    }),
    ...["-map", `0:${call.videoSpecifier}`, "-an", "-sn", "-dn", "-vf", filters.join(",")],
    ...["-f", "rawvideo", "-c:v", "rawvideo", "-pix_fmt", "rgb24", "pipe:4"],
  ];
}

/** Hands each frame on, in an array of its own. @throws the errors of `runFfmpeg`; what `onFrame` throws */
export async function readSpacedFrames(
  call: SpacedFramesCall,
  signal: AbortSignal,
  onFrame: (rgb: Uint8Array) => Promise<void>,
): Promise<void> {
  const frameBytes = 3 * call.size.width * call.size.height;
  let frame = new Uint8Array(frameBytes);
  let filled = 0;
  const read = async (output: Readable): Promise<void> => {
    for await (const chunk of output as AsyncIterable<Buffer>) {
      for (let taken = 0; taken < chunk.length; ) {
        const bytes = Math.min(chunk.length - taken, frameBytes - filled);
        frame.set(chunk.subarray(taken, taken + bytes), filled);
        filled += bytes;
        taken += bytes;
        if (filled < frameBytes) continue;
        const whole = frame;
        frame = new Uint8Array(frameBytes);
        filled = 0;
        await onFrame(whole);
      }
    }
  };
  await runFfmpeg(call.ffmpeg, {
    args: spacedFramesArgs(call),
    timeoutMs: PROCESS_LIMITS.ffmpegTimeoutMs,
    signal,
    readers: [read],
  });
}
