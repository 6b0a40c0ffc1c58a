// Thread: decodes one clip's pictures once, small and grey, at the rate at which they will be rendered, and measures
// them column by column. Frame n here is frame n of the render, since both start from the same seek and rate. The same
// decode gives a few larger colour pictures a second, for text, light and thumbnails, and where a face detector is
// there, for faces, with the sound beside them. Without one, no model is loaded and no sound is read.
import type { Readable } from "node:stream";
import { runFfmpeg, seconds, untrustedInput } from "../ffmpeg/ffmpeg.ts";
import { fittedFrames, keptFilters, type PictureSize } from "../ffmpeg/fit-frames.ts";
import { mixedChannels } from "../ffmpeg/mix-channels.ts";
import {
  FROM_KEY_FRAME,
  fromStretchStart,
  soundFromStretchStart,
  steadyFrames,
} from "../ffmpeg/steady-frames.ts";
import { defaultPictureSize, type FaceDetector } from "../senses/faces/face-detector.ts";
import { openFaceDetector } from "../senses/faces/open-face-detector.ts";
import { SampleFrames } from "../signal/sample-frames.ts";
import { type ThreadContext, threadTask } from "../threads/thread-task.ts";
import { FACE_SOUND_RATE_HZ, type FaceSightings, SoundLevels } from "./faces/face-sightings.ts";
import { pictureSampling } from "./faces/picture-sampling.ts";
import type { PictureLook } from "./picture-look.ts";
import { readSampledFrames, type SampledFrames } from "./sampled-frames.ts";
import {
  type ColumnSaliency,
  ColumnSaliencyCollector,
  FRAMING_HEIGHT,
  FRAMING_WIDTH,
} from "./shots/column-saliency.ts";

export interface FramingAnalysisInput {
  readonly ffmpeg: string;
  readonly sourcePath: string;
  readonly streamIndex: number;
  /** Of the pictures as displayed. */
  readonly sourceSize: { readonly width: number; readonly height: number };
  /** See VideoStream. */
  readonly isTurned?: boolean;
  /** Null without sound. */
  readonly audioStreamIndex: number | null;
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
  readonly timeoutMs: number;
}

export interface FramingAnalysis {
  readonly saliency: ColumnSaliency;
  readonly looks: readonly PictureLook[];
  /** Null without a face detector. */
  readonly sightings: FaceSightings | null;
}

const GREY_SIZE = { width: FRAMING_WIDTH, height: FRAMING_HEIGHT };

/** Every frame, without the deblocking that small pictures do not show: a fifth less work (2026-11). */
const DECODING = ["-threads", "2", "-skip_loop_filter", "all"];

/** Arguments for the grey pictures on `pipe:1`, the colour pictures on `pipe:4`, and with faces the sound on `pipe:5`. */
export function framingArgs(
  input: FramingAnalysisInput,
  size: { readonly width: number; readonly height: number },
): string[] {
  const withFaces = input.faceModelPath !== null;
  const { step, lag } = pictureSampling(input.frameRate, withFaces);
  const chosen = `eq(mod(n,${step}),0)${withFaces ? `+eq(mod(n,${step}),${lag})` : ""}`;
  const fitted = (to: PictureSize): string => fittedFrames(input.sourceSize, to, "area").join(",");
  // A constant rate by their numbers: the muxer would otherwise fill the gaps between the chosen frames.
  const color = `select='${chosen}',setpts=N/25/TB,${fitted(size)},format=bgr24`;
  const { skipS = 0 } = input;
  const endS = seconds(input.durationS - skipS);
  const steady = [...fromStretchStart(skipS), ...steadyFrames(input.frameRate), `trim=end=${endS}`];
  const graph = [
    `[0:${input.streamIndex}]${steady.join(",")},split=2[every][some]`,
    `[every]${fitted(GREY_SIZE)},format=gray[grey]`,
    `[some]${color}[color]`,
  ];
  const heard = [
    ...soundFromStretchStart(skipS),
    ...mixedChannels(input.audioChannels ?? 2),
    `atrim=end=${endS}`,
    "aresample=async=1:first_pts=0",
  ];
  const sound = ["-af", heard.join(","), "-ac", "1", "-ar", String(FACE_SOUND_RATE_HZ)];
  return [
    ...untrustedInput(input.sourcePath, {
      seekS: input.startS,
      extra: [...FROM_KEY_FRAME, ...keptFilters(input.isTurned), ...DECODING],
    }),
    ...["-filter_complex", graph.join(";")],
    ...["-map", "[grey]", "-f", "rawvideo", "pipe:1"],
    ...["-map", "[color]", "-r", "25", "-f", "rawvideo", "pipe:4"],
    ...(input.audioStreamIndex === null || !withFaces
      ? []
      : ["-map", `0:${input.audioStreamIndex}`, ...sound, "-f", "s16le", "pipe:5"]),
  ];
}

async function readLevels(output: Readable, levels: SoundLevels): Promise<void> {
  const frames = new SampleFrames(SoundLevels.HOP_SAMPLES, (hop) => levels.push(hop));
  for await (const chunk of output as AsyncIterable<Buffer>) frames.push(chunk);
}

async function analyze(
  input: FramingAnalysisInput,
  { signal, reportProgress }: ThreadContext,
  detector: FaceDetector | null,
): Promise<FramingAnalysis> {
  const maxFrames = Math.ceil(input.durationS * input.frameRate) + 1;
  const collector = new ColumnSaliencyCollector(maxFrames, input.frameRate);
  const levels = new SoundLevels();
  const size = (detector?.pictureSize ?? defaultPictureSize)(input.sourceSize);
  const { step } = pictureSampling(input.frameRate, detector !== null);
  let pictures: SampledFrames = { looks: [], faces: [] };
  const look = async (output: Readable): Promise<void> => {
    pictures = await readSampledFrames(output, {
      detector,
      size,
      step,
      maxSamples: Math.ceil(maxFrames / step),
    });
  };
  const isHeard = detector !== null && input.audioStreamIndex !== null;
  const hear = (output: Readable): Promise<void> => readLevels(output, levels);
  await runFfmpeg(input.ffmpeg, {
    args: framingArgs(input, size),
    timeoutMs: input.timeoutMs,
    signal,
    onOutput: (chunk) => collector.push(chunk),
    onProgressS: (outTimeS) => reportProgress(Math.min(1, outTimeS / input.durationS)),
    readers: isHeard ? [look, hear] : [look],
  });
  const sightings = detector === null ? null : { samples: pictures.faces, soundDb: levels.result() };
  return { saliency: collector.result(), looks: pictures.looks, sightings };
}

export default threadTask<FramingAnalysisInput, FramingAnalysis>(async (input, context) => {
  if (input.faceModelPath === null) return analyze(input, context, null);
  const detector = await openFaceDetector(input.faceModelPath);
  try {
    return await analyze(input, context, detector);
  } finally {
    await detector.dispose();
  }
});
