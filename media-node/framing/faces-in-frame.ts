// Where a clip's faces stand in its finished frames, shot by shot, and where pictures end: what captions keep off. Pure.
import type { Box } from "../captions/caption-placement.ts";
import type { ShownFace, ShownFaces } from "../captions/clear-of-faces.ts";
import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import {
  type CropArea,
  type FrameLayout,
  type FramingPlan,
  fitWithin,
  layoutAt,
  raisedTop,
  shownAreas,
  splitHeights,
} from "../render/framing-plan.ts";
import { percentile } from "../signal/percentile.ts";
import type { TrackPoint } from "./faces/face-tracks.ts";
import { mainFaces } from "./frame-by-faces.ts";
import type { FramingRequest } from "./plan-framing.ts";
import { splitShots } from "./shots/split-shots.ts";

/** Hair above a face's box, its chin, and its cheeks, in its heights and widths. */
const HEAD = { above: 0.18, below: 0.06, beside: 0.1 } as const;
/** Brows above the eyes' middle, and a lip below the mouth's, in heights of the face. */
const FEATURES = { above: 0.14, below: 0.05 } as const;
/** Of all the places where a moving face is, those that count: the outermost tenths are passed in a moment. */
const OUTERMOST = 0.1;

export interface CaptionedFraming extends FramingRequest {
  /** See VideoGraphRequest. */
  readonly captionsAtTop?: boolean;
}

/** A part of the source, and where in the frame it is shown. */
interface ShownPart {
  readonly area: CropArea;
  readonly place: CropArea;
}

/** Where a layout shows one of its areas, which is the first of them or the second. */
function placeOf(
  { kind }: FrameLayout,
  area: CropArea,
  index: number,
  { target, captionsAtTop = false }: CaptionedFraming,
): CropArea {
  const filled = { x: 0, y: 0, ...target };
  if (kind === "crop") return filled;
  if (kind === "split") {
    const { upper, lower } = splitHeights(target);
    return index === 0 ? { ...filled, height: upper } : { ...filled, y: upper, height: lower };
  }
  const size = fitWithin(area, target);
  const y = captionsAtTop ? (target.height - size.height) / 2 : raisedTop(size, target);
  return { ...size, x: (target.width - size.width) / 2, y };
}

function shownParts(layout: FrameLayout, frame: number, request: CaptionedFraming): ShownPart[] {
  return shownAreas(layout, frame, request.source).map((area, index) => ({
    area,
    place: placeOf(layout, area, index, request),
  }));
}

/** A box in pixels of the source as it stands in the frame; undefined where none of it is shown. */
function inFrame(box: Box, { area, place }: ShownPart): Box | undefined {
  const scale = place.width / area.width;
  const atX = (x: number): number =>
    Math.min(place.x + place.width, Math.max(place.x, place.x + (x - area.x) * scale));
  const atY = (y: number): number =>
    Math.min(place.y + place.height, Math.max(place.y, place.y + (y - area.y) * scale));
  const shown = { left: atX(box.left), top: atY(box.top), right: atX(box.right), bottom: atY(box.bottom) };
  return shown.right > shown.left && shown.bottom > shown.top ? shown : undefined;
}

function boxesOf(point: TrackPoint, { width, height }: FrameSize): ShownFace {
  const sides = {
    left: (point.x - HEAD.beside * point.width) * width,
    right: (point.x + (1 + HEAD.beside) * point.width) * width,
  };
  const bottom = point.y + point.height;
  return {
    head: {
      ...sides,
      top: (point.y - HEAD.above * point.height) * height,
      bottom: (bottom + HEAD.below * point.height) * height,
    },
    features: {
      ...sides,
      top: (point.eyes.y - FEATURES.above * point.height) * height,
      bottom: (point.mouth.y + FEATURES.below * point.height) * height,
    },
  };
}

/** Where boxes mostly are. */
function mostly(boxes: readonly Box[]): Box {
  const edge = (of: (box: Box) => number, share: number): number => percentile(boxes.map(of), share);
  return {
    left: edge(({ left }) => left, OUTERMOST),
    top: edge(({ top }) => top, OUTERMOST),
    right: edge(({ right }) => right, 1 - OUTERMOST),
    bottom: edge(({ bottom }) => bottom, 1 - OUTERMOST),
  };
}

/** Where a face is shown at each of its points, and in which part of the frame: split pictures may both show it. */
function shownPoints(
  points: readonly TrackPoint[],
  plan: FramingPlan,
  request: CaptionedFraming,
): (ShownFace & { readonly placeY: number })[] {
  return points.flatMap((point) => {
    const { head, features } = boxesOf(point, request.source);
    return shownParts(layoutAt(plan, point.frame), point.frame, request).flatMap((part) => {
      const [outer, inner] = [inFrame(head, part), inFrame(features, part)];
      return outer === undefined || inner === undefined
        ? []
        : [{ head: outer, features: inner, placeY: part.place.y }];
    });
  });
}

/** The faces that a captioned clip is about, in pixels of its frame; none where no detector looked for them. */
export function facesInFrame(request: CaptionedFraming, plan: FramingPlan): ShownFaces[] {
  const { frameRate, sightings } = request;
  if (sightings === null) return [];
  return splitShots(request.saliency, frameRate).map((shot) => {
    const faces = mainFaces(request, shot).flatMap(({ points }): ShownFace[] => {
      // Apart by their parts: one box around a face in the upper and in the lower picture would hold all between them.
      const all = shownPoints(points, plan, request);
      const byPart = [...Map.groupBy(all, ({ placeY }) => placeY).values()];
      const mostlyShown = byPart.filter(({ length }) => length >= OUTERMOST * all.length);
      return mostlyShown.map((shown) => ({
        head: mostly(shown.map(({ head }) => head)),
        features: mostly(shown.map(({ features }) => features)),
      }));
    });
    return { startS: shot.startFrame / frameRate, endS: shot.endFrame / frameRate, faces };
  });
}

/** The edges of the pictures of a captioned clip that do not fill its frame, in pixels of that. */
export function edgesInFrame(request: CaptionedFraming, { stretches }: FramingPlan): ShownFaces[] {
  const { frameRate, target } = request;
  return stretches.flatMap(({ startFrame, layout }, index): ShownFaces[] => {
    const endFrame = stretches[index + 1]?.startFrame ?? Number.POSITIVE_INFINITY;
    const isWhole = layout.kind === "wings" || layout.kind === "letterbox";
    const parts = isWhole ? shownParts(layout, startFrame, request) : [];
    const edgesY = parts
      .flatMap(({ place }) => [place.y, place.y + place.height])
      .filter((y) => y > 0 && y < target.height);
    if (edgesY.length === 0) return [];
    return [{ startS: startFrame / frameRate, endS: endFrame / frameRate, faces: [], edgesY }];
  });
}
