// Decides whose turn it is to be looked at where several faces are seen: whose mouth moves while there is sound. Four
// looks a second cannot follow syllables, so that mouths are compared over a second and a half, and nobody is turned to
// for less than that. Correlating with the audio itself was rejected: it needs every frame, and a face detector on it.

import { percentile } from "../../signal/percentile.ts";
import type { Shot } from "../shots/split-shots.ts";
import { type FaceAnalysis, LEVEL_HOP_S } from "./face-samples.ts";
import type { FaceTrack } from "./face-tracks.ts";

/** From this frame on, the face of this number is looked at. */
export interface SpeakerTurn {
  readonly startFrame: number;
  readonly track: number;
}

const MIN_TURN_S = 1.5;
const COMPARED_S = 1.5;
/** Sound this far below the loudest counts as silence. */
const LOUD_WITHIN_DB = 25;
/** Another face must move its mouth this many times as much… */
const CLEARLY_MORE = 1.5;
/** …and at least this much, which compression alone does not reach. */
const MIN_MOTION = 0.006;

function loudness(audioLevelsDb: Float32Array): (timeS: number) => boolean {
  if (audioLevelsDb.length === 0) return () => true;
  const loudestDb = percentile(Float64Array.from(audioLevelsDb), 0.95);
  return (timeS) => (audioLevelsDb[Math.floor(timeS / LEVEL_HOP_S)] ?? -100) >= loudestDb - LOUD_WITHIN_DB;
}

interface ShotAudio {
  readonly shot: Shot;
  readonly mouthLagFrames: number;
  readonly frameRate: number;
  readonly isLoud: (timeS: number) => boolean;
}

/** Stands for the mouth of a face that is not seen around a frame. */
const GONE = -1;

/**
 * For a track, a function from a frame to its mean mouth motion around that, while there is sound, beyond what its mouth
 * moves at rest; or to `GONE`.
 */
function mouthOf(
  track: FaceTrack,
  { shot, mouthLagFrames, frameRate, isLoud }: ShotAudio,
): (frame: number) => number {
  const reach = (COMPARED_S / 2) * frameRate;
  // A mouth whose second frame belongs to the next shot was compared with something else.
  const points = track.points.filter((point) => point.frame + mouthLagFrames < shot.endFrame);
  const atRest = percentile(
    points.map(({ mouthMotion }) => mouthMotion),
    0.1,
  );
  return (frame) => {
    const near = points.filter((point) => Math.abs(point.frame - frame) <= reach);
    if (near.length === 0) return GONE;
    const loud = near.filter((point) => isLoud(point.frame / frameRate));
    return loud.reduce((sum, { mouthMotion }) => sum + Math.max(0, mouthMotion - atRest), 0) / near.length;
  };
}

/** Whose turn it would be: whoever's mouth moves most, else the larger face of those who are there. */
function nextSpeaker(tracks: readonly FaceTrack[], mouths: readonly number[]): number {
  const max = Math.max(...mouths);
  if (max >= MIN_MOTION) return mouths.indexOf(max);
  const sizes = tracks.map(({ points }, track) =>
    mouths[track] === GONE ? 0 : points.reduce((sum, { height }) => sum + height, 0) / points.length,
  );
  return sizes.indexOf(Math.max(...sizes));
}

/** Whether another one is to be looked at: who speaks clearly more, or anybody once the current face is gone. */
function isDue(mouths: readonly number[], current: number, next: number): boolean {
  const [now = GONE, then = GONE] = [mouths[current], mouths[next]];
  if (next === current || then === GONE) return false;
  return now === GONE || (then >= MIN_MOTION && then >= CLEARLY_MORE * now);
}

/**
 * The turns of a shot with at least one track, the first from the shot's start, none shorter than 1.5 s
 * unless the shot is. Without audio all of it counts as loud.
 * @returns `track` is the place in `tracks`
 */
export function turnsOfFaces(
  tracks: readonly FaceTrack[],
  { audioLevelsDb, mouthLagFrames }: Pick<FaceAnalysis, "audioLevelsDb" | "mouthLagFrames">,
  shot: Shot,
  frameRate: number,
): SpeakerTurn[] {
  const audio: ShotAudio = { shot, mouthLagFrames, frameRate, isLoud: loudness(audioLevelsDb) };
  const mouthsAt = tracks.map((track) => mouthOf(track, audio));
  const frames = [...new Set(tracks.flatMap(({ points }) => points.map(({ frame }) => frame)))];
  const minFrames = MIN_TURN_S * frameRate;
  const turns: SpeakerTurn[] = [];
  for (const frame of frames.sort((a, b) => a - b)) {
    const mouths = mouthsAt.map((mouthAt) => mouthAt(frame));
    const track = nextSpeaker(tracks, mouths);
    const current = turns.at(-1);
    if (current === undefined) {
      turns.push({ startFrame: shot.startFrame, track });
      continue;
    }
    const isLongEnough = frame - current.startFrame >= minFrames && shot.endFrame - frame >= minFrames;
    if (isLongEnough && isDue(mouths, current.track, track)) turns.push({ startFrame: frame, track });
  }
  return turns;
}

/** The number of the track whose turns take the most time together; 0 without turns. */
export function mainSpeaker(turns: readonly SpeakerTurn[], shot: Shot): number {
  const frames = new Map<number, number>();
  for (const [index, { track, startFrame }] of turns.entries()) {
    const end = turns[index + 1]?.startFrame ?? shot.endFrame;
    frames.set(track, (frames.get(track) ?? 0) + end - startFrame);
  }
  const [longest] = [...frames].toSorted(([, a], [, b]) => b - a);
  return longest?.[0] ?? 0;
}
