// The ffmpeg arguments of one piece of a reel: pictures only, framed, and an exact number of frames. Pure. Sound is made
// for the whole reel, since it crosses from one piece into the next.
import { AppError } from "../../shared/errors.ts";
import { untrustedInput } from "../engines/ffmpeg.ts";
import type { VideoEncoder } from "../engines/video-encoder-settings.ts";
import type { FrameSize, FramingPlan } from "./framing-plan.ts";
import { pictureGraph } from "./picture-graph.ts";
import { pieceSeekS, type ReelPiece } from "./plan-reel.ts";
import type { SourceInfo } from "./probe-source.ts";
import { FILE_OPTIONS, videoOptions } from "./render-arguments.ts";

export interface PieceRequest {
  readonly sourcePath: string;
  readonly source: SourceInfo;
  readonly piece: ReelPiece;
  readonly frameRate: number;
  readonly target: FrameSize;
  readonly framing: FramingPlan;
  readonly encoderThreads: number;
  readonly encoder: VideoEncoder;
  /** Below the working folder. */
  readonly outputFile: string;
}

/** From the graph's `[video]` to the file: as many frames as the piece has, and nothing else. */
function output(
  graph: string,
  { encoder, frameRate, encoderThreads, outputFile, piece }: PieceRequest,
): string[] {
  const uploaded = `;[video]${encoder.uploadFilters.join(",")}[uploaded]`;
  const isUploaded = encoder.uploadFilters.length > 0;
  return [
    ...["-filter_complex_threads", String(encoderThreads)],
    ...["-filter_complex", isUploaded ? graph + uploaded : graph],
    ...["-map", isUploaded ? "[uploaded]" : "[video]", "-an", "-frames:v", String(piece.frameCount)],
    ...[...videoOptions(encoder, { frameRate, encoderThreads }), ...FILE_OPTIONS, outputFile],
  ];
}

/** Arguments that render a piece to its file in the working folder. @throws AppError SOURCE_UNSUPPORTED without video */
export function pieceArguments(request: PieceRequest): string[] {
  const { source, piece, frameRate, encoderThreads, encoder } = request;
  if (source.video === null) throw new AppError("SOURCE_UNSUPPORTED", "The source has no video.");
  const input = untrustedInput(request.sourcePath, {
    seekS: pieceSeekS(piece, frameRate),
    durationS: piece.frameCount / frameRate,
    extra: ["-threads", String(encoderThreads)],
  });
  const graph = pictureGraph({ ...request, video: source.video, captioned: false });
  return [...encoder.deviceArgs, ...input, ...output(graph, request)];
}
