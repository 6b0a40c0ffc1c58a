// Frames a shot by the faces in it: all of them in one crop, each in its half, whoever speaks, or the group whole. Pure.

import { percentile } from "../signal/percentile.ts";
import { cutsSceneBesideFaces, cutsText, cutsTextBesideFaces } from "./crop-losses.ts";
import { cropHeightPosition, faceExtent, groupArea, splitAreas } from "./face-composition.ts";
import { mainSpeaker, type SpeakerTurn, turnsOfFaces } from "./faces/face-speakers.ts";
import { type FaceTrack, faceAt, facesAtOnce, framesTogether } from "./faces/face-tracks.ts";
import { frameSampling } from "./faces/frame-sampling.ts";
import { trackFaces } from "./faces/track-faces.ts";
import {
  type Choice,
  type Choices,
  type FramedShot,
  following,
  type ShotRequest,
  type ShotView,
  standing,
  WHOLE,
} from "./shot-view.ts";
import type { Shot } from "./shots/split-shots.ts";

/** Faces lower than this share of the source are no subject: a speaker in a corner of slides, people behind. */
const MIN_FACE_HEIGHT = 0.07;
/** Faces smaller than this share of the largest one are people behind. */
const MIN_OF_LARGEST = 0.45;
/** Room at each side of a face, in its widths. */
const BESIDE_FACE = 0.25;
/** Of a shot, for the place of a crop that stands. */
const COMPARED_FRAMES = 300;
const MIN_SPLIT_S = 3;
/** Share of the shot for which both faces of a split frame are there. */
const MIN_TOGETHER = 0.75;
/** Height over width of a frame from which on it is split. */
const MIN_UPRIGHT = 1.2;

/** The faces that a shot is about, from left to right; none without a detector. */
export function mainFaces(
  { sightings, frameRate }: Pick<ShotRequest, "sightings" | "frameRate">,
  shot: Shot,
): FaceTrack[] {
  if (sightings === null) return [];
  const tracks = trackFaces(sightings.samples, shot, frameRate);
  const heights = tracks.map((track) => faceExtent(track).height);
  const min = Math.max(MIN_FACE_HEIGHT, MIN_OF_LARGEST * Math.max(0, ...heights));
  return tracks.filter((_, index) => (heights[index] ?? 0) >= min);
}

function turnsOf({ request, shot, faces }: ShotView): SpeakerTurn[] {
  const { sightings, frameRate } = request;
  return sightings === null ? [] : turnsOfFaces(faces, sightings, shot, frameRate);
}

/** The centre of what is looked at, frame by frame: the one face, or whoever's turn it is. */
function lookedAt(view: ShotView): Float64Array {
  const { shot, faces } = view;
  const turns = turnsOf(view);
  return Float64Array.from({ length: shot.endFrame - shot.startFrame }, (_, index) => {
    const frame = shot.startFrame + index;
    const turn = turns.findLast(({ startFrame }) => startFrame <= frame) ?? turns[0];
    const face = faceAt(faces[turn?.track ?? 0] ?? { points: [] }, frame);
    return face === undefined ? 0.5 : face.x + face.width / 2;
  });
}

/** The middle of all faces, where one crop holds them with all their movement. */
function middleOfAll({ extents, widthShare }: ShotView): number | undefined {
  const left = Math.min(...extents.map((extent) => extent.left - BESIDE_FACE * extent.width));
  const right = Math.max(...extents.map((extent) => extent.right + BESIDE_FACE * extent.width));
  return right - left > widthShare ? undefined : (left + right) / 2;
}

/** The upper edge of a crop around the shot's faces, in pixels. */
function upperEdge({ extents, request, crop }: ShotView): number {
  return cropHeightPosition(extents, request.source, crop);
}

/** All faces in one crop that stands. */
function together(view: ShotView): FramedShot | undefined {
  const middle = middleOfAll(view);
  return middle === undefined ? undefined : standing(view, middle, upperEdge(view));
}

/**
 * Frames at which another face's turn begins that is farther away than a crop is wide. On its way there the camera would
 * show neither of the two, so that it cuts, as editors do.
 */
function cutsToFarFaces(view: ShotView, centres: Float64Array): number[] {
  const { shot, widthShare } = view;
  const far = ({ startFrame }: SpeakerTurn): boolean => {
    const [before, after] = [-1, 0].map((away) => centres[startFrame - shot.startFrame + away]);
    return before !== undefined && after !== undefined && Math.abs(after - before) >= widthShare;
  };
  return turnsOf(view)
    .filter(far)
    .map(({ startFrame }) => startFrame);
}

