// What the ways of framing one shot have in common: what is known of it, crops that stand and crops that move, and the
// whole frame. Pure.

import type { EditingStyle } from "../../shared/tasks/clip-job.ts";
import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import { isMoving, type PathPiece } from "../render/crop-path.ts";
import type { CropLayout, DrawnStyle, FrameLayout } from "../render/framing-plan.ts";
import { planCamera } from "./camera-path.ts";
import type { FaceExtent } from "./face-composition.ts";
import type { FaceAnalysis } from "./faces/face-samples.ts";
import type { FaceTrack } from "./faces/face-tracks.ts";
import type { FrameLook } from "./frame-look.ts";
import type { ColumnSaliency } from "./shots/column-saliency.ts";
import type { Shot } from "./shots/split-shots.ts";

/** What shots are framed by: as FramingRequest, for all shots of a clip. */
export interface ShotRequest {
  readonly source: FrameSize;
  readonly target: FrameSize;
  readonly allowed: ReadonlySet<EditingStyle>;
  readonly saliency: ColumnSaliency;
  readonly looks: readonly FrameLook[];
  readonly sightings: FaceAnalysis | null;
  readonly frameRate: number;
  /** Share of all motion that a crop must hold to follow it where there are no faces; that of clips unless told. */
  readonly followedCoverage?: number;
}

/** How a shot fills the frame. */
export interface FramedShot {
  readonly style: DrawnStyle;
  readonly layout: FrameLayout;
}

/** A shot and what its framing is decided by. */
export interface ShotView {
  readonly request: ShotRequest;
  readonly shot: Shot;
  /** What fills the frame, and its width as a share of the source's. */
  readonly crop: FrameSize;
  readonly widthShare: number;
  readonly faces: readonly FaceTrack[];
  readonly extents: readonly FaceExtent[];
}

export type Choice = () => FramedShot | undefined;

/** In the order of preference, and what is left where none of them is allowed. */
export interface Choices {
  readonly preferred: readonly Choice[];
  readonly still: () => FramedShot;
}

export const WHOLE: readonly FramedShot[] = [
  { style: "BLURRED_WINGS", layout: { kind: "wings" } },
  { style: "LETTERBOX", layout: { kind: "letterbox" } },
];

/** Whether a style may be used; AUTO allows all. */
export function allows({ allowed }: ShotRequest, style: DrawnStyle): boolean {
  return allowed.has("AUTO") || allowed.has(style);
}

/** A camera's path of centres (shares of the width) as a layout of left edges (pixels). */
function cropLayout(
  request: ShotRequest,
  crop: FrameSize,
  y: number,
  path: readonly PathPiece[],
): CropLayout {
  const { width } = request.source;
  const max = width - crop.width;
  const pixels = isMoving(path)
    ? path.map(({ startFrame, at, speed, half }) => ({
        startFrame,
        at: at * width - crop.width / 2,
        speed: speed * width,
        half: half * width,
      }))
    : path.map((piece) => ({
        ...piece,
        at: Math.min(max, Math.max(0, 2 * Math.round((piece.at * width - crop.width / 2) / 2))),
      }));
  return { kind: "crop", crop, y, path: pixels };
}

/**
 * A crop that stands around a centre, a share of the width, as far as the source reaches.
 * @param y its upper edge, in pixels of the source
 */
export function standing({ request, shot, crop }: ShotView, centre: number, y: number): FramedShot {
  const path = [{ startFrame: shot.startFrame, at: centre, speed: 0, half: 0 }];
  return { style: "STATIC_CROP", layout: cropLayout(request, crop, y, path) };
}

/**
 * The camera's way along these centres; a camera that stands is a static crop, unless only a moving one is allowed.
 * @param cuts Frames of the clip, in order, at which the camera does not move on but looks elsewhere.
 */
export function following(
  view: ShotView,
  centres: Float64Array,
  {
    halfWidth,
    y,
    cuts = [],
  }: { readonly halfWidth: number; readonly y: number; readonly cuts?: readonly number[] },
): FramedShot {
  const { request, shot, crop, widthShare } = view;
  const { frameRate } = request;
  const path = [shot.startFrame, ...cuts].flatMap((startFrame, index) => {
    const part = centres.subarray(
      startFrame - shot.startFrame,
      (cuts[index] ?? shot.endFrame) - shot.startFrame,
    );
    return planCamera({ startFrame, centres: part, halfWidth, widthShare, frameRate });
  });
  const isStatic = !isMoving(path) && allows(request, "STATIC_CROP");
  return {
    style: isStatic ? "STATIC_CROP" : "DYNAMIC_CROP",
    layout: cropLayout(request, crop, y, path),
  };
}
