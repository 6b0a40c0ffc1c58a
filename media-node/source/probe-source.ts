// What a source is: its streams as they will be shown and heard, and its length. Everything that a file claims of
// itself is checked here against bounds, and that its content reaches as far as it claims, so that no later stage
// meets a surprise.
import { AppError } from "../../shared/errors.ts";
import { DEFAULT_BOUNDS, type SourceBounds } from "../../shared/limits/request-bounds.ts";
import { SOURCE_LIMITS } from "../../shared/limits/sources.ts";
import type { SourceTimecode } from "../../shared/tasks/clip-plan.ts";
import { isAcceptedCodec, notAccepted } from "../ffmpeg/accepted-codecs.ts";
import type { SourceClock } from "../ffmpeg/ffmpeg.ts";
import { type ProbedFile, type ProbedStream, probeFile, ratio } from "../ffmpeg/ffprobe.ts";
import type { Turning } from "../ffmpeg/fit-frames.ts";
import type { AudioSpecifier, SubtitleSpecifier, VideoSpecifier } from "../ffmpeg/stream-specifier.ts";
import { frameRateOfStream, mayBeInterlaced, rotationDegrees, turningOf } from "./coded-frames.ts";
import {
  type AudioTrack,
  audioTrack,
  checkSampleRates,
  hasChannels,
  type MonoTracks,
  monoTracks,
  type OtherTracks,
  otherTracks,
  type SilentTrack,
} from "./sound-tracks.ts";
import { readColor, type SourceColor } from "./source-color.ts";
import { measureLongestS, reachesEnd, readVideoEnd, withLength, withVideoStart } from "./source-length.ts";
import { timecodeOf } from "./source-timecode.ts";
import { type StreamClock, sourceClock, streamClock } from "./stream-clock.ts";

export interface VideoStream extends StreamClock, Turning {
  readonly specifier: VideoSpecifier;
  /** Size as displayed, after rotation and with square pixels; even numbers. */
  readonly width: number;
  readonly height: number;
  /** Nominal frames per second, 1 to 120; the source's own rate may vary. */
  readonly frameRate: number;
  /** Whether some of its frames may be; each says so of itself. */
  readonly mayBeInterlaced: boolean;
  readonly color: SourceColor;
  /** When the last frame begins that is known to decode, on the source's clock; nothing is known unless told. */
  readonly decodableS?: number;
  /** What its first frame bears; missing where the file has none. */
  readonly timecode?: SourceTimecode;
}

export type AudioStream = AudioTrack & OtherTracks & SourceClock & MonoTracks & SilentTrack;

export interface SubtitleStream {
  readonly specifier: SubtitleSpecifier;
  /** Of the formats whose text is read in a way of its own; missing of others. */
  readonly format?: "webvtt" | "ass";
}

export interface SourceInfo {
  readonly durationS: number;
  readonly video: VideoStream | null;
  readonly audio: AudioStream | null;
  /** Only text subtitles of all that is said count: images cannot become captions. */
  readonly subtitle: SubtitleStream | null;
}

export interface ProbeTools {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  /** What holds without settings where not given. */
  readonly bounds?: Pick<SourceBounds, "sourceS">;
}

/** Bare frames: the length is guessed from the rate of the first ones, or told by a header of the first of several parts. */
const WITHOUT_LENGTH = new Set(["aac", "mp3"]);
const TEXT_SUBTITLES = new Set(["mov_text", "subrip", "srt", "ass", "ssa", "webvtt", "text"]);
const SUBTITLE_FORMATS: Readonly<Record<string, SubtitleStream["format"]>> = {
  webvtt: "webvtt",
  ass: "ass",
  ssa: "ass",
};
/** Dispositions of subtitles that are not what is said in the film. */
const OTHER_SUBTITLES = ["forced", "comment", "descriptions", "metadata"];
/** @throws AppError SOURCE_UNSUPPORTED for a codec that is not on the allowlist */
function checkCodec({ codec_name: codec }: ProbedStream): void {
  if (codec !== undefined && !isAcceptedCodec(codec)) throw notAccepted(codec);
}

function even(value: number): number {
  return Math.max(2, 2 * Math.round(value / 2));
}

/** The place of one of a file's streams among those of its type. */
function placeIn({ streams = [] }: ProbedFile, stream: ProbedStream): number {
  return streams.filter(({ codec_type: type }) => type === stream.codec_type).indexOf(stream);
}

function readVideo(stream: ProbedStream, file: ProbedFile): VideoStream {
  const codedWidth = stream.width ?? 0;
  const codedHeight = stream.height ?? 0;
  if (codedWidth < 2 || codedHeight < 2)
    throw new AppError("SOURCE_UNSUPPORTED", "The source's video has no size.");
  if (codedWidth * codedHeight > SOURCE_LIMITS.framePixels) {
    throw new AppError(
      "SOURCE_UNSUPPORTED",
      `The source's frames of ${codedWidth}×${codedHeight} are too large.`,
    );
  }
  checkCodec(stream);
  const sampleAspect = Math.min(8, Math.max(1 / 8, ratio(stream.sample_aspect_ratio, ":") ?? 1));
  const onItsSide = rotationDegrees(stream) % 180 !== 0;
  const width = even(codedWidth * sampleAspect);
  const height = even(codedHeight);
  const frameRate = frameRateOfStream(stream);
  return {
    specifier: `v:${placeIn(file, stream)}`,
    width: onItsSide ? height : width,
    height: onItsSide ? width : height,
    frameRate: Math.min(120, Math.max(1, frameRate)),
    mayBeInterlaced: mayBeInterlaced(stream, frameRate),
    ...turningOf(stream),
    color: readColor(stream),
    ...streamClock(stream, file.format),
    ...timecodeOf(stream, file),
  };
}

