// Decides how one shot fills the vertical frame. Pure. The candidates are asked in the order in which an editor would
// prefer them for what the shot shows; the first that is allowed and possible is taken. What a crop would cut off is
// shown whole.
import type { EditingStyle } from "../../shared/clip-job.ts";
import { isMoving, type PathPiece, planCamera } from "../signal/camera-path.ts";
import type { ColumnSaliency } from "../signal/column-saliency.ts";
import { chooseCropWindow } from "../signal/crop-window.ts";
import type { FaceSightings } from "../signal/face-sightings.ts";
import { mainSpeaker, type SpeakerTurn, speakerTurns } from "../signal/face-speakers.ts";
import { type FaceTrack, faceAt, framesTogether, trackFaces } from "../signal/face-tracks.ts";
import { followMotion } from "../signal/framing-subject.ts";
import type { PictureLook } from "../signal/picture-look.ts";
import { pictureSampling } from "../signal/picture-sampling.ts";
import { lostText } from "../signal/shot-text.ts";
import type { Shot } from "../signal/shots.ts";
import {
  cropHeightPosition,
  type FaceExtent,
  faceExtent,
  groupArea,
  splitAreas,
} from "./face-composition.ts";
import {
  type CropLayout,
  type DrawnStyle,
  type FrameLayout,
  type FrameSize,
  fillingCrop,
} from "./framing-plan.ts";

export interface ShotRequest {
  readonly source: FrameSize;
  readonly target: FrameSize;
  readonly allowed: ReadonlySet<EditingStyle>;
  readonly saliency: ColumnSaliency;
  readonly looks: readonly PictureLook[];
  readonly sightings: FaceSightings | null;
  readonly frameRate: number;
}

export interface FramedShot {
  readonly style: DrawnStyle;
  readonly layout: FrameLayout;
}

/** Below this share of what happens a crop hides too much. Talking heads have 0.8, two people apart 0.55 (2026-11). */
const LEAST_COVERAGE = 0.62;
/** Where nothing moves, what happens is not known, and a crop must hold this share of all detail. */
const LEAST_COVERAGE_STILL = 0.75;
/** A moving subject without a face is followed when a crop around it holds this share of all motion… */
const FOLLOWED_COVERAGE = 0.75;
/** …and it is more than the tip of a line that grows in a chart (which has 0.00024; a flying bee has 0.0015). */
const FOLLOWED_STRENGTH = 0.0008;
const SHORTEST_FOLLOWED_S = 1.2;
/** Text over this share of the picture is not cut off: half a headline. A chart has 0.011, slides 0.07, photographs of people up to 0.005 (2026-11)… */
const LOST_TEXT = 0.006;
/** …beside a speaker more of it, so that the name below a face or a poster behind it does not count… */
const LOST_TEXT_BESIDE_FACES = 0.02;
/** …and none beside a face of this height: that is the subject. */
const LARGE_FACE = 0.25;
/** Faces lower than this share of the picture are no subject: a speaker in a corner of slides, people behind. */
const LEAST_FACE_HEIGHT = 0.07;
/** Faces smaller than this share of the largest one are people behind. */
const LEAST_OF_LARGEST = 0.45;
const SHORTEST_SPLIT_S = 3;
/** Share of the shot for which both faces of a split frame are there. */
const LEAST_TOGETHER = 0.75;
/** Height over width of a frame from which on it is split. */
const LEAST_UPRIGHT = 1.2;
/** A picture of nearly the frame's proportions is cropped, whatever happens in it. */
const FILLS_ALMOST = 0.9;

type Choice = () => FramedShot | undefined;

function allows({ allowed }: ShotRequest, style: DrawnStyle): boolean {
  return allowed.has("AUTO") || allowed.has(style);
}

function mainFaces(request: ShotRequest, shot: Shot): FaceTrack[] {
  const { sightings, frameRate } = request;
  if (sightings === null) return [];
  const tracks = trackFaces(sightings.samples, shot, frameRate);
  const heights = tracks.map((track) => faceExtent(track).height);
  const least = Math.max(LEAST_FACE_HEIGHT, LEAST_OF_LARGEST * Math.max(0, ...heights));
  return tracks.filter((_, index) => (heights[index] ?? 0) >= least);
}

