// Thread: decodes one clip's pictures once, small and grey, at the rate at which they will be rendered, and measures
// them column by column. Frame n here is frame n of the render, since both start from the same seek and rate. Where a
// face detector is installed, the same decode also gives a few colour pictures a second, and the sound beside them;
// where none is, no model is loaded and those outputs are not made.
import type { Readable } from "node:stream";
import { readFaceSamples } from "../engines/face-pictures.ts";
import { runFfmpeg, untrustedInput } from "../engines/ffmpeg.ts";
import { type FaceDetector, openYunet } from "../engines/yunet.ts";
import {
  type ColumnSaliency,
  ColumnSaliencyCollector,
  FRAMING_HEIGHT,
  FRAMING_WIDTH,
} from "../signal/column-saliency.ts";
import {
  FACE_SOUND_RATE_HZ,
  type FaceSample,
  type FaceSightings,
  faceSampling,
  SoundLevels,
} from "../signal/face-sightings.ts";
import { SampleFrames } from "../signal/sample-frames.ts";
import { type ThreadContext, threadTask } from "./thread-task.ts";

export interface FramingAnalysisInput {
  readonly ffmpeg: string;
  readonly sourcePath: string;
  readonly streamIndex: number;
  /** Of the pictures as displayed. */
  readonly sourceSize: { readonly width: number; readonly height: number };
  /** Null without sound. */
  readonly audioStreamIndex: number | null;
  /** A YuNet model's file; null where none is installed. */
  readonly faceModelPath: string | null;
  readonly startS: number;
  readonly durationS: number;
  readonly frameRate: number;
  readonly timeoutMs: number;
}

export interface FramingAnalysis {
  readonly saliency: ColumnSaliency;
  /** Null where no face detector is installed. */
  readonly sightings: FaceSightings | null;
}

const GREY = `scale=${FRAMING_WIDTH}:${FRAMING_HEIGHT}:flags=area,format=gray`;

function inputArgs(input: FramingAnalysisInput): string[] {
  return untrustedInput(input.sourcePath, { seekS: input.startS, durationS: input.durationS });
}

/** Arguments for the grey pictures alone, on `pipe:1`. */
export function greyArgs(input: FramingAnalysisInput): string[] {
  return [
    ...inputArgs(input),
    ...["-map", `0:${input.streamIndex}`, "-an", "-sn", "-dn"],
    ...["-vf", `fps=fps=${input.frameRate}:start_time=0,${GREY}`],
    ...["-f", "rawvideo", "pipe:1"],
  ];
}

/** Arguments for the grey pictures on `pipe:1`, pairs of colour pictures on `pipe:4`, and the sound on `pipe:5`. */
export function greyAndColorArgs(
  input: FramingAnalysisInput,
  size: { readonly width: number; readonly height: number },
): string[] {
  const { step, lag } = faceSampling(input.frameRate);
  // A constant rate by their numbers: the muxer would otherwise fill the gaps between the chosen frames.
  const chosen = `select='eq(mod(n,${step}),0)+eq(mod(n,${step}),${lag})',setpts=N/25/TB`;
  const graph = [
    `[0:${input.streamIndex}]fps=fps=${input.frameRate}:start_time=0,split=2[every][some]`,
    `[every]${GREY}[grey]`,
    `[some]${chosen},scale=${size.width}:${size.height}:flags=area,format=bgr24[color]`,
  ];
  const sound = ["-af", "aresample=async=1:first_pts=0", "-ac", "1", "-ar", String(FACE_SOUND_RATE_HZ)];
  return [
    ...inputArgs(input),
    ...["-filter_complex", graph.join(";")],
    ...["-map", "[grey]", "-f", "rawvideo", "pipe:1"],
    ...["-map", "[color]", "-r", "25", "-f", "rawvideo", "pipe:4"],
    ...(input.audioStreamIndex === null
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
  const collector = new ColumnSaliencyCollector(maxFrames);
  const levels = new SoundLevels();
  let samples: FaceSample[] = [];
  const size = detector?.pictureSize(input.sourceSize) ?? { width: 0, height: 0 };
  const readFaces = async (output: Readable): Promise<void> => {
    if (detector === null) return;
    const { step } = faceSampling(input.frameRate);
    samples = await readFaceSamples(output, { detector, size, step, maxPairs: Math.ceil(maxFrames / step) });
  };
  const hear = input.audioStreamIndex === null ? [] : [(output: Readable) => readLevels(output, levels)];
  await runFfmpeg(input.ffmpeg, {
    args: detector === null ? greyArgs(input) : greyAndColorArgs(input, size),
    timeoutMs: input.timeoutMs,
    signal,
    onOutput: (chunk) => collector.push(chunk),
    onProgressS: (outTimeS) => reportProgress(Math.min(1, outTimeS / input.durationS)),
    ...(detector === null ? {} : { readers: [readFaces, ...hear] }),
  });
  const sightings = detector === null ? null : { samples, soundDb: levels.result() };
  return { saliency: collector.result(), sightings };
}

export default threadTask<FramingAnalysisInput, FramingAnalysis>(async (input, context) => {
  if (input.faceModelPath === null) return analyze(input, context, null);
  const detector = await openYunet(input.faceModelPath);
  try {
    return await analyze(input, context, detector);
  } finally {
    await detector.dispose();
  }
});
