// What a track of a face is, and where its face is when.
import type { FaceBox, FramePoint } from "../../senses/faces/face-boxes.ts";
import { percentile } from "../../signal/percentile.ts";

/** A face at a frame of the clip, in shares of the source. */
export interface TrackPoint extends FaceBox {
  readonly frame: number;
  readonly eyes: FramePoint;
  readonly mouth: FramePoint;
  readonly mouthMotion: number;
}

/** One face over one shot, smoothed; points in order of time. */
export interface FaceTrack {
  readonly points: readonly TrackPoint[];
}

/**
 * Where a track's face is at a frame of the clip: between its points on a straight line, outside of them at
 * the nearest; undefined for a track without points.
 */
export function faceAt({ points }: FaceTrack, frame: number): TrackPoint | undefined {
  const after = points.findIndex((point) => point.frame >= frame);
  const [before, next] = [points[(after === -1 ? points.length : after) - 1], points[after]];
  if (before === undefined || next === undefined) return before ?? next;
  const share = (frame - before.frame) / (next.frame - before.frame);
  const between = (of: (point: TrackPoint) => number): number => of(before) + share * (of(next) - of(before));
  return {
    frame,
    mouthMotion: between(({ mouthMotion }) => mouthMotion),
    x: between(({ x }) => x),
    y: between(({ y }) => y),
    width: between(({ width }) => width),
    height: between(({ height }) => height),
    eyes: { x: between(({ eyes }) => eyes.x), y: between(({ eyes }) => eyes.y) },
    mouth: { x: between(({ mouth }) => mouth.x), y: between(({ mouth }) => mouth.y) },
  };
}

/** Frames from where the later of two tracks begins to where the earlier one ends; 0 where they never meet. */
export function framesTogether(one: FaceTrack, other: FaceTrack): number {
  const from = Math.max(one.points[0]?.frame ?? 0, other.points[0]?.frame ?? 0);
  const to = Math.min(one.points.at(-1)?.frame ?? 0, other.points.at(-1)?.frame ?? 0);
  return Math.max(0, to - from);
}

/** How many of the tracks are seen at once for a quarter of the time in which there are any, at least. */
export function facesAtOnce(tracks: readonly FaceTrack[]): number {
  const frames = new Set(tracks.flatMap(({ points }) => points.map(({ frame }) => frame)));
  const isThere = ({ points }: FaceTrack, frame: number): boolean =>
    (points[0]?.frame ?? Number.POSITIVE_INFINITY) <= frame && (points.at(-1)?.frame ?? 0) >= frame;
  const counts = [...frames].map((frame) => tracks.filter((track) => isThere(track, frame)).length);
  return percentile(counts, 0.75);
}
