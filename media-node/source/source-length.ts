// How long a source is, when its video begins and ends, and whether content is there up to its end: what its file does not
// tell of that, or tells in a way of its format's own, is measured.
import { PROCESS_LIMITS } from "../../shared/limits/processes.ts";
import { runFfmpeg, untrustedInput } from "../ffmpeg/ffmpeg.ts";
import { firstPacketS, hasContentAfter, type ProbedFile, type ProbedStream } from "../ffmpeg/ffprobe.ts";
import type { AudioSpecifier, VideoSpecifier } from "../ffmpeg/stream-specifier.ts";
import { earlyEnd, hidesVideoStart, isWithoutIndex, type StreamClock } from "./stream-clock.ts";

type PlayedSpecifier = VideoSpecifier | AudioSpecifier;

/** Formats that tell when a file ends on its own clock, which need not begin at 0; all others tell how long it is. */
const TOLD_BY_END = new Set(["matroska,webm"]);
/** Packets are looked for up to 5 s at least when a file is opened. */
const LATE_VIDEO_S = 1;
/** How far before the claimed end there must still be content; containers round, and tracks end unevenly. */
const END_TOLERANCE_S = 5;

/**
 * How long a stream is, from its own beginning on in formats whose clock ffmpeg corrects (see SourceClock): it is read to
 * its end, without decoding.
 */
async function measureStreamS(
  ffmpeg: string,
  path: string,
  specifier: PlayedSpecifier,
  signal: AbortSignal,
): Promise<number> {
  let lengthS = 0;
  await runFfmpeg(ffmpeg, {
    args: [...untrustedInput(path), "-map", `0:${specifier}`, "-c", "copy", "-f", "null", "-"],
    timeoutMs: PROCESS_LIMITS.ffmpegTimeoutMs,
    // A stream may end long before its file does, which is read on to its end all the same.
    stallMs: PROCESS_LIMITS.ffmpegTimeoutMs,
    signal,
    onProgressS: (outTimeS) => {
      lengthS = Math.max(lengthS, outTimeS);
    },
  });
  return lengthS;
}

/**
 * How long the longest of a file's streams is; 0 where there are none. One after the other, though all could be read at
 * once: of several, ffmpeg from 7.0 on tells only how far the shortest is.
 * @throws the errors of `runFfmpeg`
 */
export async function measureLongestS(
  ffmpeg: string,
  path: string,
  specifiers: readonly PlayedSpecifier[],
  signal: AbortSignal,
): Promise<number> {
  let longestS = 0;
  for (const specifier of specifiers) {
    longestS = Math.max(longestS, await measureStreamS(ffmpeg, path, specifier, signal));
  }
  return longestS;
}

/** A file that tells how long it is, whatever its format tells; and when it begins on the clock of what it told, else 0. */
export function withLength(file: ProbedFile): { readonly file: ProbedFile; readonly beginsS: number } {
  const { format } = file;
  const [beginsS, endsS] = [Number(format?.start_time), Number(format?.duration)];
  const isByEnd = TOLD_BY_END.has(format?.format_name ?? "") && beginsS > 0 && endsS > beginsS;
  if (!isByEnd) return { file, beginsS: 0 };
  return { file: { ...file, format: { ...format, duration: String(endsS - beginsS) } }, beginsS };
}

/** A file that tells when its video begins, whatever its format tells. @param probed.video its video, if it has one */
export async function withVideoStart(
  ffprobe: string,
  path: string,
  { file, video }: { readonly file: ProbedFile; readonly video: ProbedStream | undefined },
  signal: AbortSignal,
): Promise<ProbedFile> {
  if (video === undefined || !hidesVideoStart(file, video)) return file;
  const startS = await firstPacketS(ffprobe, path, video.index, signal);
  // One that was told is that of the first frame shown, which need not be the first packet's.
  if (!(startS > Number(video.start_time) + LATE_VIDEO_S)) return file;
  const told = { ...video, start_time: String(startS) };
  return { ...file, streams: (file.streams ?? []).map((stream) => (stream === video ? told : stream)) };
}

/**
 * When the video of a format without an index ends. Its streams' ends are read from the file's last part, and one that
 * has nothing there has no length.
 */
export async function readVideoEnd(
  ffmpeg: string,
  path: string,
  video: {
    readonly format: ProbedFile["format"];
    readonly stream: ProbedStream;
    readonly clock: StreamClock & { readonly specifier: VideoSpecifier };
  },
  signal: AbortSignal,
): Promise<Pick<StreamClock, "endS">> {
  const { format, stream, clock } = video;
  if (!isWithoutIndex(format) || stream.duration !== undefined) return {};
  const endS = (clock.startS ?? 0) + (await measureStreamS(ffmpeg, path, clock.specifier, signal));
  return earlyEnd(endS, format);
}

/** What a file claims. */
interface ClaimedLength {
  readonly durationS: number;
  /** See `withLength`. */
  readonly beginsS: number;
  /** What plays of it. */
  readonly played: readonly PlayedSpecifier[];
}

/**
 * Whether a file has content as far as it claims. Where little is found of it by a seek, the last key frame may lie far
 * before the end: then all is read to find out.
 */
export async function reachesEnd(
  { ffmpeg, ffprobe }: { readonly ffmpeg: string; readonly ffprobe: string },
  path: string,
  { durationS, beginsS, played }: ClaimedLength,
  signal: AbortSignal,
): Promise<boolean> {
  const lastS = durationS - END_TOLERANCE_S;
  if (lastS <= 0 || (await hasContentAfter(ffprobe, path, beginsS + lastS, signal))) return true;
  return (await measureLongestS(ffmpeg, path, played, signal)) >= lastS;
}
