// The ffmpeg arguments of a clip, built by pure functions: what is rendered can be read and tested without rendering.
// Everything is one command, so that the source is decoded once. No text of a client is part of any argument: captions
// come from a file with a fixed name in the working folder.
import { seconds, untrustedInput } from "../engines/ffmpeg.ts";
import type { CropShot, FrameSize, FramingPlan } from "./plan-framing.ts";
import type { SourceInfo } from "./probe-source.ts";

export interface RenderRequest {
  readonly sourcePath: string;
  readonly source: SourceInfo;
  readonly startS: number;
  readonly durationS: number;
  readonly frameRate: number;
  readonly target: FrameSize;
  readonly framing: FramingPlan;
  /** Whether `captions.ass` and `fonts/` are in the working folder. */
  readonly captioned: boolean;
  readonly encoderThreads: number;
}

export const CAPTIONS_FILE = "captions.ass";
export const FONTS_FOLDER = "fonts";
export const OUTPUT_FILE = "clip.mp4";

/** EBU R 128 loudness of finished clips, as the large platforms play it. */
export const TARGET_LUFS = -14;
/** Peaks stay below -1 dBFS, which leaves room for what AAC adds. */
const PEAK_LIMIT = 0.891;
/** Where the measured gain goes: the loudness is known only once the thread has measured it. */
export const GAIN_PLACEHOLDER = "<gain>";
const SAMPLE_RATE_HZ = 48_000;
const FADE_S = 0.03;

/** A frame rate that players expect: the source's own up to 60, without the noise of containers' averages. */
export function outputFrameRate(sourceFrameRate: number): number {
  const usual = [10, 12, 15, 20, 23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60];
  const nearest = usual.reduce((best, rate) =>
    Math.abs(rate - sourceFrameRate) < Math.abs(best - sourceFrameRate) ? rate : best,
  );
  return nearest;
}

/** The vertical frame of a width: 9:16 in even numbers. */
export function verticalFrame(width: number): FrameSize {
  return { width, height: 2 * Math.round((width * 16) / 9 / 2) };
}

/** Where the crop stands at frame n, as a sum of steps: flat, however many shots there are. */
function cropPosition(shots: readonly CropShot[]): string {
  const steps = shots.slice(1).map(({ startFrame, x }, index) => {
    const step = x - (shots[index]?.x ?? 0);
    return `${step < 0 ? "-" : "+"}${Math.abs(step)}*gte(n,${startFrame})`;
  });
  return `${shots[0]?.x ?? 0}${steps.join("")}`;
}

/** The whole source as large as the target holds it, in even numbers. */
function fittedSize(source: FrameSize, target: FrameSize): FrameSize {
  const scale = Math.min(target.width / source.width, target.height / source.height);
  const even = (value: number, most: number): number =>
    Math.min(most, Math.max(2, 2 * Math.round(value / 2)));
  return {
    width: even(source.width * scale, target.width),
    height: even(source.height * scale, target.height),
  };
}

function framingFilters(framing: FramingPlan, source: FrameSize, { width, height }: FrameSize): string {
  const size = `${width}:${height}`;
  if (framing.style === "STATIC_CROP") {
    const { crop, y, shots } = framing;
    return `crop=w=${crop.width}:h=${crop.height}:x='${cropPosition(shots)}':y=${y}:exact=1,scale=${size}:flags=bicubic`;
  }
  const fitted = fittedSize(source, { width, height });
  const evenFit = `scale=${fitted.width}:${fitted.height}:flags=bicubic`;
  if (framing.style === "LETTERBOX") return `${evenFit},pad=${size}:(ow-iw)/2:(oh-ih)/2:color=black`;
  // The blur is made at an eighth of the size: it looks the same and costs a sixtieth.
  const small = `${2 * Math.round(width / 16)}:${2 * Math.round(height / 16)}`;
  const wings =
    `scale=${small}:force_original_aspect_ratio=increase:flags=area,crop=${small},` +
    `boxblur=luma_radius=6:luma_power=2:chroma_radius=3:chroma_power=2,eq=brightness=-0.06:saturation=1.15,scale=${size}:flags=bicubic`;
  return `split=2[front][back];[back]${wings}[wings];[front]${evenFit}[fitted];[wings][fitted]overlay=(W-w)/2:(H-h)/2`;
}

