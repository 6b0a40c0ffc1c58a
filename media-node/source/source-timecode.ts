// The timecode that a file's first frame bears, as cameras and recorders write it: editing programs look for frames by it.
// It counts frames (SMPTE ST 12-1), and becomes a time here, since what a timeline counts may have another rate. A track of
// metadata that says it (rtmd of Sony's cameras) counts for nothing: Final Cut Pro begins such files at 0.
import type { SourceTimecode } from "../../shared/tasks/clip-plan.ts";
import { type ProbedFile, type ProbedStream, ratio } from "../ffmpeg/ffprobe.ts";

/** Hours, minutes, seconds and frames; the last are behind a semicolon where numbers are left out. */
const TIMECODE = /^(\d\d):(\d\d):(\d\d)([:;])(\d{2,3})$/;
/** Rates that a timecode may have, frames a second. */
const RATES = { min: 1, max: 240 };

/** How many frames come before the one that bears a timecode, at a whole rate. */
function framesBefore(text: string, rate: number): { frames: number; isDropFrame: boolean } | undefined {
  const [, hours, minutes, seconds, mark, rest] = TIMECODE.exec(text) ?? [];
  if (mark === undefined) return undefined;
  const inMinutes = Number(hours) * 60 + Number(minutes);
  const isDropFrame = mark === ";" && rate % 30 === 0;
  // Of each minute but every tenth the first two numbers are left out, of 30 frames a second.
  const dropped = isDropFrame ? (rate / 15) * (inMinutes - Math.floor(inMinutes / 10)) : 0;
  const frames = (inMinutes * 60 + Number(seconds)) * rate + Number(rest) - dropped;
  return { frames: Math.max(0, frames), isDropFrame };
}

/** The timecode of a file's video, where the file tells one. */
export function timecodeOf(
  video: ProbedStream,
  { streams = [], format }: ProbedFile,
): { readonly timecode?: SourceTimecode } {
  const track = streams.find(({ codec_tag_string: tag }) => tag === "tmcd");
  const text = track?.tags?.timecode ?? video.tags?.timecode ?? format?.tags?.timecode ?? "";
  // Video of a high rate is counted at half of it, or less, by a track of its own.
  const rate = ratio(track?.avg_frame_rate, "/") ?? ratio(video.avg_frame_rate, "/") ?? 0;
  if (rate < RATES.min || rate > RATES.max) return {};
  const before = framesBefore(text, Math.round(rate));
  if (before === undefined) return {};
  return { timecode: { startS: before.frames / rate, isDropFrame: before.isDropFrame } };
}
