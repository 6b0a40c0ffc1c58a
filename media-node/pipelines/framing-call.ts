// What the analysis of a stretch's frames is asked, for clips and for pieces of reels alike.
import { clockOf } from "../ffmpeg/ffmpeg.ts";
import { turningIn } from "../ffmpeg/fit-frames.ts";
import type { FramingAnalysisInput } from "../framing/framing-arguments.ts";
import type { AudioStream, VideoStream } from "../source/probe-source.ts";
import type { SourceRead } from "../source/source-read.ts";
import type { MediaTools } from "./run-context.ts";

export interface FramedSource {
  readonly sourcePath: string;
  readonly video: VideoStream;
  readonly audio: AudioStream | null;
}

/** @param frameRate of what is made of the stretch */
export function framingCall(
  tools: Pick<MediaTools, "ffmpeg" | "models">,
  { sourcePath, video, audio }: FramedSource,
  frameRate: number,
  read: SourceRead,
): Omit<FramingAnalysisInput, "timeoutMs"> {
  return {
    ffmpeg: tools.ffmpeg,
    sourcePath,
    videoSpecifier: video.specifier,
    sourceSize: { width: video.width, height: video.height },
    ...turningIn(video),
    ...read,
    frameRate,
    sourceFrameRate: video.frameRate,
    ...clockOf(video),
    audioSpecifier: audio?.specifier ?? null,
    audioChannels: audio?.channels ?? 2,
    faceModelPath: tools.models.faces(),
  };
}
