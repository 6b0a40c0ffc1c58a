// How a stream's frames are coded: turned, so that players turn them back, and interlaced. What a file says of fields is
// true of its first frames; a recording of a broadcast begins as the programme before ended. So what may be of a
// broadcast is always given to the filter that makes whole frames, which hands those on that say they are progressive: 25
// of these a second took no longer to render, at 1080p and at 2160p (libx264, 2026-11). Of other codecs the file's word
// holds: they are of cameras and editors, whose frames are all alike, and the filter would convert some of their formats.
import { frameRateOf } from "../../shared/frame-rates.ts";
import { type ProbedStream, ratio } from "../ffmpeg/ffprobe.ts";
import type { MirrorFilter, Turning } from "../ffmpeg/fit-frames.ts";

const BROADCAST_CODECS = new Set(["h264", "mpeg2video", "vc1"]);
/** Interlaced video has at most 60 fields a second. Of more frames it would cost a twentieth to look at each. */
const MAX_BROADCAST_RATE = 60;

/** Clips have no more frames a second. */
const MAX_STEP_RATE = 60;
/** Fewer frames than this share of the steps of a clock, and those are fields, or a recording of what hardly changes. */
const MIN_SHARE_OF_STEPS = 0.55;
/** Of film that is shown as television has it, whose frames stand for two and three fields in turn. */
const FILM_SHARE = 0.8;

/**
 * Frames per second; 25 where nothing is told. A telephone in the dark or a call leaves frames out: on average there are 27 a
 * second then, but each lies on a step of 30, and at any other rate some would be lost and what moves would stutter.
 */
export function frameRateOfStream(stream: ProbedStream): number {
  const average = ratio(stream.avg_frame_rate, "/");
  const steps = ratio(stream.r_frame_rate, "/");
  if (average === undefined || steps === undefined) return average ?? steps ?? 25;
  const share = average / steps;
  const isSteady = share >= 1 || share < MIN_SHARE_OF_STEPS || Math.abs(share - FILM_SHARE) < 0.005;
  const isRecorded = steps <= MAX_STEP_RATE && frameRateOf(steps) !== undefined;
  return isRecorded && !isSteady ? steps : average;
}

/** How far players turn the frames: 0, 90, 180 or 270. */
export function rotationDegrees(stream: ProbedStream): number {
  const fromMatrix = stream.side_data_list
    ?.map((data) => data.rotation)
    .find((rotation) => rotation !== undefined);
  const rotation = Number(fromMatrix ?? stream.tags?.rotate ?? 0);
  return Number.isFinite(rotation) ? (((Math.round(rotation / 90) * 90) % 360) + 360) % 360 : 0;
}

/** The first two rows of a display matrix as ffprobe prints it: of each its first two numbers are those of the plane. */
const MATRIX_ROWS = /0{8}:\s+(-?\d+)\s+(-?\d+)\s+-?\d+\s+0{7}1:\s+(-?\d+)\s+(-?\d+)/;

/**
 * What shows a frame as its display matrix has it, where that mirrors it, as front cameras do; undefined where it does
 * not. What ffprobe tells as rotation is only half of it then.
 */
function mirrorFilter({ side_data_list: sideData = [] }: ProbedStream): MirrorFilter | undefined {
  const printed = sideData.map(({ displaymatrix }) => MATRIX_ROWS.exec(String(displaymatrix))).find(Boolean);
  const [a = 0, b = 0, c = 0, d = 0] = (printed ?? []).slice(1).map(Number);
  if (a * d - b * c >= 0) return undefined;
  if (Math.abs(a) > Math.abs(b)) return a < 0 ? "hflip" : "vflip";
  return b > 0 ? "transpose=cclock_flip" : "transpose=clock_flip";
}

/** Pixel formats of frames of which parts may be transparent, such as those of ProRes 4444. */
const WITH_ALPHA = /^(yuva|gbrap|rgba|bgra|argb|abgr|ya)/;

/** Whether players turn or mirror the frames, and how those are brought upright; and whether they are transparent. */
export function turningOf(stream: ProbedStream): Turning {
  const alpha = WITH_ALPHA.test(stream.pix_fmt ?? "") ? { hasAlpha: true } : {};
  if (!isTurned(stream)) return alpha;
  const mirror = mirrorFilter(stream);
  return { isTurned: true, ...(mirror === undefined ? {} : { mirror }), ...alpha };
}

/** Whether players turn or mirror the frames. */
function isTurned({ side_data_list: sideData = [], tags }: ProbedStream): boolean {
  return Number(tags?.rotate ?? 0) !== 0 || sideData.some(({ rotation }) => rotation !== undefined);
}

/** Whether some of the frames may be interlaced. Phones turn frames, broadcasts do not. */
export function mayBeInterlaced(stream: ProbedStream, frameRate: number): boolean {
  const isSaid = ["tt", "bb", "tb", "bt"].includes(stream.field_order ?? "");
  const isBroadcastCodec = BROADCAST_CODECS.has(stream.codec_name ?? "");
  return isSaid || (isBroadcastCodec && frameRate <= MAX_BROADCAST_RATE && !isTurned(stream));
}
