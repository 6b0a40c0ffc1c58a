// The filter graph of a clip's video: cadence, square pixels, framing, colours, captions. Pure. The numbers in it
// are ours; no text of a client or of a file is part of it.

import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import { fittedFrames, uprightFrames } from "../ffmpeg/fit-frames.ts";
import { fromStretchStart, steadyFrames } from "../ffmpeg/steady-frames.ts";
import type { VideoStream } from "../source/probe-source.ts";
import { inClipColors, inSourceRange } from "./color-filters.ts";
import { cropFilters } from "./crop-filters.ts";
import {
  type CropArea,
  cutOut,
  type FramedStretch,
  type FrameLayout,
  type FramingPlan,
  fitWithin,
  raisedTop,
  splitHeights,
} from "./framing-plan.ts";
import { FONTS_FOLDER } from "./link-fonts.ts";

export const CAPTIONS_FILE = "captions.ass";
/** The filter that draws the captions of the working folder. */
export const DRAWN_CAPTIONS = `ass=${CAPTIONS_FILE}:fontsdir=${FONTS_FOLDER}`;

export interface VideoGraphRequest {
  readonly video: VideoStream;
  readonly frameRate: number;
  readonly target: FrameSize;
  readonly framing: FramingPlan;
  /** What is read before the first frame that is wanted, seconds; 0 unless told. */
  readonly skipS?: number;
  /** Whether `captions.ass` and `fonts/` are in the working folder. */
  readonly captioned: boolean;
  /** Whether the captions are wanted above the middle of the frame; not unless told. */
  readonly captionsAtTop?: boolean;
  /** The part of the source that the framing is of; all of it unless told. */
  readonly area?: CropArea;
}

/** The blurred copy's scale: it looks the same at a sixtieth of the cost. */
const BLURRED_AT = 1 / 8;
/** Radius of the blur, run twice, in parts of the shorter side: headlines can no longer be read. */
const BLUR_RADIUS = 1 / 12;

/** The blurred copy around the whole frame, whose upper edge is at `top`. */
function wings({ width, height }: FrameSize, top: string): string {
  const even = (value: number): number => Math.max(2, 2 * Math.round((value * BLURRED_AT) / 2));
  const [smallWidth, smallHeight] = [even(width), even(height)];
  const radius = Math.max(1, Math.floor(Math.min(smallWidth, smallHeight) * BLUR_RADIUS));
  const small = `${smallWidth}:${smallHeight}`;
  const blur = [
    `scale=${small}:force_original_aspect_ratio=increase:flags=area,crop=${small}`,
    `boxblur=luma_radius=${radius}:luma_power=2:chroma_radius=${Math.ceil(radius / 2)}:chroma_power=2`,
    "eq=brightness=-0.06:saturation=1.15",
    `scale=${width}:${height}:flags=bicubic`,
  ];
  return `split=2[front][back];[back]${blur.join(",")}[wings];[wings][front]overlay=(W-w)/2:${top}`;
}

/** Each face in its half, the first one above. */
function stacked(upper: CropArea, lower: CropArea, { video, target }: VideoGraphRequest): string {
  const heights = splitHeights(target);
  const half = (area: CropArea, halfHeight: number): string =>
    [
      cutOut(area),
      ...inClipColors({ width: target.width, height: halfHeight }, video.color),
      "setsar=1",
    ].join(",");
  return `split=2[u][l];[u]${half(upper, heights.upper)}[upper];[l]${half(lower, heights.lower)}[lower];[upper][lower]vstack`;
}

/** The filters of one stretch. Labels are local to it: `suffix` keeps those of several stretches apart. */
function framed({ startFrame, layout }: FramedStretch, request: VideoGraphRequest, suffix = ""): string {
  const filters = layoutFilters(layout, startFrame, request).join(",");
  return filters.replaceAll(/\[([a-z]+)\]/g, (_, label) => `[${label}${suffix}]`);
}

