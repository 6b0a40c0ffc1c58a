// Thread: decodes one clip's frames once, small and grey, at the rate at which they will be rendered, and measures
// them column by column. Frame n here is frame n of the render, since both start from the same seek and rate. The same
// decode gives a few larger colour frames a second, for text, light and thumbnails, and where a face detector is
// there, for faces, with the audio beside them. Without one, no model is loaded and no audio is read. A card decodes, and
// halves the frames as often as what is looked at allows, where one has a place (see decodeOnCard).
import type { Readable } from "node:stream";
import { DECODER_LIMITS } from "../../shared/limits/processes.ts";
import { cardInput, type DecodingCard, shrunkOnCard } from "../ffmpeg/cards/card-decoding.ts";
import { decodeOnCard } from "../ffmpeg/cards/decode-on-card.ts";
import { isReadApart } from "../ffmpeg/decode-audio.ts";
import { clockOf, runFfmpeg, type SourceClock, seconds, untrustedInput } from "../ffmpeg/ffmpeg.ts";
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
import { defaultFrameSize, type FaceDetector } from "../senses/faces/face-detector.ts";
import { openFaceDetector } from "../senses/faces/open-face-detector.ts";
import { SampleFrames } from "../signal/sample-frames.ts";
import { type ThreadContext, threadTask } from "../threads/thread-task.ts";
import { AudioLevels, type FaceAnalysis, LEVEL_CHANNELS, LEVEL_RATE_HZ } from "./faces/face-samples.ts";
import { type FrameSampling, frameSampling } from "./faces/frame-sampling.ts";
import { BarFinder } from "./find-bars.ts";
import type { FrameLook } from "./frame-look.ts";
import { readSampledFrames, type SampledFrames } from "./sampled-frames.ts";
import {
  type ColumnSaliency,
  ColumnSaliencyCollector,
  FRAMING_HEIGHT,
  FRAMING_WIDTH,
} from "./shots/column-saliency.ts";

export interface FramingAnalysisInput extends SourceClock, Turning {
  readonly ffmpeg: string;
  readonly sourcePath: string;
  readonly videoSpecifier: VideoSpecifier;
  /** Of the frames as displayed. */
  readonly sourceSize: { readonly width: number; readonly height: number };
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

export interface FramingAnalysis {
  /** The part of the source within its bars: all else is said of that part alone. Absent where that is the whole. */
  readonly area?: CropArea;
  readonly saliency: ColumnSaliency;
  readonly looks: readonly FrameLook[];
  /** Null without a face detector. */
  readonly sightings: FaceAnalysis | null;
}

function samplingOf(input: FramingAnalysisInput): FrameSampling {
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

/** Arguments for the grey frames on `pipe:1`, the colour frames on `pipe:4`, and with faces the audio on `pipe:5`. */
export function framingArgs(
  input: FramingAnalysisInput,
  size: { readonly width: number; readonly height: number },
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

async function readLevels(output: Readable, levels: AudioLevels): Promise<void> {
  const frames = new SampleFrames(AudioLevels.HOP_SAMPLES, (hop) => levels.push(hop));
  for await (const chunk of output as AsyncIterable<Buffer>) frames.push(chunk);
}

interface Look {
  readonly detector: FaceDetector | null;
  readonly card: DecodingCard;
  readonly area?: CropArea;
}

/**
 * A card's filters start over where the size of the frames changes, whatever is asked for, and so do the frames: then
 * there are more of them than the clip has. @throws Error
 */
function checkFrameCount(greyBytes: number, { durationS, skipS = 0, frameRate }: FramingAnalysisInput): void {
  const frames = greyBytes / (FRAMING_WIDTH * FRAMING_HEIGHT);
  if (frames > Math.ceil((durationS - skipS) * frameRate) + 1) {
    throw new Error("the frames change their size");
  }
}

async function analyze(
  input: FramingAnalysisInput,
  { signal, reportProgress }: ThreadContext,
  { detector, card, area }: Look,
): Promise<FramingAnalysis> {
  const maxFrames = Math.ceil(input.durationS * input.frameRate) + 1;
  const collector = new ColumnSaliencyCollector(maxFrames, input.frameRate);
  const levels = new AudioLevels();
  const size = (detector?.frameSize ?? defaultFrameSize)(area ?? input.sourceSize);
  const bars = input.leavesBarsOut === true && area === undefined ? new BarFinder(size) : undefined;
  const { step, lag: mouthLagFrames } = samplingOf(input);
  let sampled: SampledFrames = { looks: [], faces: [] };
  const look = async (output: Readable): Promise<void> => {
    sampled = await readSampledFrames(output, {
      detector,
      size,
      step,
      maxSamples: Math.ceil(maxFrames / step),
      bars,
    });
  };
  const hasAudio = detector !== null && input.audioSpecifier !== null;
  const measure = (output: Readable): Promise<void> => readLevels(output, levels);
  let greyBytes = 0;
  await runFfmpeg(input.ffmpeg, {
    args: framingArgs(input, size, area, card),
    timeoutMs: input.timeoutMs,
    signal,
    onOutput: (chunk) => {
      greyBytes += chunk.length;
      collector.push(chunk);
    },
    onProgressS: (outTimeS) => reportProgress(Math.min(1, outTimeS / input.durationS)),
    readers: hasAudio ? [look, measure] : [look],
  });
  if (card !== null) checkFrameCount(greyBytes, input);
  const enclosed = bars?.enclosed(input.sourceSize);
  if (enclosed !== undefined) {
    return analyze(input, { signal, reportProgress }, { detector, card, area: enclosed });
  }
  const sightings =
    detector === null ? null : { samples: sampled.faces, mouthLagFrames, audioLevelsDb: levels.result() };
  const seen = { saliency: collector.result(), looks: sampled.looks, sightings };
  return area === undefined ? seen : { area, ...seen };
}

/** As `analyze`; without the sound where that must be read apart, which would be all filters' end. */
async function analyzeOrLeaveSoundOut(
  input: FramingAnalysisInput,
  context: ThreadContext,
  look: Look,
): Promise<FramingAnalysis> {
  try {
    return await analyze(input, context, look);
  } catch (error) {
    if (!isReadApart(error)) throw error;
    return analyze({ ...input, audioSpecifier: null }, context, look);
  }
}

function analyzeOnCard(
  input: FramingAnalysisInput,
  context: ThreadContext,
  detector: FaceDetector | null,
): Promise<FramingAnalysis> {
  const { durationS, isTurned = false } = input;
  // Frames that are to be turned must come to memory before.
  const minS = isTurned ? Number.POSITIVE_INFINITY : DECODER_LIMITS.minWholeDecodeS;
  return decodeOnCard({ durationS, minS, signal: context.signal }, (card) =>
    analyzeOrLeaveSoundOut(input, context, { detector, card }),
  );
}

export default threadTask<FramingAnalysisInput, FramingAnalysis>(async (input, context) => {
  if (input.faceModelPath === null) return analyzeOnCard(input, context, null);
  const detector = await openFaceDetector(input.faceModelPath);
  try {
    return await analyzeOnCard(input, context, detector);
  } finally {
    await detector.dispose();
  }
});
