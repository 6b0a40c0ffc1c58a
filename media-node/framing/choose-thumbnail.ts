// Chooses the frame of a clip that stands for it: sharp, well exposed, with a face where the clip has one, off its cuts,
// and with captions that say something. Pure; it judges what the clip shows of each sampled frame, not what the source has
// beside it. Looking at the finished clip was rejected: it would be decoded once more for what the analysis has seen already.

import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import {
  type FrameLayout,
  type FramingPlan,
  fitWithin,
  layoutAt,
  shownAreas,
} from "../render/framing-plan.ts";
import { percentile } from "../signal/percentile.ts";
import type { Span } from "../signal/span.ts";
import type { FaceAnalysis, SampledFace } from "./faces/face-samples.ts";
import { type FrameLook, meanOfCells } from "./frame-look.ts";
import type { ColumnSaliency } from "./shots/column-saliency.ts";
import { type Shot, splitShots } from "./shots/split-shots.ts";

export interface ThumbnailRequest {
  readonly source: FrameSize;
  readonly target: FrameSize;
  readonly framing: FramingPlan;
  readonly saliency: ColumnSaliency;
  readonly looks: readonly FrameLook[];
  readonly sightings: FaceAnalysis | null;
  readonly frameRate: number;
  /** When captions are on the screen without all of their words, seconds of the clip; never unless told. */
  readonly partialCaptions?: readonly Span[];
}

/** Around a cut a frame may be half of the next one, and a player shows what it likes. */
const FROM_CUT_S = 0.3;
/** A face of this share of the frame's height could not be more of a face. */
const LARGE_FACE = 0.25;
/** What a face is worth: more than any sharpness. */
const FACE_WEIGHT = 2;
/** What a whole source frame over its own blur is worth, as it grows small. */
const UNFILLED = 0.6;

/** What a frame with the first words of a line is worth: less than one with all of it, or none, of the same face. */
const PARTIAL_CAPTION = 0.5;

/** A part of the source that is seen in the clip, in shares of the source, and how many times it is enlarged. */
interface VisiblePart {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** From shares of the source's height to shares of the frame's. */
  readonly scale: number;
}

function visibleParts(
  layout: FrameLayout,
  frame: number,
  { source, target }: ThumbnailRequest,
): VisiblePart[] {
  const heightShareOf = (area: FrameSize): number => {
    if (layout.kind === "crop") return 1;
    return layout.kind === "split" ? 0.5 : fitWithin(area, target).height / target.height;
  };
  return shownAreas(layout, frame, source).map((area) => ({
    left: area.x / source.width,
    right: (area.x + area.width) / source.width,
    top: area.y / source.height,
    bottom: (area.y + area.height) / source.height,
    scale: (heightShareOf(area) * source.height) / area.height,
  }));
}

/** 0 (not whole in this part) to 1 (large, and surely a face). */
function faceWorth({ x, y, width, height, score }: SampledFace, part: VisiblePart): number {
  const isWhole = x >= part.left && x + width <= part.right && y >= part.top && y + height <= part.bottom;
  return isWhole ? score * Math.min(1, (height * part.scale) / LARGE_FACE) : 0;
}

/** Parts fill the frame from side to side, or nearly. */
function filledShare(parts: readonly VisiblePart[]): number {
  return Math.min(
    1,
    parts.reduce((sum, { top, bottom, scale }) => sum + (bottom - top) * scale, 0),
  );
}

interface Candidate {
  readonly frame: number;
  readonly shot: Shot;
  readonly sharpness: number;
  readonly exposure: number;
  readonly face: number;
  /** Share of the clip's frame that shows the source and not its blur, 0 to 1. */
  readonly filled: number;
  readonly hasPartialCaption: boolean;
}

function candidateOf(look: FrameLook, shot: Shot, request: ThumbnailRequest): Candidate {
  const { frame, exposure } = look;
  const parts = visibleParts(layoutAt(request.framing, frame), frame, request);
  const faces = request.sightings?.samples.find((sample) => sample.frame === frame)?.faces ?? [];
  const best = faces
    .flatMap((face) => parts.map((part) => ({ face, worth: faceWorth(face, part) })))
    .reduce<{ face?: SampledFace; worth: number }>((a, b) => (b.worth > a.worth ? b : a), { worth: 0 });
  // The face is to be sharp, not the wall behind it.
  const spans =
    best.face === undefined ? parts : [{ left: best.face.x, right: best.face.x + best.face.width }];
  const sharpness =
    spans.reduce((sum, { left, right }) => sum + meanOfCells(look.sharpness, left, right), 0) / spans.length;
  const timeS = frame / request.frameRate;
  const hasPartialCaption = (request.partialCaptions ?? []).some(
    ({ startS, endS }) => timeS >= startS && timeS < endS,
  );
  return {
    frame,
    shot,
    sharpness,
    exposure,
    face: best.worth,
    filled: filledShare(parts),
    hasPartialCaption,
  };
}

function isOffCuts(frame: number, shot: Shot, frameRate: number): boolean {
  const far = FROM_CUT_S * frameRate;
  return (shot.startFrame === 0 || frame - shot.startFrame >= far) && shot.endFrame - frame >= far;
}

/** The time of the chosen frame in the clip; undefined where nothing was seen off the cuts. */
export function chooseThumbnail(request: ThumbnailRequest): number | undefined {
  const { looks, saliency, frameRate } = request;
  const shots = splitShots(saliency, frameRate);
  const candidates = looks.flatMap((look) => {
    const shot = shots.find(({ startFrame, endFrame }) => look.frame >= startFrame && look.frame < endFrame);
    const isEligible = shot !== undefined && isOffCuts(look.frame, shot, frameRate);
    return isEligible ? [candidateOf(look, shot, request)] : [];
  });
  const typical = percentile(
    candidates.map(({ sharpness }) => sharpness),
    0.5,
    1,
  );
  // Blur shows beside the other frames of the same shot; between shots it is mostly another motif.
  const sharpest = new Map<Shot, number>();
  for (const { shot, sharpness } of candidates) {
    sharpest.set(shot, Math.max(sharpest.get(shot) ?? 0, sharpness));
  }
  const worth = ({ shot, sharpness, exposure, face, filled, hasPartialCaption }: Candidate): number => {
    const inShot = sharpness / Math.max(1e-6, sharpest.get(shot) ?? 0);
    const overall = Math.sqrt(Math.min(1, sharpness / Math.max(1e-6, typical)));
    const size = UNFILLED + (1 - UNFILLED) * filled;
    const caption = hasPartialCaption ? PARTIAL_CAPTION : 1;
    return exposure * inShot * overall * size * (1 + FACE_WEIGHT * face) * caption;
  };
  const [best] = candidates.toSorted((a, b) => worth(b) - worth(a));
  return best === undefined ? undefined : best.frame / frameRate;
}