function layoutFilters(layout: FrameLayout, startFrame: number, request: VideoGraphRequest): string[] {
  const { video, target, captioned, captionsAtTop = false } = request;
  const isRaised = captioned && !captionsAtTop;
  switch (layout.kind) {
    case "crop":
      return cropFilters(layout, startFrame, {
        source: video,
        target,
        scale: (size) => inClipColors(size, video.color),
      });
    case "split":
      return [stacked(layout.upper, layout.lower, request)];
    case "wings": {
      const shown = fitWithin(layout.area ?? video, target);
      const part = layout.area === undefined ? [] : [cutOut(layout.area)];
      const top = isRaised ? String(raisedTop(shown, target)) : "(H-h)/2";
      return [...part, ...inClipColors(shown, video.color), wings(target, top)];
    }
    case "letterbox": {
      const shown = fitWithin(video, target);
      const top = isRaised ? String(raisedTop(shown, target)) : "(oh-ih)/2";
      return [
        ...inClipColors(shown, video.color),
        `pad=${target.width}:${target.height}:(ow-iw)/2:${top}:color=black`,
      ];
    }
  }
}

/**
 * All stretches, one after the other: the frames of each go through filters of its own and are put together again.
 * Frames are counted, not timed, and get new times behind the joint, so that layouts change on the very frame.
 * `overlay` with `enable` was rejected: every layout would be computed for every frame.
 */
function inStretches(request: VideoGraphRequest): string {
  const { framing, frameRate } = request;
  const { stretches } = framing;
  const [only] = stretches;
  if (only === undefined || stretches.length === 1) {
    return framed(only ?? { startFrame: 0, layout: { kind: "letterbox" } }, request);
  }
  const inputs = stretches.map((_, index) => `[part${index}]`).join("");
  const parts = stretches.map((stretch, index) => {
    const end = stretches[index + 1]?.startFrame;
    const frames = `start_frame=${stretch.startFrame}${end === undefined ? "" : `:end_frame=${end}`}`;
    const filters = framed(stretch, request, String(index));
    return `[part${index}]trim=${frames},setpts=PTS-STARTPTS,${filters},setsar=1,format=yuv420p[done${index}]`;
  });
  const outputs = stretches.map((_, index) => `[done${index}]`).join("");
  const joined = `concat=n=${stretches.length}:v=1:a=0,setpts=N/(${frameRate}*TB),fps=fps=${frameRate}`;
  return [`split=${stretches.length}${inputs}`, ...parts, `${outputs}${joined}`].join(";");
}

function shownSize({ video, area = { x: 0, y: 0, ...video } }: VideoGraphRequest): FrameSize {
  return { width: area.width, height: area.height };
}

/** Frames before the clip are not shown; those of the last second before it are needed to make its first one. */
const DEINTERLACING = "yadif=deint=interlaced:enable='gte(t,-1)'";

/** The graph from the source's video stream to `[video]`. */
export function videoGraph(request: VideoGraphRequest): string {
  const { video, frameRate, captioned, skipS = 0, area } = request;
  const flags = `bicubic:${inSourceRange(video.color)}`;
  const steps = [
    ...uprightFrames(video),
    ...fromStretchStart(skipS),
    ...(video.mayBeInterlaced ? [...fittedFrames(video, video, `${flags}:interl=-1`), DEINTERLACING] : []),
    ...steadyFrames(frameRate),
    ...(video.mayBeInterlaced ? [] : fittedFrames(video, video, flags)),
    ...(area === undefined ? [] : [cutOut(area)]),
    inStretches({ ...request, video: { ...video, ...shownSize(request) } }),
    ...(captioned ? [DRAWN_CAPTIONS] : []),
    "setsar=1,format=yuv420p",
  ];
  const stream = `[0:${video.specifier}]`;
  // To a graph with a single input versions up to 5 pass on what the file says of its frames, and so mirror them once more.
  const second = video.mirror === undefined ? "" : `${stream}nullsink;`;
  return `${second}${stream}${steps.join(",")}[video]`;
}
