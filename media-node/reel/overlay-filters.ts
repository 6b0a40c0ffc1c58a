// The ffmpeg inputs and the filter graph that lay overlays over a piece. Pure: it depends on nothing but its arguments,
// and no text of a client is part of it. Each image is decoded once and held; only one that fades or is seen through
// a window is repeated for the frames in which it is seen, because those filters work frame by frame.
import type { Overlay } from "./drawing/reel-dressing.ts";

export interface OverlayPlace {
  /** Number of the first of these inputs in the command: how many come before. */
  readonly firstInput: number;
  /** Labels without brackets: of the video below, whose frames are numbered from 0, and of the result. */
  readonly from: string;
  readonly to: string;
  readonly frameRate: number;
}

export interface OverlayGraph {
  /** Input arguments, one `-i` for each overlay. */
  readonly inputs: readonly string[];
  /** From `[from]` to `[to]`; passes the video on where there is no overlay. */
  readonly graph: string;
}

/** Seconds of a frame's beginning, a quarter of a frame early: rounded times of both streams meet in the same frame. */
function frameTime(frame: number, frameRate: number): string {
  return Math.max(0, (frame - 0.25) / frameRate).toFixed(6);
}

/** ffmpeg's own `n` counts differently from build to build; the time of a constant cadence does not. */
function inFrames(expression: string, frameRate: number): string {
  return `'${expression.replaceAll(/\bn\b/g, `floor(t*${frameRate}+0.5)`)}'`;
}

/** The same for a repeated image, whose own time begins where it is first seen. */
function inOwnFrames(expression: string, startFrame: number, frameRate: number): string {
  return `'${expression.replaceAll(/\bn\b/g, `(floor(t*${frameRate}+0.5)+${startFrame})`)}'`;
}

function isRepeated({ window, fadeInFrames, fadeOutFrames }: Overlay): boolean {
  return window !== undefined || fadeInFrames > 0 || fadeOutFrames > 0;
}

/** BT.709 in the limited range, as the pieces are; left to itself ffmpeg takes BT.601 and shifts every colour. */
const COLORS = ["format=rgba", "scale=out_color_matrix=bt709:out_range=tv", "format=yuva420p"];

function windowFilter({ window, startFrame }: Overlay, frameRate: number): string[] {
  if (window === undefined) return [];
  const [x, y] = [window.x, window.y].map((at) => inOwnFrames(at, startFrame, frameRate));
  return [`crop=${window.width}:${window.height}:${x}:${y}`];
}

/** The image for all its frames: converted once, then repeated, cut and faded. */
function repeated(overlay: Overlay, frameRate: number): string[] {
  const { startFrame, endFrame, fadeInFrames, fadeOutFrames } = overlay;
  const count = endFrame - startFrame;
  const fadeIn = fadeInFrames > 0 ? [`fade=t=in:start_frame=0:nb_frames=${fadeInFrames}:alpha=1`] : [];
  const fadeStart = count - fadeOutFrames;
  const fadeOut =
    fadeOutFrames > 0 ? [`fade=t=out:start_frame=${fadeStart}:nb_frames=${fadeOutFrames}:alpha=1`] : [];
  return [
    ...COLORS,
    ...[`loop=loop=${count - 1}:size=1:start=0`, "settb=1/90000", `setpts=N/(${frameRate}*TB)`],
    ...[...windowFilter(overlay, frameRate), ...fadeIn, ...fadeOut],
    ...(startFrame < 0 ? [`trim=start_frame=${-startFrame}`, "setpts=PTS-STARTPTS"] : []),
    `setpts=PTS+${frameTime(startFrame, frameRate)}/TB`,
  ];
}

/** The image as it is laid over, and the options of the overlay that lays it. */
function layer(overlay: Overlay, frameRate: number): { filters: string[]; options: string } {
  const place = `x=${inFrames(overlay.x, frameRate)}:y=${inFrames(overlay.y, frameRate)}`;
  const from = frameTime(overlay.startFrame, frameRate);
  // The end lies as much before its frame as the start does.
  const until = ((overlay.endFrame - 0.25) / frameRate).toFixed(6);
  const seen = `enable='gte(t,${from})*lt(t,${until})'`;
  const filters = isRepeated(overlay) ? repeated(overlay, frameRate) : COLORS;
  return { filters, options: `${place}:eof_action=repeat:${seen}` };
}

/** Lays overlays over a video, the first lowest. */
export function overlayGraph(overlays: readonly Overlay[], place: OverlayPlace): OverlayGraph {
  const { firstInput, from, to, frameRate } = place;
  if (overlays.length === 0) return { inputs: [], graph: `[${from}]null[${to}]` };
  const steps = overlays.map((overlay, index) => {
    const { filters, options } = layer(overlay, frameRate);
    const below = index === 0 ? from : `${to}under${index}`;
    const above = index === overlays.length - 1 ? to : `${to}under${index + 1}`;
    const drawn = `${to}over${index}`;
    return `[${firstInput + index}:v]${filters.join(",")}[${drawn}];[${below}][${drawn}]overlay=${options}[${above}]`;
  });
  return { inputs: overlays.flatMap(({ imagePath }) => ["-i", `file:${imagePath}`]), graph: steps.join(";") };
}
