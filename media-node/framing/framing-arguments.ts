// The ffmpeg arguments of a clip's analysis. Pure. Frame n here is frame n of the render, since both start from the same seek
// and rate.
import { cardInput, type DecodingCard, shrunkOnCard } from "../ffmpeg/cards/card-decoding.ts";
import { clockOf, type SourceClock, seconds, untrustedInput } from "../ffmpeg/ffmpeg.ts";
import {
  type FrameSize,
  fittedFrames,
  keptFilters,
  type Turning,
  uprightFrames,
} from "../ffmpeg/fit-frames.ts";
import { mixedChannels } from "../ffmpeg/mix-channels.ts";
import {
  audioFromStretchStart,
  FROM_KEY_FRAME,
  fromStretchStart,
  steadyFrames,
} from "../ffmpeg/steady-frames.ts";
import type { AudioSpecifier, VideoSpecifier } from "../ffmpeg/stream-specifier.ts";
import { type CropArea, cutOut } from "../render/framing-plan.ts";
import { LEVEL_CHANNELS, LEVEL_RATE_HZ } from "./faces/face-samples.ts";
import { type FrameSampling, frameSampling } from "./faces/frame-sampling.ts";
import { FRAMING_HEIGHT, FRAMING_WIDTH } from "./shots/column-saliency.ts";

export interface FramingAnalysisInput extends SourceClock, Turning {
  readonly ffmpeg: string;
  readonly sourcePath: string;
  readonly videoSpecifier: VideoSpecifier;
  /** Of the frames as displayed. */
  readonly sourceSize: FrameSize;
  /** Null without audio. */
  readonly audioSpecifier: AudioSpecifier | null;
  /** No more than eight unless told. */
  readonly audioChannels?: number;
  /** A face detector's file; null where there is none. */
  readonly faceModelPath: string | null;
  readonly startS: number;
  /** What is read from there on and left out, seconds; 0 unless told. */
  readonly skipS?: number;
  /** With what is left out. */
  readonly durationS: number;
  readonly frameRate: number;
  /** Where it is slower than that, its frames are shown more than once; that rate unless told. */
  readonly sourceFrameRate?: number;
  readonly timeoutMs: number;
  /** Whether bars on the frames are left out, where there are any; all is looked at unless told. */
  readonly leavesBarsOut?: boolean;
}

/** Which frames come in colour. */
export function samplingOf(input: FramingAnalysisInput): FrameSampling {
  const { frameRate, faceModelPath, sourceFrameRate } = input;
  return frameSampling(frameRate, { withFaces: faceModelPath !== null, sourceFrameRate });
}

const GREY_SIZE = { width: FRAMING_WIDTH, height: FRAMING_HEIGHT };

/** Every frame, without the deblocking that small frames do not show: a fifth less work (2026-11). */
const DECODING = ["-threads", "2", "-skip_loop_filter", "all"];

/**
 * Frames on a card, small but no smaller than any that is looked at. Where a part is cut out by its place in the source,
 * they come whole.
 */
function fromCard(
  card: DecodingCard,
  { sourceSize }: FramingAnalysisInput,
  size: FrameSize,
  area?: CropArea,
) {
  const wanted = {
    width: Math.max(GREY_SIZE.width, size.width),
    height: Math.max(GREY_SIZE.height, size.height),
  };
  return shrunkOnCard(card, area === undefined ? wanted : sourceSize);
}

/**
 * Arguments for the grey frames on `pipe:1`, the colour frames on `pipe:4`, and with faces the audio on `pipe:5`.
 * @param size of the colour frames
 * @param area the part of the source that is looked at; all of it unless told
 */
export function framingArgs(
  input: FramingAnalysisInput,
  size: FrameSize,
  area?: CropArea,
  card: DecodingCard = null,
): string[] {
  const withFaces = input.faceModelPath !== null;
  const { step, lag } = samplingOf(input);
  const chosen = `eq(mod(n,${step}),0)${withFaces ? `+eq(mod(n,${step}),${lag})` : ""}`;
  const fitted = (to: FrameSize): string => fittedFrames(area ?? input.sourceSize, to, "area").join(",");
  // A constant rate by their numbers: the muxer would otherwise fill the gaps between the chosen frames.
  const color = `select='${chosen}',setpts=N/25/TB,${fitted(size)},format=bgr24`;
  const { skipS = 0 } = input;
  const endS = seconds(input.durationS - skipS);
  const steady = [
    ...fromCard(card, input, size, area),
    ...uprightFrames(input),
    ...fromStretchStart(skipS),
    ...steadyFrames(input.frameRate),
    `trim=end=${endS}`,
    ...(area === undefined
      ? []
      : [...fittedFrames(input.sourceSize, input.sourceSize, "area"), cutOut(area)]),
  ];
  const stream = `[0:${input.videoSpecifier}]`;
  const graph = [
    `${stream}${steady.join(",")},split=2[every][some]`,
    `[every]${fitted(GREY_SIZE)},format=gray[grey]`,
    `[some]${color}[color]`,
    // With a second input, ffmpeg goes by the filters' rate. With one, versions up to 5 go by the lengths of its frames,
    // and give a first frame that is longer than the clip's twice: all others would be counted one too late.
    `${stream}nullsink`,
  ];
  const filters = [
    ...audioFromStretchStart(skipS, input.reorderDelayS),
    ...mixedChannels(input.audioChannels ?? 2),
    `atrim=end=${endS}`,
    "aresample=async=1:first_pts=0",
  ];
  const audio = ["-af", filters.join(","), "-ac", String(LEVEL_CHANNELS), "-ar", String(LEVEL_RATE_HZ)];
  return [
    ...untrustedInput(input.sourcePath, {
      seekS: input.startS,
      ...clockOf(input),
      extra: [...FROM_KEY_FRAME, ...keptFilters(input), ...DECODING, ...cardInput(card)],
    }),
    ...["-filter_complex", graph.join(";")],
    ...["-map", "[grey]", "-f", "rawvideo", "pipe:1"],
    ...["-map", "[color]", "-r", "25", "-f", "rawvideo", "pipe:4"],
    ...(input.audioSpecifier === null || !withFaces
      ? []
      : ["-map", `0:${input.audioSpecifier}`, ...audio, "-f", "s16le", "pipe:5"]),
  ];
}
