// Decides how a clip fills its vertical frame: shot by shot, then joined into as few stretches as there are layouts.
// Pure: measured frames in, a plan out. The plan is what the render stage turns into filters, and its `style` is what
// the client is told.

import { FRAMING_LIMITS } from "../../shared/limits/clips.ts";
import type { EditingStyle } from "../../shared/tasks/clip-job.ts";
import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import { isMoving } from "../render/crop-path.ts";
import type {
  CropLayout,
  DrawnStyle,
  FramedStretch,
  FrameLayout,
  FramingPlan,
} from "../render/framing-plan.ts";
import type { FaceAnalysis } from "./faces/face-samples.ts";
import type { FrameLook } from "./frame-look.ts";
import { frameShot } from "./frame-shot.ts";
import type { FramedShot, ShotRequest } from "./shot-view.ts";
import type { ColumnSaliency } from "./shots/column-saliency.ts";
import { joinFlatShots, withoutLightChanges } from "./shots/flat-shots.ts";
import { type Shot, splitShots } from "./shots/split-shots.ts";

export interface FramingRequest {
  readonly source: FrameSize;
  readonly target: FrameSize;
  readonly allowedStyles: readonly EditingStyle[];
  readonly saliency: ColumnSaliency;
  readonly looks: readonly FrameLook[];
  /** Null where no face detector is installed. */
  readonly sightings: FaceAnalysis | null;
  readonly frameRate: number;
  /** See ShotRequest. */
  readonly followedCoverage?: number;
}

interface PlannedShot extends FramedShot {
  readonly shot: Shot;
}

/** Crops of neighbouring shots closer than this share of the width are made one, so that nothing jumps for nothing. */
const SAME_PLACE = 0.03;

/** One crop that goes on into the next shot, or undefined where the two cannot be one filter. */
function joinCrops(before: CropLayout, after: CropLayout, sourceWidth: number): CropLayout | undefined {
  const isSameCrop =
    before.crop.width === after.crop.width &&
    before.crop.height === after.crop.height &&
    before.y === after.y;
  const last = before.path.at(-1);
  const next = after.path[0];
  if (!isSameCrop || last === undefined || next === undefined) return undefined;
  const stands = !isMoving([last]) && !isMoving(after.path);
  const goesOn = stands && Math.abs(last.at - next.at) <= SAME_PLACE * sourceWidth;
  return goesOn ? before : { ...before, path: [...before.path, ...after.path] };
}

function joinLayouts(before: FrameLayout, after: FrameLayout, sourceWidth: number): FrameLayout | undefined {
  if (before.kind === "crop" && after.kind === "crop") return joinCrops(before, after, sourceWidth);
  const isWhole = before.kind === "wings" || before.kind === "letterbox";
  return isWhole && before.kind === after.kind ? before : undefined;
}

function stretchesOf(shots: readonly PlannedShot[], sourceWidth: number): FramedStretch[] {
  const stretches: FramedStretch[] = [];
  for (const { shot, layout } of shots) {
    const last = stretches.at(-1);
    const joined = last === undefined ? undefined : joinLayouts(last.layout, layout, sourceWidth);
    if (last !== undefined && joined !== undefined) {
      stretches[stretches.length - 1] = { startFrame: last.startFrame, layout: joined };
    } else stretches.push({ startFrame: shot.startFrame, layout });
  }
  return stretches;
}

/** The style that fills most of the clip's time. */
function mostUsedStyle(shots: readonly PlannedShot[]): DrawnStyle {
  const frames = new Map<DrawnStyle, number>();
  for (const { style, shot } of shots) {
    frames.set(style, (frames.get(style) ?? 0) + shot.endFrame - shot.startFrame);
  }
  const [mostUsed] = [...frames].toSorted(([, a], [, b]) => b - a);
  return mostUsed?.[0] ?? "STATIC_CROP";
}

/** The same shots with one layout for all of them: of a clip that would change it too often. */
function inOneStyle(shots: readonly PlannedShot[], request: ShotRequest): PlannedShot[] {
  const crops: readonly DrawnStyle[] = ["STATIC_CROP", "DYNAMIC_CROP"];
  const mostUsed = mostUsedStyle(shots);
  const kept: readonly DrawnStyle[] =
    crops.includes(mostUsed) || mostUsed === "SPLIT_SCREEN" ? crops : [mostUsed];
  const allowsKept = kept.filter((style) => request.allowed.has("AUTO") || request.allowed.has(style));
  const only = new Set<EditingStyle>(allowsKept.length === 0 ? kept : allowsKept);
  return shots.map(({ shot }) => ({ shot, ...frameShot({ ...request, allowed: only }, shot) }));
}

/** The shots of a clip, each of which is framed by itself. */
export function framedShots(saliency: ColumnSaliency, frameRate: number): Shot[] {
  return joinFlatShots(splitShots(saliency, frameRate), saliency);
}

/** Plans a clip's framing within the allowed styles; another one is used only where none of them is possible. */
export function planFraming({ allowedStyles, ...measured }: FramingRequest): FramingPlan {
  const { saliency, frameRate } = measured;
  const request: ShotRequest = {
    ...measured,
    saliency: withoutLightChanges(saliency),
    allowed: new Set(allowedStyles),
  };
  const shots = framedShots(saliency, frameRate).map((shot) => ({
    shot,
    ...frameShot(request, shot),
  }));
  const { width } = request.source;
  const stretches = stretchesOf(shots, width);
  if (stretches.length <= FRAMING_LIMITS.layoutChanges) return { style: mostUsedStyle(shots), stretches };
  const calmer = inOneStyle(shots, request);
  return { style: mostUsedStyle(calmer), stretches: stretchesOf(calmer, width) };
}