function videoGraph(request: RenderRequest, streamIndex: number): string {
  const { source, framing, target } = request;
  const { width = 2, height = 2, interlaced = false } = source.video ?? {};
  const steps = [
    ...(interlaced ? ["yadif=deint=interlaced"] : []),
    `fps=fps=${request.frameRate}:start_time=0`,
    `scale=${width}:${height}:flags=bicubic,setsar=1`,
    framingFilters(framing, { width, height }, target),
    ...(request.captioned ? [`ass=${CAPTIONS_FILE}:fontsdir=${FONTS_FOLDER}`] : []),
    "setsar=1,format=yuv420p",
  ];
  return `[0:${streamIndex}]${steps.join(",")}[video]`;
}

/** Gaps and late starts are filled, so that sound stays where it was on the source's clock. */
export const STEADY_STEREO = `aresample=${SAMPLE_RATE_HZ}:async=1000:first_pts=0,aformat=channel_layouts=stereo`;

function audioGraph(request: RenderRequest): string {
  const audio = request.source.audio;
  const length = seconds(request.durationS);
  if (audio === null) return `anullsrc=r=${SAMPLE_RATE_HZ}:cl=stereo,atrim=end=${length}[audio]`;
  const fadeOutS = seconds(Math.max(0, request.durationS - FADE_S));
  const steps = [
    STEADY_STEREO,
    `volume=${GAIN_PLACEHOLDER}dB`,
    `alimiter=limit=${PEAK_LIMIT}:attack=5:release=50:level=0`,
    `apad,atrim=end=${length}`,
    `afade=t=in:d=${FADE_S},afade=t=out:st=${fadeOutS}:d=${FADE_S}`,
  ];
  return `[0:${audio.streamIndex}]${steps.join(",")}[audio]`;
}

/** Arguments that render a clip to `clip.mp4` in the working folder. */
export function renderArguments(request: RenderRequest): string[] {
  const graph = `${videoGraph(request, request.source.video?.streamIndex ?? 0)};${audioGraph(request)}`;
  const keyFrames = String(Math.max(1, Math.round(request.frameRate * 2)));
  return [
    ...untrustedInput(request.sourcePath, { seekS: request.startS, durationS: request.durationS }),
    ...["-filter_complex", graph, "-map", "[video]", "-map", "[audio]", "-t", seconds(request.durationS)],
    ...["-c:v", "libx264", "-preset", "veryfast", "-crf", "21", "-profile:v", "high", "-g", keyFrames],
    ...["-threads", String(request.encoderThreads), "-max_muxing_queue_size", "4096"],
    ...["-c:a", "aac", "-b:a", "160k", "-ar", String(SAMPLE_RATE_HZ), "-ac", "2"],
    ...["-map_metadata", "-1", "-map_chapters", "-1", "-movflags", "+faststart", OUTPUT_FILE],
  ];
}

/** Arguments that measure the loudness of a stretch (EBU R 128, as the clip will sound) line by line on the pipe. */
export function loudnessArguments(request: RenderRequest, streamIndex: number): string[] {
  const filters = `${STEADY_STEREO},ebur128=metadata=1,ametadata=print:key=lavfi.r128.I:file=-`;
  return [
    ...untrustedInput(request.sourcePath, { seekS: request.startS, durationS: request.durationS }),
    ...["-map", `0:${streamIndex}`, "-vn", "-sn", "-dn", "-af", filters, "-f", "null", "/dev/null"],
  ];
}
