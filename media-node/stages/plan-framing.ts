// Decides how a clip fills its vertical frame. Pure: measured pictures in, a plan out. The plan is what the render
// stage turns into filters, and `style` is what the client is told.
import type { EditingStyle } from "../../shared/clip-job.ts";
import type { ColumnSaliency } from "../signal/column-saliency.ts";
import { chooseCropWindow } from "../signal/crop-window.ts";
import { splitShots } from "../signal/shots.ts";

export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** Where the crop stands from a frame on, in pixels of the source as displayed. */
export interface CropShot {
  readonly startFrame: number;
  readonly x: number;
}

export type FramingPlan =
  | {
      readonly style: "STATIC_CROP";
      readonly crop: FrameSize;
      readonly y: number;
      readonly shots: readonly CropShot[];
    }
  | { readonly style: "BLURRED_WINGS" }
  | { readonly style: "LETTERBOX" };

export interface FramingRequest {
  readonly source: FrameSize;
  readonly target: FrameSize;
  readonly allowedStyles: readonly EditingStyle[];
  readonly saliency: ColumnSaliency;
  readonly frameRate: number;
}

/** Below this share of what happens, a crop would hide too much, and the whole picture is shown over its blur. */
const LEAST_COVERAGE = 0.5;
/** Crops of neighbouring shots closer than this share of the width are made one, so that nothing jumps for nothing. */
const SAME_PLACE = 0.03;

/** A size of these proportions as large as the outer one holds it, in even numbers. */
export function fitWithin(size: FrameSize, outer: FrameSize): FrameSize {
  const scale = Math.min(outer.width / size.width, outer.height / size.height);
  const even = (value: number, most: number): number =>
    Math.min(most, Math.max(2, 2 * Math.round(value / 2)));
  return {
    width: even(size.width * scale, outer.width),
    height: even(size.height * scale, outer.height),
  };
}

/** The part of the source that fills the target exactly, as large as it can be. */
export function fillingCrop(source: FrameSize, target: FrameSize): FrameSize {
  return fitWithin(target, source);
}

function planCrop(request: FramingRequest, crop: FrameSize): { plan: FramingPlan; coverage: number } {
  const { source, saliency, frameRate } = request;
  const widthShare = crop.width / source.width;
  const shots: CropShot[] = [];
  let covered = 0;
  for (const shot of splitShots(saliency.difference, frameRate)) {
    const window = chooseCropWindow(saliency, shot, widthShare);
    covered += window.coverage * (shot.endFrame - shot.startFrame);
    const x = 2 * Math.round((window.left * source.width) / 2);
    const last = shots.at(-1);
    if (last === undefined || Math.abs(last.x - x) > SAME_PLACE * source.width) {
      shots.push({ startFrame: shot.startFrame, x: Math.min(x, source.width - crop.width) });
    }
  }
  // Heads are in the upper part of a tall picture.
  const y = 2 * Math.round(((source.height - crop.height) * 0.4) / 2);
  return {
    plan: { style: "STATIC_CROP", crop, y, shots },
    coverage: covered / Math.max(1, saliency.frameCount),
  };
}

/** Plans a clip's framing within the allowed styles; styles that this stage cannot draw fall back to the nearest. */
export function planFraming(request: FramingRequest): FramingPlan {
  const allowed = new Set<EditingStyle>(request.allowedStyles.map(nearestStyle));
  const allows = (style: EditingStyle): boolean => allowed.has("AUTO") || allowed.has(style);
  const crop = fillingCrop(request.source, request.target);
  const { plan, coverage } = planCrop(request, crop);
  const fillsAlmost = crop.width * crop.height >= 0.9 * request.source.width * request.source.height;
  if (allows("STATIC_CROP") && (fillsAlmost || coverage >= LEAST_COVERAGE)) return plan;
  if (allows("BLURRED_WINGS")) return { style: "BLURRED_WINGS" };
  if (allows("STATIC_CROP")) return plan;
  return { style: "LETTERBOX" };
}

/** A crop that follows its subject, or several subjects at once, is nearest to a crop that stands. */
function nearestStyle(style: EditingStyle): EditingStyle {
  return style === "DYNAMIC_CROP" || style === "SPLIT_SCREEN" ? "STATIC_CROP" : style;
}
