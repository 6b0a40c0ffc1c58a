// The ffmpeg arguments of a clip, built by pure functions: what is rendered can be read and tested without rendering.
// Everything is one command, so that the source is decoded once. No text of a client is part of any argument: captions
// come from a file with a fixed name in the working folder.
import { AppError } from "../../shared/errors.ts";
import { PROCESS_LIMITS } from "../../shared/limits/processes.ts";
import { CARD_INPUT_TO_MEMORY } from "../ffmpeg/cards/card-decoding.ts";
import type { AudioCommand } from "../ffmpeg/decode-audio.ts";
import { clockOf, seconds, untrustedInput } from "../ffmpeg/ffmpeg.ts";
import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import { keptFilters } from "../ffmpeg/fit-frames.ts";
import { FROM_KEY_FRAME } from "../ffmpeg/steady-frames.ts";
import { SOFTWARE_ENCODER, type VideoEncoder } from "../ffmpeg/video-encoder-settings.ts";
import type { StereoFault } from "../signal/stereo-fault.ts";
import type { AudioStream, SourceInfo } from "../source/probe-source.ts";
import { type SourceRead, sourceRead } from "../source/source-read.ts";
import { audioGraph, SAMPLE_RATE_HZ, steadyStereo } from "./audio-graph.ts";
import type { CropArea, FramingPlan } from "./framing-plan.ts";
import { videoGraph } from "./video-graph.ts";

export interface RenderPlan {
  readonly sourcePath: string;
  readonly source: SourceInfo;
  readonly startS: number;
  readonly durationS: number;
  readonly frameRate: number;
  readonly target: FrameSize;
  readonly framing: FramingPlan;
  /** See VideoGraphRequest. */
  readonly area?: CropArea;
  /** Whether `captions.ass` and `fonts/` are in the working folder. */
  readonly captioned: boolean;
  /** See VideoGraphRequest. */
  readonly captionsAtTop?: boolean;
  readonly encoderThreads: number;
  /** Of the audio; see find-gain. 0 without audio. */
  readonly gainDb: number;
  /** Of the audio; see ClipAudio. */
  readonly stereoFault?: StereoFault | null;
  /** Whether the audio must be read apart (see decode-audio), and is in `AUDIO_FILE` in the working folder; not unless told. */
  readonly audioChanges?: boolean;
  /** libx264 unless told. */
  readonly encoder?: VideoEncoder;
  /** Whether the source is decoded on the card that encodes; not unless told. */
  readonly decodesOnCard?: boolean;
}

/** What the audio of a clip is measured from. */
export type AudioPlan = Pick<RenderPlan, "sourcePath" | "source" | "startS" | "durationS" | "encoderThreads">;

export const OUTPUT_FILE = "clip.mp4";
export const AUDIO_FILE = "audio.wav";

const KEY_FRAME_INTERVAL_S = 2;
/** Packets of sound that may wait for the first frame, which is written when the next one comes: at worst 180 s later. */
const MUXING_QUEUE_PACKETS = "16384";

function readOf({ source, startS, durationS }: AudioPlan): SourceRead {
  return sourceRead(startS, durationS, source.video ?? {});
}

/** Input options of the source's decoder. */
export function decodingOptions({
  encoderThreads,
  decodesOnCard = false,
}: Pick<RenderPlan, "encoderThreads" | "decodesOnCard">): string[] {
  const threads = ["-threads", String(encoderThreads)];
  return decodesOnCard ? [...threads, ...CARD_INPUT_TO_MEMORY] : threads;
}

/** Options of an output's video, which the encoder's own are part of. */
export function videoOptions(
  { outputArgs }: VideoEncoder,
  { frameRate, encoderThreads }: Pick<RenderPlan, "frameRate" | "encoderThreads">,
): string[] {
  const keyFrames = String(Math.max(1, Math.round(frameRate * KEY_FRAME_INTERVAL_S)));
  const colors = ["-colorspace", "-color_primaries", "-color_trc"].flatMap((option) => [option, "bt709"]);
  return [
    ...[...outputArgs, "-g", keyFrames, ...colors, "-color_range", "tv"],
    ...["-threads", String(encoderThreads), "-max_muxing_queue_size", MUXING_QUEUE_PACKETS],
  ];
}

/** Options of an output's audio. */
export const AUDIO_OPTIONS = ["-c:a", "aac", "-b:a", "160k", "-ar", String(SAMPLE_RATE_HZ), "-ac", "2"];
/** Nothing of a source's own is passed on, and a file that outgrows its bound is ended. */
export const FILE_OPTIONS = [
  ...["-map_metadata", "-1", "-map_chapters", "-1", "-fs", String(PROCESS_LIMITS.outputBytes)],
];

/** Arguments that render a clip to `clip.mp4` in the working folder. @throws AppError SOURCE_UNSUPPORTED without video */
export function renderArguments(plan: RenderPlan): string[] {
  const { source, durationS, gainDb, stereoFault = null, encoderThreads, audioChanges = false } = plan;
  if (source.video === null) throw new AppError("SOURCE_UNSUPPORTED", "The source has no video.");
  const encoder = plan.encoder ?? SOFTWARE_ENCODER;
  const { deviceArgs, uploadFilters } = encoder;
  const { startS: seekS, skipS } = readOf(plan);
  const graphs = [
    videoGraph({ ...plan, video: source.video, skipS }),
    audioGraph(source.audio, { durationS, gainDb, stereoFault, skipS, isCut: audioChanges }),
  ];
  const isUploaded = uploadFilters.length > 0;
  if (isUploaded) graphs.push(`[video]${uploadFilters.join(",")}[uploaded]`);
  return [
    ...deviceArgs,
    ...untrustedInput(plan.sourcePath, {
      seekS,
      ...clockOf(source.video),
      extra: [...FROM_KEY_FRAME, ...keptFilters(source.video), ...decodingOptions(plan)],
    }),
    ...(audioChanges ? ["-i", `file:${AUDIO_FILE}`] : []),
    ...["-filter_complex_threads", String(encoderThreads), "-filter_complex", graphs.join(";")],
    ...["-map", isUploaded ? "[uploaded]" : "[video]", "-map", "[audio]", "-t", seconds(durationS)],
    ...videoOptions(encoder, plan),
    ...[...AUDIO_OPTIONS, ...FILE_OPTIONS, "-movflags", "+faststart", OUTPUT_FILE],
  ];
}

/** Puts the audio of a stretch on the pipe: stereo at 48 kHz, 32-bit floats, no frame decoded. */
export function audioCommand(plan: AudioPlan, audio: AudioStream): AudioCommand {
  const { startS, skipS, durationS } = readOf(plan);
  const { sourcePath, encoderThreads } = plan;
  return {
    ...audio,
    sourcePath,
    startS,
    durationS,
    decoding: decodingOptions({ encoderThreads }),
    filters: steadyStereo(skipS),
    output: ["-f", "f32le", "-c:a", "pcm_f32le", "pipe:1"],
  };
}
