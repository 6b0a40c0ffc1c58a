// Links the faces of single frames into tracks: one person over one shot. Greedy matching by overlap and distance is
// enough at four frames a second, since people cross each other rarely and shots are short; a Kalman filter was
// rejected because a shot seldom has the dozens of samples that it needs to be better.
import { type FaceBox, overlapOf } from "../../senses/faces/face-boxes.ts";
import type { Shot } from "../shots/split-shots.ts";
import type { FaceSample, SampledFace } from "./face-samples.ts";
import type { FaceTrack, TrackPoint } from "./face-tracks.ts";

/** A face is looked for near where it was for this long. */
const MAX_GAP_S = 1;
/** Between two samples a face moves less than this many of its own widths or heights from where it was heading… */
const MAX_STEP = 0.8;
/** …or, where it begins to walk fast and no other is nearer, less than this many from where it was… */
const MAX_LEAP = 3;
/** …while its size stays this nearly the same. */
const LEAP_SIZES = 0.75;
/** A leap is believed from one sample to the next alone: longer gone, it may be somebody else. */
const LEAP_GAP_S = 0.3;
/** A track is believed from this share of its shot's samples on… */
const MIN_PRESENCE = 0.3;
/** …or from this many seconds on, in long shots. */
const MIN_PRESENCE_S = 2;

interface OpenTrack {
  readonly points: TrackPoint[];
}

interface Pair {
  readonly track: OpenTrack;
  readonly face: SampledFace;
  readonly likeness: number;
}

/** How far two boxes lie apart, in widths and heights of the larger one. */
function distanceOf(point: FaceBox, face: FaceBox): number {
  const dx = (face.x + face.width / 2 - point.x - point.width / 2) / Math.max(face.width, point.width);
  const dy = (face.y + face.height / 2 - point.y - point.height / 2) / Math.max(face.height, point.height);
  return Math.hypot(dx, dy);
}

/** Share of the larger one's height that the smaller one has. */
function sizeRatioOf(point: FaceBox, face: FaceBox): number {
  return Math.min(face.height, point.height) / Math.max(face.height, point.height);
}

/** 0 (another face) to 2 (the same place and size). */
function likenessOf(point: FaceBox, face: FaceBox): number {
  const distance = distanceOf(point, face);
  if (distance > MAX_STEP || sizeRatioOf(point, face) < 0.5) return 0;
  return overlapOf(point, face) + 1 - distance / MAX_STEP + 1e-6;
}

/** Where a track's face would be at a frame if it went on as between its last two points. */
function headingOf({ points }: OpenTrack, frame: number): FaceBox | undefined {
  const [before, last] = points.slice(-2);
  if (before === undefined || last === undefined) return before;
  const share = (frame - last.frame) / (last.frame - before.frame);
  return { ...last, x: last.x + share * (last.x - before.x), y: last.y + share * (last.y - before.y) };
}

function pointOf(frame: number, { x, y, width, height, eyes, mouth, mouthMotion }: SampledFace): TrackPoint {
  return { frame, x, y, width, height, eyes, mouth, mouthMotion };
}

type Likeness = (track: OpenTrack, face: SampledFace) => number;

/** Gives each track the face that is most like it, the best pairs first; answers the faces that nobody got. */
function giveFaces(
  tracks: readonly OpenTrack[],
  { frame, faces }: FaceSample,
  likenessBetween: Likeness,
): SampledFace[] {
  const pairs = tracks
    .flatMap((track) => faces.map((face): Pair => ({ track, face, likeness: likenessBetween(track, face) })))
    .filter(({ likeness }) => likeness > 0);
  const taken = new Set<OpenTrack | SampledFace>();
  for (const { track, face } of pairs.sort((a, b) => b.likeness - a.likeness)) {
    if (taken.has(track) || taken.has(face)) continue;
    taken.add(track).add(face);
    track.points.push(pointOf(frame, face));
  }
  return faces.filter((face) => !taken.has(face));
}