function readAudio(stream: ProbedStream, file: ProbedFile, video: ProbedStream | undefined): AudioStream {
  checkCodec(stream);
  checkSampleRates(file);
  return {
    ...audioTrack(stream, placeIn(file, stream)),
    ...otherTracks(file, stream),
    ...monoTracks(file),
    ...sourceClock(file.format, video),
  };
}

function readSubtitle(stream: ProbedStream, file: ProbedFile): SubtitleStream {
  const format = SUBTITLE_FORMATS[stream.codec_name ?? ""];
  return { specifier: `s:${placeIn(file, stream)}`, ...(format === undefined ? {} : { format }) };
}

/** Among streams of a type, the one that a player would choose: the marked default, else the first. */
function choose(streams: readonly ProbedStream[]): ProbedStream | undefined {
  return streams.find((stream) => stream.disposition?.default === 1) ?? streams[0];
}

function videoOf({ streams = [] }: ProbedFile): ProbedStream | undefined {
  const isVideo = ({ codec_type: type, disposition }: ProbedStream): boolean =>
    type === "video" && disposition?.attached_pic !== 1;
  return choose(streams.filter(isVideo));
}

/** Whether subtitles are of all that is said: not of foreign lines alone, of a commentary, or of what is shown. */
function isOfAllSpeech({ disposition = {}, tags = {} }: ProbedStream): boolean {
  const isMarked = OTHER_SUBTITLES.some((mark) => disposition[mark] === 1);
  return !isMarked && !/\bforced\b/i.test(`${tags.title} ${tags.handler_name}`);
}

function readStreams(file: ProbedFile): Omit<SourceInfo, "durationS"> {
  const streams = file.streams ?? [];
  if (streams.length > SOURCE_LIMITS.streams)
    throw new AppError("SOURCE_UNSUPPORTED", "The source has too many streams.");
  const ofType = (type: string): ProbedStream[] => streams.filter((stream) => stream.codec_type === type);
  const video = videoOf(file);
  const audio = choose(ofType("audio").filter(hasChannels));
  const texts = ofType("subtitle").filter((stream) => TEXT_SUBTITLES.has(stream.codec_name ?? ""));
  const subtitle = choose(texts.filter(isOfAllSpeech));
  return {
    video: video === undefined ? null : readVideo(video, file),
    audio: audio === undefined ? null : readAudio(audio, file, video),
    subtitle: subtitle === undefined ? null : readSubtitle(subtitle, file),
  };
}

/** The video of a source. @throws AppError SOURCE_UNSUPPORTED where it has none */
export function requireVideo({ video }: SourceInfo): VideoStream {
  if (video === null) throw new AppError("SOURCE_UNSUPPORTED", "The source has no video.");
  return video;
}

/** What plays of a source, which a cover does not. */
function playedStreams({
  video,
  audio,
}: Pick<SourceInfo, "video" | "audio">): (VideoSpecifier | AudioSpecifier)[] {
  return [video, audio].flatMap((stream) => (stream === null ? [] : [stream.specifier]));
}

/**
 * Probes a local file. @throws AppError SOURCE_UNSUPPORTED (not media, truncated, absurd), SOURCE_TOO_LONG
 */
export async function probeSource(tools: ProbeTools, path: string, signal: AbortSignal): Promise<SourceInfo> {
  const { ffmpeg, ffprobe, bounds = DEFAULT_BOUNDS } = tools;
  const probed = await probeFile(ffprobe, path, signal);
  const started = await withVideoStart(ffprobe, path, { file: probed, video: videoOf(probed) }, signal);
  const { file, beginsS } = withLength(started);
  const streams = readStreams(file);
  const played = playedStreams(streams);
  const claimedS = Number(file.format?.duration ?? Number.NaN);
  const known = claimedS > 0 && !WITHOUT_LENGTH.has(file.format?.format_name ?? "");
  const durationS = known ? claimedS : await measureLongestS(ffmpeg, path, played, signal);
  if (!(durationS > 0)) throw new AppError("SOURCE_UNSUPPORTED", "The source has no length.");
  if (durationS > bounds.sourceS) {
    throw new AppError(
      "SOURCE_TOO_LONG",
      `The source is ${Math.round(durationS)} s long; at most ${bounds.sourceS} s are taken.`,
    );
  }
  if (known && !(await reachesEnd(tools, path, { durationS, beginsS, played }, signal))) {
    throw new AppError(
      "SOURCE_UNSUPPORTED",
      `The source is cut off: it claims ${durationS.toFixed(1)} s, but its content ends before.`,
    );
  }
  const { format } = file;
  const [stream, clock] = [videoOf(file), streams.video];
  if (stream === undefined || clock === null) return { durationS, ...streams };
  const end = await readVideoEnd(ffmpeg, path, { format, stream, clock }, signal);
  return { durationS, ...streams, video: { ...clock, ...end } };
}
