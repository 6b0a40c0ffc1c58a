// The ffmpeg arguments of the parts of a reel: pieces of the source, framed and dressed, and the cards of a template.
// Pure. Each is video only, an exact number of frames, and encoded alike, so that parts can be joined as they are;
// audio is made for the whole reel, since it crosses from one piece into the next.
import { clockOf, untrustedInput } from "../ffmpeg/ffmpeg.ts";
import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import { keptFilters } from "../ffmpeg/fit-frames.ts";
import { FROM_KEY_FRAME } from "../ffmpeg/steady-frames.ts";
import type { VideoEncoder } from "../ffmpeg/video-encoder-settings.ts";
import type { FramingPlan } from "../render/framing-plan.ts";
import { decodingOptions, FILE_OPTIONS, videoOptions } from "../render/render-arguments.ts";
import { videoGraph } from "../render/video-graph.ts";
import { requireVideo, type SourceInfo } from "../source/probe-source.ts";
import type { Card, Overlay } from "./drawing/reel-dressing.ts";
import { overlayGraph } from "./overlay-filters.ts";
import { type ReelPiece, readOfPiece } from "./plan-reel.ts";

/** What all parts of a reel share. */
export interface ReelEncoding {
  readonly target: FrameSize;
  readonly frameRate: number;
  readonly encoder: VideoEncoder;
  /** See RenderPlan. */
  readonly decodesOnCard?: boolean;
  readonly encoderThreads: number;
  /** Of the part, below the working folder. */
  readonly outputFile: string;
}

export interface PieceRequest extends ReelEncoding {
  readonly sourcePath: string;
  readonly source: SourceInfo;
  readonly piece: ReelPiece;
  readonly framing: FramingPlan;
  readonly overlays: readonly Overlay[];
}

/** From an input and its graph to `[video]`, overlays on it, to the file. */
function partArguments(
  input: readonly string[],
  graph: string,
  { overlays, frameCount, ...encoding }: ReelEncoding & { overlays: readonly Overlay[]; frameCount: number },
): string[] {
  const { encoder, frameRate, encoderThreads, outputFile } = encoding;
  const dressed = overlayGraph(overlays, { firstInput: 1, from: "video", to: "dressed", frameRate });
  const upload = ["format=yuv420p", ...encoder.uploadFilters].join(",");
  return [
    ...[...encoder.deviceArgs, ...input, ...dressed.inputs],
    ...["-filter_complex_threads", String(encoderThreads)],
    ...["-filter_complex", `${graph};${dressed.graph};[dressed]${upload}[out]`],
    ...["-map", "[out]", "-an", "-frames:v", String(frameCount)],
    ...[...videoOptions(encoder, encoding), ...FILE_OPTIONS, outputFile],
  ];
}

/** Arguments that render a piece to its file in the working folder. @throws AppError SOURCE_UNSUPPORTED without video */
export function pieceArguments(request: PieceRequest): string[] {
  const { source, piece, frameRate } = request;
  const video = requireVideo(source);
  const { frameCount } = piece;
  const { startS: seekS, skipS } = readOfPiece(piece, frameRate, video);
  const extra = [...FROM_KEY_FRAME, ...keptFilters(video), ...decodingOptions(request)];
  const input = untrustedInput(request.sourcePath, { seekS, ...clockOf(video), extra });
  const graph = videoGraph({ ...request, video, skipS, captioned: false });
  return partArguments(input, graph, { ...request, frameCount });
}

/** Arguments that render a card, in the same way. */
export function cardArguments(card: Card, encoding: ReelEncoding): string[] {
  const { width, height } = encoding.target;
  const rate = String(encoding.frameRate);
  const input = ["-loop", "1", "-framerate", rate, "-i", `file:${card.backgroundPath}`];
  const colors = "in_range=pc:out_color_matrix=bt709:out_range=tv";
  const graph = `[0:v]scale=${width}:${height}:${colors},setsar=1,format=yuv420p[video]`;
  return partArguments(input, graph, { ...encoding, ...card });
}