/** Faces go to tracks near them, those that are left to tracks from where they may have leapt, and begin tracks. */
function extend(tracks: OpenTrack[], sample: FaceSample, frameRate: number): void {
  const { frame } = sample;
  const goneS = ({ points }: OpenTrack): number => (frame - (points.at(-1)?.frame ?? 0)) / frameRate;
  const near: Likeness = (track, face) => {
    const last = track.points.at(-1);
    const heading = headingOf(track, frame);
    if (last === undefined || heading === undefined) return 0;
    return Math.max(likenessOf(last, face), likenessOf(heading, face));
  };
  const leapt: Likeness = (track, face) => {
    const last = track.points.at(-1);
    const isPossible = last !== undefined && sizeRatioOf(last, face) >= LEAP_SIZES;
    return isPossible ? Math.max(0, 1 - distanceOf(last, face) / MAX_LEAP) : 0;
  };
  const open = tracks.filter((track) => goneS(track) <= MAX_GAP_S);
  const left = giveFaces(open, sample, near);
  const waiting = open.filter((track) => goneS(track) > 0 && goneS(track) <= LEAP_GAP_S);
  const others = giveFaces(waiting, { frame, faces: left }, leapt);
  for (const face of others) tracks.push({ points: [pointOf(frame, face)] });
}

/** A face that comes back to where another track ended is the same person, however long it was turned away. */
function joinReturns(tracks: readonly OpenTrack[]): OpenTrack[] {
  const people: OpenTrack[] = [];
  for (const { points } of tracks) {
    const [first] = points;
    if (first === undefined) continue;
    const likeness = people.map((person) => {
      const last = person.points.at(-1);
      return last === undefined || last.frame >= first.frame ? 0 : likenessOf(last, first);
    });
    const max = Math.max(0, ...likeness);
    if (max > 0) people[likeness.indexOf(max)]?.points.push(...points);
    else people.push({ points: [...points] });
  }
  return people;
}

/** Weights of a point's neighbours: detectors tremble by a few percent of a face from frame to frame. */
const WEIGHTS = [1, 2, 3, 2, 1];

function smoothed(points: readonly TrackPoint[]): TrackPoint[] {
  return points.map((point, index) => {
    const near = WEIGHTS.map((weight, place) => ({ weight, neighbour: points[index + place - 2] })).filter(
      (each): each is { weight: number; neighbour: TrackPoint } => each.neighbour !== undefined,
    );
    const sum = near.reduce((total, { weight }) => total + weight, 0);
    const mean = (of: (point: TrackPoint) => number): number =>
      near.reduce((total, { weight, neighbour }) => total + weight * of(neighbour), 0) / sum;
    return {
      frame: point.frame,
      mouthMotion: point.mouthMotion,
      x: mean(({ x }) => x),
      y: mean(({ y }) => y),
      width: mean(({ width }) => width),
      height: mean(({ height }) => height),
      eyes: { x: mean(({ eyes }) => eyes.x), y: mean(({ eyes }) => eyes.y) },
      mouth: { x: mean(({ mouth }) => mouth.x), y: mean(({ mouth }) => mouth.y) },
    };
  });
}

/**
 * The believable tracks of one shot, from left to right by their mean place; none without samples in it.
 * @param samples ascending by frame, of the whole clip
 * @param frameRate of the clip, in which frames are counted
 */
export function trackFaces(samples: readonly FaceSample[], shot: Shot, frameRate: number): FaceTrack[] {
  const inShot = samples.filter(({ frame }) => frame >= shot.startFrame && frame < shot.endFrame);
  const tracks: OpenTrack[] = [];
  for (const sample of inShot) extend(tracks, sample, frameRate);
  const lengthS = (shot.endFrame - shot.startFrame) / frameRate;
  const samplesPerS = inShot.length / Math.max(lengthS, 1 / frameRate);
  const min = Math.min(MIN_PRESENCE * inShot.length, MIN_PRESENCE_S * samplesPerS);
  const middleOf = ({ points }: FaceTrack): number =>
    points.reduce((sum, { x, width }) => sum + x + width / 2, 0) / points.length;
  return joinReturns(tracks)
    .filter(({ points }) => points.length >= Math.max(1, min))
    .map(({ points }) => ({ points: smoothed(points) }))
    .sort((a, b) => middleOf(a) - middleOf(b));
}
