// Thread: decodes one clip's frames once, small and grey, at the rate at which they will be rendered, and measures
// them column by column. Frame n here is frame n of the render, since both start from the same seek and rate. The same
// decode gives a few larger colour frames a second, for text, light and thumbnails, and where a face detector is
// there, for faces, with the audio beside them. Without one, no model is loaded and no audio is read. A card decodes, and
// halves the frames as often as what is looked at allows, where one has a place (see decodeOnCard).
import type { Readable } from "node:stream";
import { DECODER_LIMITS } from "../../shared/limits/processes.ts";
import type { DecodingCard } from "../ffmpeg/cards/card-decoding.ts";
import { decodeOnCard } from "../ffmpeg/cards/decode-on-card.ts";
import { isReadApart } from "../ffmpeg/decode-audio.ts";
import { runFfmpeg } from "../ffmpeg/ffmpeg.ts";
import type { CropArea } from "../render/framing-plan.ts";
import { defaultFrameSize, type FaceDetector } from "../senses/faces/face-detector.ts";
import { openFaceDetector } from "../senses/faces/open-face-detector.ts";
import { SampleFrames } from "../signal/sample-frames.ts";
import { type ThreadContext, threadTask } from "../threads/thread-task.ts";
import { AudioLevels, type FaceAnalysis } from "./faces/face-samples.ts";
import { BarFinder } from "./find-bars.ts";
import type { FrameLook } from "./frame-look.ts";
import { type FramingAnalysisInput, framingArgs, samplingOf } from "./framing-arguments.ts";
import { readSampledFrames, type SampledFrames } from "./sampled-frames.ts";
import {
  type ColumnSaliency,
  ColumnSaliencyCollector,
  FRAMING_HEIGHT,
  FRAMING_WIDTH,
} from "./shots/column-saliency.ts";

export interface FramingAnalysis {
  /** The part of the source within its bars: all else is said of that part alone. Absent where that is the whole. */
  readonly area?: CropArea;
  readonly saliency: ColumnSaliency;
  readonly looks: readonly FrameLook[];
  /** Null without a face detector. */
  readonly sightings: FaceAnalysis | null;
}

async function readLevels(output: Readable, levels: AudioLevels): Promise<void> {
  const frames = new SampleFrames(AudioLevels.HOP_SAMPLES, (hop) => levels.push(hop));
  for await (const chunk of output as AsyncIterable<Buffer>) frames.push(chunk);
}

/** With what the frames are decoded and searched, and which part of them. */
interface Means {
  readonly detector: FaceDetector | null;
  readonly card: DecodingCard;
  /** All of them unless told. */
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

/** Decodes all of it; and where there are bars that are to be left out, once more, what is within them. */
async function analyze(
  input: FramingAnalysisInput,
  { signal, reportProgress }: ThreadContext,
  { detector, card, area }: Means,
): Promise<FramingAnalysis> {
  const maxFrames = Math.ceil(input.durationS * input.frameRate) + 1;
  const collector = new ColumnSaliencyCollector(maxFrames, input.frameRate);
  const levels = new AudioLevels();
  const size = (detector?.frameSize ?? defaultFrameSize)(area ?? input.sourceSize);
  const bars = input.leavesBarsOut === true && area === undefined ? new BarFinder(size) : undefined;
  const { step, lag: mouthLagFrames } = samplingOf(input);
  let sampled: SampledFrames = { looks: [], faces: [] };
  const readColor = async (output: Readable): Promise<void> => {
    sampled = await readSampledFrames(output, {
      detector,
      size,
      step,
      maxSamples: Math.ceil(maxFrames / step),
      bars,
    });
  };
  const hasAudio = detector !== null && input.audioSpecifier !== null;
  const readSound = (output: Readable): Promise<void> => readLevels(output, levels);
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
    readers: hasAudio ? [readColor, readSound] : [readColor],
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
  means: Means,
): Promise<FramingAnalysis> {
  try {
    return await analyze(input, context, means);
  } catch (error) {
    if (!isReadApart(error)) throw error;
    return analyze({ ...input, audioSpecifier: null }, context, means);
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
