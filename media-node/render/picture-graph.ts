// The filter graph of a clip's pictures: cadence, square pixels, framing, colours, captions. Pure. The numbers in it
// are ours; no text of a client or of a file is part of it.
import { seconds } from "../ffmpeg/ffmpeg.ts";
import type { VideoStream } from "../source/probe-source.ts";
import type { ColorTransfer } from "../source/source-color.ts";
import { cropFilters } from "./crop-filters.ts";
import {
  type CropArea,
  type FramedStretch,
  type FrameLayout,
  type FrameSize,
  type FramingPlan,
  fitWithin,
  raisedTop,
  splitHeights,
} from "./framing-plan.ts";
import { FONTS_FOLDER } from "./link-fonts.ts";

export const CAPTIONS_FILE = "captions.ass";

export interface PictureRequest {
  readonly video: VideoStream;
  readonly frameRate: number;
  readonly target: FrameSize;
  readonly framing: FramingPlan;
  /** What is read before the first picture that is wanted, seconds; 0 unless told. */
  readonly skipS?: number;
  /** Whether `captions.ass` and `fonts/` are in the working folder. */
  readonly captioned: boolean;
}

const TRANSFER_NAMES = { pq: "smpte2084", hlg: "arib-std-b67" } as const;
/** BT.2408 puts the white of faces and pages here; it becomes the white of the clip… */
const WHITE_NITS = 203;
/** …and light up to this many times that, 1,000 nits, is bent into what is left above. */
const PEAK_WHITES = 5;

/**
 * Brings high dynamic range down to BT.709 on the frame's final size, since it works in floating point. Möbius keeps
 * what lies below the bend as it is; Hable's curve made white a mid grey (184 of 255, measured 2026-11). Every property
 * is named: where a frame's own are unknown, zscale fails on each frame and old builds of ffmpeg go on for ever.
 */
function toneMap(transfer: ColorTransfer): string[] {
  if (transfer === "sdr") return [];
  const input = `tin=${TRANSFER_NAMES[transfer]}:min=bt2020nc:pin=bt2020:rin=tv`;
  return [
    `zscale=${input}:t=linear:p=bt709:npl=${WHITE_NITS}`,
    "format=gbrpf32le",
    `tonemap=tonemap=mobius:param=0.6:desat=0:peak=${PEAK_WHITES}`,
    "zscale=tin=linear:pin=bt709:t=bt709:p=bt709:m=bt709:r=tv",
    "format=yuv420p",
  ];
}

/** Scales to a size, and to the colours and the pixel format that the rest of the graph works in. */
function scaled(size: FrameSize, { matrix, transfer }: VideoStream["color"]): string[] {
  const place = `scale=${size.width}:${size.height}:flags=bicubic`;
  if (transfer !== "sdr") return [place, "format=yuv420p10le", ...toneMap(transfer)];
  return [`${place}:in_color_matrix=${matrix}:out_color_matrix=bt709:out_range=tv`, "format=yuv420p"];
}

/** The blurred picture's scale: it looks the same at a sixtieth of the cost. */
const BLURRED_AT = 1 / 8;
/** Radius of the blur, run twice, in parts of the shorter side: headlines can no longer be read. */
const BLUR_RADIUS = 1 / 12;

/** The blurred picture around the whole one, whose upper edge is at `top`. */
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

function cut({ width, height, x, y }: CropArea): string {
  return `crop=w=${width}:h=${height}:x=${x}:y=${y}:exact=1`;
}

/** Each face in its half, the first one above. */
function stacked(upper: CropArea, lower: CropArea, { video, target }: PictureRequest): string {
  const heights = splitHeights(target);
  const half = (area: CropArea, halfHeight: number): string =>
    [cut(area), ...scaled({ width: target.width, height: halfHeight }, video.color), "setsar=1"].join(",");
  return `split=2[u][l];[u]${half(upper, heights.upper)}[upper];[l]${half(lower, heights.lower)}[lower];[upper][lower]vstack`;
}

/** The filters of one stretch. Labels are local to it: `suffix` keeps those of several stretches apart. */
function framed({ startFrame, layout }: FramedStretch, request: PictureRequest, suffix = ""): string {
  const filters = layoutFilters(layout, startFrame, request).join(",");
  return filters.replaceAll(/\[([a-z]+)\]/g, (_, label) => `[${label}${suffix}]`);
}

function layoutFilters(layout: FrameLayout, startFrame: number, request: PictureRequest): string[] {
  const { video, target } = request;
  switch (layout.kind) {
    case "crop":
      return cropFilters(layout, startFrame, video, target, (size) => scaled(size, video.color));
    case "split":
      return [stacked(layout.upper, layout.lower, request)];
    case "wings": {
      const shown = fitWithin(layout.area ?? video, target);
      const part = layout.area === undefined ? [] : [cut(layout.area)];
      const top = request.captioned ? String(raisedTop(shown, target)) : "(H-h)/2";
      return [...part, ...scaled(shown, video.color), wings(target, top)];
    }
    case "letterbox":
      return [
        ...scaled(fitWithin(video, target), video.color),
        `pad=${target.width}:${target.height}:(ow-iw)/2:(oh-ih)/2:color=black`,
      ];
  }
}

/**
 * All stretches, one after the other: the frames of each go through filters of its own and are put together again.
 * Frames are counted, not timed, and get their times anew behind the joint, so that layouts change on the very frame.
 * `overlay` with `enable` was rejected: every layout would be computed for every frame.
 */
function inStretches(request: PictureRequest): string {
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

/** Leaves the pictures of a stream's first seconds out. */
export function skipped(skipS: number): string[] {
  return skipS === 0 ? [] : [`trim=start=${seconds(skipS)},setpts=PTS-${seconds(skipS)}/TB`];
}

/** The graph from the source's video stream to `[video]`. */
export function pictureGraph(request: PictureRequest): string {
  const { video, frameRate, captioned, skipS = 0 } = request;
  const steps = [
    ...skipped(skipS),
    ...(video.interlaced ? ["yadif=deint=interlaced"] : []),
    // A video that ends before its sound stands still for the rest.
    `fps=fps=${frameRate}:start_time=0,tpad=stop=-1:stop_mode=clone`,
    `scale=${video.width}:${video.height}:flags=bicubic,setsar=1`,
    inStretches(request),
    ...(captioned ? [`ass=${CAPTIONS_FILE}:fontsdir=${FONTS_FOLDER}`] : []),
    "setsar=1,format=yuv420p",
  ];
  return `[0:${video.streamIndex}]${steps.join(",")}[video]`;
}
