// Decides how one shot fills the vertical frame. Pure. The candidates are asked in the order in which an editor would
// prefer them for what the shot shows; the first that is allowed and possible is taken. What a crop would cut off is
// shown whole.

import { fillingCrop } from "../render/framing-plan.ts";
import { faceExtent } from "./face-composition.ts";
import { choicesByFaces, mainFaces } from "./frame-by-faces.ts";
import { choicesBySaliency } from "./frame-by-saliency.ts";
import { allows, type FramedShot, type ShotRequest, type ShotView } from "./shot-view.ts";
import type { Shot } from "./shots/split-shots.ts";

/** A source of nearly the frame's proportions is cropped, whatever happens in it. */
const FILLS_ALMOST = 0.9;

/** Frames one shot within the allowed styles; where none of them is possible, a crop that stands. */
export function frameShot(request: ShotRequest, shot: Shot): FramedShot {
  const { source, target } = request;
  const crop = fillingCrop(source, target);
  const faces = mainFaces(request, shot);
  const view: ShotView = {
    request,
    shot,
    crop,
    faces,
    extents: faces.map(faceExtent),
    widthShare: crop.width / source.width,
  };
  const { preferred, still } = faces.length === 0 ? choicesBySaliency(view) : choicesByFaces(view);
  const fillsAlmost = crop.width * crop.height >= FILLS_ALMOST * source.width * source.height;
  for (const choice of fillsAlmost ? [still, ...preferred] : preferred) {
    const framed = choice();
    if (framed !== undefined && allows(request, framed.style)) return framed;
  }
  return still();
}
