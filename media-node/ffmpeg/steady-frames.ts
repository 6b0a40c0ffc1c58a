// A stretch's frames at a constant rate, each shown until the next one begins, however long before the stretch it began:
// screen recordings have minutes between two frames. ffmpeg's own exact seek drops what begins before the stretch, and
// `fps` would then fill the beginning with a frame that comes later. So frames are handed on from the key frame before
// the seek, with times below 0, and the last of these becomes the first frame.
import { seconds } from "./ffmpeg.ts";

/** Input options: what lies between the key frame and the seek is handed on too. Such an input must not have a `-t`. */
export const FROM_KEY_FRAME = ["-noaccurate_seek"];

/**
 * Moves times so that 0 is the beginning of a stretch that is read from `skipS` seconds before. By a whole number of units:
 * ffmpeg cuts fractions off, and those of AVI are as long as a frame.
 */
export function fromStretchStart(skipS: number): string[] {
  return skipS === 0 ? [] : [`setpts=PTS-round(${seconds(skipS)}/TB)`];
}

/**
 * Filters that make frames of the rate, the first at 0, without an end: the last frame is held. A stretch that begins
 * behind the last frame gets that one, so that the rate is made before the end is held, and only then 0 is looked for.
 */
export function steadyFrames(frameRate: number): string[] {
  return [
    `fps=fps=${frameRate}:eof_action=pass`,
    "tpad=stop=-1:stop_mode=clone",
    `fps=fps=${frameRate}:start_time=0`,
  ];
}

/**
 * Filters that leave out the audio before a stretch that is read so, and move times as `fromStretchStart` does.
 * @param delayS see `reorderDelayS` of SourceClock
 */
export function audioFromStretchStart(readS: number, delayS = 0): string[] {
  const skipS = readS - delayS;
  return [`atrim=start=${seconds(skipS)}`, ...(skipS === 0 ? [] : [`asetpts=PTS-${seconds(skipS)}/TB`])];
}
