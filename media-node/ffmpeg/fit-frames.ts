// Streams whose frames change their size on the way: calls and browsers send smaller ones when the line is slow, or
// when a phone is turned. ffmpeg would rebuild all filters there, which forget the time and how many frames they have
// had. Kept, they get each frame as it is, so that the first one to touch it must be one that brings any size to the
// expected one.

export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Input options that keep the filters. A frame that is to be turned is turned by filters of ffmpeg's own, before ours,
 * that do not look at the size: these streams are left to ffmpeg. @param isTurned see VideoStream
 */
export function keptFilters(isTurned = false): string[] {
  return isTurned ? [] : ["-noautorotate", "-reinit_filter", "0"];
}

/** Proportions that differ by less are one: sizes are rounded to even numbers. */
export const SAME_SHAPE = 0.02;

function number(value: number): string {
  return String(Number(value.toFixed(6)));
}

/**
 * Filters that bring a frame of any size to one size: what has the proportions that are expected fills it, what has
 * others is shown whole on black.
 * @param shown The frame as it is displayed when nothing changes. @param size Even numbers.
 */
export function fittedFrames(shown: FrameSize, size: FrameSize, flags: string): string[] {
  const shape = number(shown.width / shown.height);
  const isSame = `lt(abs(dar/${shape}-1),${SAME_SHAPE})`;
  const within = (length: number, share: string): string =>
    `'if(${isSame},${length},max(2,min(${length},2*round(${length}*${share}/2))))'`;
  const [width, height] = [within(size.width, `dar/${shape}`), within(size.height, `${shape}/dar`)];
  return [
    `scale=w=${width}:h=${height}:eval=frame:flags=${flags}`,
    `pad=w=${size.width}:h=${size.height}:x=(ow-iw)/2:y=(oh-ih)/2:eval=frame`,
    "setsar=1",
  ];
}
