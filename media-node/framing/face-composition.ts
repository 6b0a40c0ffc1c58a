// Where faces belong in a frame: eyes near the upper third, room above the head, and in a split frame each face alone in
// its half. Pure.

import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import { type CropArea, splitHeights } from "../render/framing-plan.ts";
import type { FaceTrack } from "./faces/face-tracks.ts";

/** What a face takes up over its shot, in shares of the source. */
export interface FaceExtent {
  /** Of all the places where it is. */
  readonly left: number;
  readonly right: number;
  /** Where it is mostly. */
  readonly middle: number;
  readonly eyesY: number;
  /** Of the face itself, mostly. */
  readonly width: number;
  readonly height: number;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Of a track with at least one point. */
export function faceExtent({ points }: FaceTrack): FaceExtent {
  return {
    left: Math.min(...points.map(({ x }) => x)),
    right: Math.max(...points.map(({ x, width }) => x + width)),
    middle: median(points.map(({ x, width }) => x + width / 2)),
    eyesY: median(points.map(({ eyes }) => eyes.y)),
    width: median(points.map(({ width }) => width)),
    height: median(points.map(({ height }) => height)),
  };
}

/** Eyes stand at this share of a crop's height… */
const EYES_AT = 0.36;
/** …and a little lower in half a frame, where heads are larger. */
const EYES_AT_IN_HALF = 0.42;
/** Without faces: heads are in the upper part of a tall source. */
const DEFAULT_PLACE = 0.4;

function evenWithin(value: number, max: number): number {
  return Math.min(max - (max % 2), Math.max(0, 2 * Math.round(value / 2)));
}

/**
 * The upper edge of a crop in pixels of the source, even: eyes at about a third of its height, without faces
 * a little above the middle.
 */
export function cropHeightPosition(faces: readonly FaceExtent[], source: FrameSize, crop: FrameSize): number {
  const max = source.height - crop.height;
  if (faces.length === 0) return evenWithin(max * DEFAULT_PLACE, max);
  const eyes = faces.reduce((sum, { eyesY }) => sum + eyesY, 0) / faces.length;
  return evenWithin(eyes * source.height - EYES_AT * crop.height, max);
}

/** People reach this many widths of their faces beyond them on each side. */
const SHOULDERS = 1.2;
/** A part of the source that is hardly narrower than the whole is not worth its cut. */
const NEARLY_WHOLE = 0.9;

/** The part of the source that a group fills, no narrower than it is high; undefined where that is nearly all of it. */
export function groupArea(faces: readonly FaceExtent[], source: FrameSize): CropArea | undefined {
  const left = Math.min(...faces.map((face) => face.left - SHOULDERS * face.width));
  const right = Math.max(...faces.map((face) => face.right + SHOULDERS * face.width));
  const share = Math.max(Math.min(1, right) - Math.max(0, left), source.height / source.width);
  if (!(share <= NEARLY_WHOLE)) return undefined;
  const width = evenWithin(share * source.width, source.width);
  const middle = (Math.max(0, left) + Math.min(1, right)) / 2;
  const x = evenWithin(middle * source.width - width / 2, source.width - width);
  return { x, y: 0, width, height: source.height - (source.height % 2) };
}

/** Heights of half a frame in heights of its face: head and shoulders; closer only to keep another face out… */
const TYPICAL_FACES_HIGH = 3.2;
const MIN_FACES_HIGH = 1.9;
/** …or, down to this, to have a face in the middle that is near the source's edge. */
const CENTRED_FACES_HIGH = 2.4;
/** Half a frame shows at least this share of the source's height, so that nobody's pores fill the screen. */
const MIN_HEIGHT = 0.4;

function splitArea(
  face: FaceExtent,
  other: FaceExtent,
  { source, half }: { readonly source: FrameSize; readonly half: FrameSize },
): CropArea | undefined {
  const aspect = half.width / half.height;
  // Up to where the other face begins, with all its movement.
  const room = face.middle < other.middle ? other.left - face.middle : face.middle - other.right;
  const widest = Math.min(source.width, 2 * room * source.width, source.height * aspect);
  const faceHeight = face.height * source.height;
  const fromEdge = Math.min(face.middle, 1 - face.middle) * source.width;
  const centred = Math.max((2 * fromEdge) / aspect, CENTRED_FACES_HIGH * faceHeight);
  const wished = Math.max(Math.min(TYPICAL_FACES_HIGH * faceHeight, centred), MIN_HEIGHT * source.height);
  const height = Math.min(wished, widest / aspect);
  const holdsMovement = face.right - face.left <= (height * aspect) / source.width;
  // A face that fills the source does so in half a frame too: there is no more of it to be shown.
  const min = Math.min(MIN_FACES_HIGH * faceHeight, source.height);
  if (height < min || !holdsMovement) return undefined;
  const size = {
    width: Math.max(2, evenWithin(height * aspect, source.width)),
    height: Math.max(2, evenWithin(height, source.height)),
  };
  return {
    ...size,
    x: evenWithin(face.middle * source.width - size.width / 2, source.width - size.width),
    y: evenWithin(face.eyesY * source.height - EYES_AT_IN_HALF * size.height, source.height - size.height),
  };
}

/** The halves of a split frame: the left face above, the right one below; undefined where they are too close. */
export function splitAreas(
  left: FaceExtent,
  right: FaceExtent,
  { source, target }: { readonly source: FrameSize; readonly target: FrameSize },
): { upper: CropArea; lower: CropArea } | undefined {
  const heights = splitHeights(target);
  const area = (face: FaceExtent, other: FaceExtent, height: number): CropArea | undefined =>
    splitArea(face, other, { source, half: { width: target.width, height } });
  const [upper, lower] = [area(left, right, heights.upper), area(right, left, heights.lower)];
  return upper === undefined || lower === undefined ? undefined : { upper, lower };
}
