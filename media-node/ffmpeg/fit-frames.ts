// Streams whose frames change their size on the way: calls and browsers send smaller ones when the line is slow, or
// when a phone is turned. ffmpeg would rebuild all filters there, which forget the time and how many frames they have
// had. Kept, they get each frame as it is, so that the first one to touch it must be one that brings any size to the
// expected one. Frames that players turn are turned by ffmpeg, before all filters; but what it makes of mirrored ones
// depends on its version: up to 4 it knows only rotations, and shows those of a front camera upside down. So it is told
// to leave those alone, and a filter of ours comes first.

export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** What shows a mirrored frame as players do. */
export type MirrorFilter = "hflip" | "vflip" | "transpose=cclock_flip" | "transpose=clock_flip";

export interface Turning {
  /** Whether players turn or mirror the coded frame; false unless told. */
  readonly isTurned?: boolean;
  /** Of a frame that they mirror too. */
  readonly mirror?: MirrorFilter | undefined;
  /** Whether parts of frames may be transparent; false unless told. */
  readonly hasAlpha?: boolean;
}

/** The turning alone, of what has more. */
export function turningIn({ isTurned = false, mirror, hasAlpha = false }: Turning): Turning {
  return { isTurned, mirror, ...(hasAlpha ? { hasAlpha } : {}) };
}

/** Puts transparent frames on black, as players do: what they hide is mostly the colour of their edges, drawn out. */
const ON_BLACK = "premultiply=inplace=1";

/** Filters that come first. What a file says of its frames is no longer true behind them, and must not reach the clip. */
export function uprightFrames({ mirror, hasAlpha = false }: Turning): string[] {
  const mirrored = mirror === undefined ? [] : [mirror, "sidedata=mode=delete:type=DISPLAYMATRIX"];
  return hasAlpha ? [...mirrored, ON_BLACK] : mirrored;
}

/**
 * Input options that keep the filters. A frame that is to be turned is turned by filters of ffmpeg's own, before ours,
 * that do not look at the size, as what puts frames on black does not: these streams are left to ffmpeg, but for what
 * `uprightFrames` does.
 */
export function keptFilters({ isTurned = false, mirror, hasAlpha = false }: Turning = {}): string[] {
  if (mirror !== undefined) return ["-noautorotate"];
  if (hasAlpha) return [];
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
