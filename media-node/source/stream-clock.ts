// When a file's streams begin and end on its clock, and how they are sought in, as far as it tells.
import type { SourceClock } from "../ffmpeg/ffmpeg.ts";
import { type ProbedFile, type ProbedStream, ratio } from "../ffmpeg/ffprobe.ts";

export interface StreamClock extends SourceClock {
  /** When the first frame is shown on the source's clock, seconds; 0 unless told. */
  readonly startS?: number;
  /** When the last frame ends on that clock, where that is well before the file's end and the file says so. */
  readonly endS?: number;
  /** How long before a stretch a seek must begin for its frames to be decoded, and its sound heard; 0 unless told. */
  readonly seekMarginS?: number;
}

/** Formats whose clock ffmpeg has begin with the streams that are read. */
const CLOCK_BY_STREAMS = new Set(["mpegts", "mpeg", "ogg", "live_flv"]);
/** Formats without an index: a seek finds any packet, and everything up to the next key frame is lost. */
const WITHOUT_INDEX = new Set(["mpegts", "mpeg"]);
/** Formats that tell of no stream when it begins. One of which no packet is among the first is said to begin with the file. */
const WITHOUT_STARTS = new Set(["matroska,webm"]);
/** Formats that number frames in the order in which they are coded, and tell no times. */
const WITHOUT_TIMES = new Set(["avi"]);
/** Key frames of broadcasts and of recorded streams are no farther apart. */
const SEEK_MARGIN_S = 10;
/** ffmpeg seeks to as much earlier than it is told where frames are not coded in the order in which they are shown. */
const SOUGHT_EARLIER_S = 0.2;
/** Tracks end unevenly; video that ends earlier than this before the file is noticed. */
const SHORT_VIDEO_S = 1;

/** Whether seeks find any packet of a format; see `seekMarginS`. */
export function isWithoutIndex(format: ProbedFile["format"]): boolean {
  return WITHOUT_INDEX.has(format?.format_name ?? "");
}

/** Whether a file may begin long before its video without telling so. */
export function hidesVideoStart({ streams = [], format }: ProbedFile, video: ProbedStream): boolean {
  const isWithout = WITHOUT_STARTS.has(format?.format_name ?? "");
  const isSaidToBeFirst = Number(video.start_time) <= Number(format?.start_time);
  return isWithout && isSaidToBeFirst && streams.some(({ codec_type: type }) => type === "audio");
}

/** A stream's length, which Matroska keeps as a tag of hours, minutes and seconds; NaN where it is not told. */
function lengthOf({ duration, tags }: ProbedStream): number {
  if (duration !== undefined) return Number(duration);
  const [, hours, minutes, rest] = /^(\d+):(\d\d):(\d\d\.\d+)$/.exec(tags?.DURATION ?? "") ?? [];
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(rest);
}

/** When a stream begins after its file. */
function startOf(stream: ProbedStream, format: ProbedFile["format"]): Pick<StreamClock, "startS"> {
  const startS = Number(stream.start_time) - Number(format?.start_time);
  return startS > 0 ? { startS } : {};
}

/**
 * From when on a seek finds all; see SourceClock. Colours of frames in AVI that have a palette come with the first packet
 * alone, and all of them are read.
 */
function seekableFrom(video: ProbedStream, format: ProbedFile["format"]): Pick<StreamClock, "seekableFromS"> {
  if (isWithoutIndex(format)) return {};
  if (format?.format_name === "avi" && video.pix_fmt === "pal8")
    return { seekableFromS: Number(format.duration) };
  const { startS } = startOf(video, format);
  return startS === undefined ? {} : { seekableFromS: startS + SOUGHT_EARLIER_S };
}

/**
 * How much later frames are handed on than they should be: ffmpeg waits for as many as may come in another order, and takes
 * the number of the one that it has read by then.
 */
function reorderDelay(video: ProbedStream, format: ProbedFile["format"]): Pick<SourceClock, "reorderDelayS"> {
  const { has_b_frames: frames = 0, avg_frame_rate: average, r_frame_rate: nominal } = video;
  if (frames === 0 || !WITHOUT_TIMES.has(format?.format_name ?? "")) return {};
  const frameRate = ratio(average, "/") ?? ratio(nominal, "/");
  return frameRate === undefined ? {} : { reorderDelayS: frames / frameRate };
}

/** The clock of a file, where it matters; see SourceClock. */
export function sourceClock(format: ProbedFile["format"], video: ProbedStream | undefined): SourceClock {
  const clockStartS = Number(format?.start_time);
  const isTold = CLOCK_BY_STREAMS.has(format?.format_name ?? "") && Number.isFinite(clockStartS);
  return {
    ...(isTold ? { clockStartS } : {}),
    ...(video === undefined ? {} : { ...seekableFrom(video, format), ...reorderDelay(video, format) }),
  };
}

/** Where a stream's end is before the file's so that it matters. */
export function earlyEnd(endS: number, format: ProbedFile["format"]): Pick<StreamClock, "endS"> {
  return endS < Number(format?.duration) - SHORT_VIDEO_S ? { endS } : {};
}

/** When the video begins and ends, where that is not when the file does, and how it must be sought in. */
export function streamClock(stream: ProbedStream, format: ProbedFile["format"]): StreamClock {
  const start = startOf(stream, format);
  const clock = sourceClock(format, stream);
  const seekMarginS = isWithoutIndex(format) ? SEEK_MARGIN_S : clock.reorderDelayS;
  return {
    ...start,
    ...earlyEnd((start.startS ?? 0) + lengthOf(stream), format),
    ...(seekMarginS === undefined ? {} : { seekMarginS }),
    ...clock,
  };
}