/** A camera's path of centres (shares of the width) as a layout of left edges (pixels). */
function cropLayout(
  request: ShotRequest,
  crop: FrameSize,
  y: number,
  path: readonly PathPiece[],
): CropLayout {
  const { width } = request.source;
  const most = width - crop.width;
  const pixels = isMoving(path)
    ? path.map(({ startFrame, at, speed, half }) => ({
        ...{ startFrame, at: at * width - crop.width / 2 },
        ...{ speed: speed * width, half: half * width },
      }))
    : path.map((piece) => ({
        ...piece,
        at: Math.min(most, Math.max(0, 2 * Math.round((piece.at * width - crop.width / 2) / 2))),
      }));
  return { kind: "crop", crop, y, path: pixels };
}

interface ShotView {
  readonly request: ShotRequest;
  readonly shot: Shot;
  readonly crop: FrameSize;
  readonly widthShare: number;
  readonly faces: readonly FaceTrack[];
  readonly extents: readonly FaceExtent[];
}

function turnsOf({ request, shot, faces }: ShotView): SpeakerTurn[] {
  const soundDb = request.sightings?.soundDb ?? new Float32Array(0);
  return speakerTurns(faces, soundDb, shot, request.frameRate);
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

function standing({ request, shot, crop }: ShotView, centre: number, y: number): FramedShot {
  const path = [{ startFrame: shot.startFrame, at: centre, speed: 0, half: 0 }];
  return { style: "STATIC_CROP", layout: cropLayout(request, crop, y, path) };
}

/** The camera's way along these centres; a camera that stands is a static crop, unless only a moving one is allowed. */
function following(view: ShotView, centres: Float64Array, halfWidth: number, y: number): FramedShot {
  const { request, shot, crop, widthShare } = view;
  const { startFrame } = shot;
  const { frameRate } = request;
  const path = planCamera({ startFrame, centres, halfWidth, widthShare, frameRate });
  const isStatic = !isMoving(path) && allows(request, "STATIC_CROP");
  return {
    style: isStatic ? "STATIC_CROP" : "DYNAMIC_CROP",
    layout: cropLayout(request, crop, y, path),
  };
}

/** All faces in one crop that stands, where it holds them with all their movement. */
function together(view: ShotView): FramedShot | undefined {
  const { extents, widthShare, request, crop } = view;
  const left = Math.min(...extents.map((extent) => extent.left - 0.25 * extent.width));
  const right = Math.max(...extents.map((extent) => extent.right + 0.25 * extent.width));
  if (right - left > widthShare) return undefined;
  return standing(view, (left + right) / 2, cropHeightPosition(extents, request.source, crop));
}

function followFaces(view: ShotView): FramedShot {
  const { request, extents, crop } = view;
  const halfWidth = Math.max(...extents.map(({ width }) => width)) / 2;
  const y = cropHeightPosition(extents, request.source, crop);
  return following(view, lookedAt(view), halfWidth, y);
}

/** Whether both faces are seen for so long and so much of the shot that neither half stands empty for long. */
function areTogether({ request, shot, faces }: ShotView): boolean {
  const [first, second] = faces;
  if (faces.length !== 2 || first === undefined || second === undefined) return false;
  const frames = framesTogether(first, second) + pictureSampling(request.frameRate, true).step;
  const length = shot.endFrame - shot.startFrame;
  return frames >= SHORTEST_SPLIT_S * request.frameRate && frames >= LEAST_TOGETHER * length;
}

function split(view: ShotView): FramedShot | undefined {
  const { request, extents } = view;
  const [first, second] = extents;
  // Halves of a frame that is not upright are too low for faces.
  const isUpright = request.target.height >= LEAST_UPRIGHT * request.target.width;
  if (!isUpright || first === undefined || second === undefined || !areTogether(view)) return undefined;
  const areas = splitAreas(first, second, request);
  return areas === undefined ? undefined : { style: "SPLIT_SCREEN", layout: { kind: "split", ...areas } };
}

const WHOLE: readonly FramedShot[] = [
  { style: "BLURRED_WINGS", layout: { kind: "wings" } },
  { style: "LETTERBOX", layout: { kind: "letterbox" } },
];

/** All of a group and as large as it can be: without what is beside it, where nothing there is to be read. */
function group({ request, shot, extents }: ShotView): FramedShot | undefined {
  const { source, looks } = request;
  const area = request.allowed.has("AUTO") ? groupArea(extents, source) : undefined;
  if (area === undefined) return undefined;
  const [left, right] = [area.x / source.width, (area.x + area.width) / source.width];
  if (lostText(looks, shot, left, right) >= LOST_TEXT) return undefined;
  return { style: "BLURRED_WINGS", layout: { kind: "wings", area } };
}

/** In the order of preference, and what is left where none of them is allowed. */
interface Choices {
  readonly preferred: readonly Choice[];
  readonly still: () => FramedShot;
}

/** Without faces: the place where most happens, what moves, or all of it. */
function choicesBySaliency(view: ShotView): Choices {
  const { request, shot, crop, widthShare } = view;
  const { saliency, frameRate, source } = request;
  const window = chooseCropWindow(saliency, shot, widthShare);
  const y = cropHeightPosition([], source, crop);
  const still = (): FramedShot => standing(view, window.left + widthShare / 2, y);
  const cutsText = lostText(request.looks, shot, window.left, window.left + widthShare) >= LOST_TEXT;
  const moving = (): FramedShot | undefined => {
    if (cutsText || shot.endFrame - shot.startFrame < SHORTEST_FOLLOWED_S * frameRate) return undefined;
    const subject = followMotion(saliency, shot, widthShare, frameRate);
    const isFollowed =
      subject !== undefined && subject.coverage >= FOLLOWED_COVERAGE && subject.strength >= FOLLOWED_STRENGTH;
    return isFollowed ? following(view, subject.centres, subject.halfWidth, y) : undefined;
  };
  const least = LEAST_COVERAGE_STILL - (LEAST_COVERAGE_STILL - LEAST_COVERAGE) * window.byMotion;
  const holdsAll = window.coverage >= least && !cutsText;
  return {
    preferred: [
      () => (holdsAll && allows(request, "STATIC_CROP") ? still() : undefined),
      moving,
      ...WHOLE.map((whole) => () => whole),
      () => (allows(request, "STATIC_CROP") ? still() : { ...still(), style: "DYNAMIC_CROP" }),
    ],
    still,
  };
}

/** Whether a crop around the largest face would cut off what is there to be read: slides with their speaker beside. */
function cutsTextBesideFaces({ request, shot, extents, widthShare }: ShotView, centre: number): boolean {
  if (extents.some(({ height }) => height >= LARGE_FACE)) return false;
  const left = Math.min(1 - widthShare, Math.max(0, centre - widthShare / 2));
  return lostText(request.looks, shot, left, left + widthShare) >= LOST_TEXT_BESIDE_FACES;
}

function choicesByFaces(view: ShotView): Choices {
  const { extents, request, crop } = view;
  const follow = (): FramedShot => followFaces(view);
  const speaker = extents[mainSpeaker(turnsOf(view), view.shot)]?.middle ?? 0.5;
  const still = (): FramedShot => standing(view, speaker, cropHeightPosition(extents, request.source, crop));
  const whole = WHOLE.map((each) => () => each);
  const crops: Choice[] = [() => together(view), ...(extents.length > 2 ? [] : [() => split(view), follow])];
  const preferred = cutsTextBesideFaces(view, speaker)
    ? [...whole, ...crops, follow]
    : [...crops, () => group(view), ...whole, follow];
  return { preferred, still };
}

/** Frames one shot within the allowed styles; where none of them is possible, a crop that stands. */
export function frameShot(request: ShotRequest, shot: Shot): FramedShot {
  const { source, target } = request;
  const crop = fillingCrop(source, target);
  const faces = mainFaces(request, shot);
  const view: ShotView = {
    ...{ request, shot, crop, faces, extents: faces.map(faceExtent) },
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