/** The way of whoever is looked at, or, where one crop holds all of several faces, their middle. */
function followFaces(view: ShotView): FramedShot {
  const { extents } = view;
  const halfWidth = Math.max(...extents.map(({ width }) => width)) / 2;
  const y = upperEdge(view);
  const centres = lookedAt(view);
  const middle = extents.length > 1 ? middleOfAll(view) : undefined;
  if (middle !== undefined) return following(view, centres.fill(middle), { halfWidth, y });
  return following(view, centres, { halfWidth, y, cuts: cutsToFarFaces(view, centres) });
}

/** Where a crop that stands holds who is looked at for most of the time; of such places the one nearest to its middle. */
function bestStand(view: ShotView): number {
  const { widthShare, extents } = view;
  const all = lookedAt(view);
  // Of long shots every so many frames: what is held is a share of the time.
  const centres = all.filter((_, index) => index % Math.ceil(all.length / COMPARED_FRAMES) === 0);
  const halfFace = (0.5 + BESIDE_FACE) * Math.max(...extents.map(({ width }) => width));
  const reach = Math.max(0, widthShare / 2 - halfFace);
  const middle = percentile(centres, 0.5);
  const places = [
    middle,
    ...centres.map((centre) => centre - reach),
    ...centres.map((centre) => centre + reach),
  ];
  const within = (place: number): number => Math.min(1 - widthShare / 2, Math.max(widthShare / 2, place));
  let best = { at: within(middle), held: -1 };
  for (const at of places.map(within)) {
    const held = centres.filter((centre) => Math.abs(centre - at) <= reach + 1e-9).length;
    const isNearer = held === best.held && Math.abs(at - middle) < Math.abs(best.at - middle);
    if (held > best.held || isNearer) best = { at, held };
  }
  return best.at;
}

/** Whether both faces are seen for so long and so much of the shot that neither half stands empty for long. */
function areTogether({ request, shot, faces }: ShotView): boolean {
  const [first, second] = faces;
  if (faces.length !== 2 || first === undefined || second === undefined) return false;
  const frames = framesTogether(first, second) + frameSampling(request.frameRate, { withFaces: true }).step;
  const length = shot.endFrame - shot.startFrame;
  return frames >= MIN_SPLIT_S * request.frameRate && frames >= MIN_TOGETHER * length;
}

function split(view: ShotView): FramedShot | undefined {
  const { request, extents } = view;
  const [first, second] = extents;
  // Halves of a frame that is not upright are too low for faces.
  const isUpright = request.target.height >= MIN_UPRIGHT * request.target.width;
  if (!isUpright || first === undefined || second === undefined || !areTogether(view)) return undefined;
  const areas = splitAreas(first, second, request);
  return areas === undefined ? undefined : { style: "SPLIT_SCREEN", layout: { kind: "split", ...areas } };
}

/** All of a group and as large as it can be: without what is beside it, where nothing there is to be read. */
function group(view: ShotView): FramedShot | undefined {
  const { request, extents } = view;
  const { source } = request;
  const area = request.allowed.has("AUTO") ? groupArea(extents, source) : undefined;
  if (area === undefined) return undefined;
  const [left, right] = [area.x / source.width, (area.x + area.width) / source.width];
  if (cutsText(view, left, right)) return undefined;
  return { style: "BLURRED_WINGS", layout: { kind: "wings", area } };
}

/** With faces: the crop that holds them or follows them, and more than two of them whole. */
export function choicesByFaces(view: ShotView): Choices {
  const { extents, faces } = view;
  const follow = (): FramedShot => followFaces(view);
  const speaker = extents[mainSpeaker(turnsOf(view), view.shot)]?.middle ?? 0.5;
  const still = (): FramedShot => together(view) ?? standing(view, bestStand(view), upperEdge(view));
  const whole = WHOLE.map((each) => () => each);
  const crops: Choice[] = [
    () => together(view),
    ...(facesAtOnce(faces) > 2 ? [] : [() => split(view), follow]),
  ];
  const cutsOff = cutsTextBesideFaces(view, speaker) || cutsSceneBesideFaces(view, speaker);
  if (cutsOff) return { preferred: [...whole, ...crops, follow], still };
  const isCut = extents.some(({ width }) => width > view.widthShare);
  const losing = isCut ? [() => split(view), ...whole] : [...crops, () => group(view), ...whole];
  return { preferred: [...losing, follow], still };
}
