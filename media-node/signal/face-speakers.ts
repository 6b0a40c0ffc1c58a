// Decides whose turn it is to be looked at where several faces are seen: whose mouth moves while there is sound. Four
// looks a second cannot follow syllables, so that mouths are compared over a second and a half, and nobody is turned to
// for less than that. Correlating with the sound itself was rejected: it needs every frame, and a face detector on it.

import { SOUND_HOP_S } from "./face-sightings.ts";
import type { FaceTrack } from "./face-tracks.ts";
import { percentile } from "./percentile.ts";
import { pictureSampling } from "./picture-sampling.ts";
import type { Shot } from "./shots.ts";

/** From this frame on, the face of this number is looked at. */
export interface SpeakerTurn {
  readonly startFrame: number;
  readonly track: number;
}

export const SHORTEST_TURN_S = 1.5;
const COMPARED_S = 1.5;
/** Sound this far below the loudest counts as silence. */
const LOUD_WITHIN_DB = 25;
/** Another face must move its mouth this many times as much… */
const CLEARLY_MORE = 1.5;
/** …and at least this much, which compression alone does not reach. */
const LEAST_MOTION = 0.006;

function loudness(soundDb: Float32Array): (timeS: number) => boolean {
  if (soundDb.length === 0) return () => true;
  const loudestDb = percentile(Float64Array.from(soundDb), 0.95);
  return (timeS) => (soundDb[Math.floor(timeS / SOUND_HOP_S)] ?? -100) >= loudestDb - LOUD_WITHIN_DB;
}

interface Hearing {
  readonly shot: Shot;
  readonly frameRate: number;
  readonly isLoud: (timeS: number) => boolean;
}

/** Mean mouth motion of a track around a frame, while there is sound, beyond what its mouth moves at rest. */
function mouthAround(track: FaceTrack, frame: number, { shot, frameRate, isLoud }: Hearing): number {
  const reach = (COMPARED_S / 2) * frameRate;
  // A mouth whose second picture belongs to the next shot was compared with something else.
  const { lag } = pictureSampling(frameRate, true);
  const points = track.points.filter((point) => point.frame + lag < shot.endFrame);
  const near = points.filter((point) => Math.abs(point.frame - frame) <= reach);
  if (near.length === 0) return 0;
  const atRest = percentile(
    points.map(({ mouthMotion }) => mouthMotion),
    0.1,
  );
  const heard = near.filter((point) => isLoud(point.frame / frameRate));
  const sum = heard.reduce((total, { mouthMotion }) => total + Math.max(0, mouthMotion - atRest), 0);
  return sum / near.length;
}

function largest(tracks: readonly FaceTrack[]): number {
  const sizes = tracks.map(
    ({ points }) => points.reduce((sum, { height }) => sum + height, 0) / points.length,
  );
  return sizes.indexOf(Math.max(...sizes));
}

/** The turns of a shot with at least one track, the first from the shot's start. */
export function speakerTurns(
  tracks: readonly FaceTrack[],
  soundDb: Float32Array,
  shot: Shot,
  frameRate: number,
): SpeakerTurn[] {
  const hearing: Hearing = { shot, frameRate, isLoud: loudness(soundDb) };
  const frames = [...new Set(tracks.flatMap(({ points }) => points.map(({ frame }) => frame)))];
  frames.sort((a, b) => a - b);
  const turns: SpeakerTurn[] = [];
  for (const frame of frames) {
    const mouths = tracks.map((track) => mouthAround(track, frame, hearing));
    const most = Math.max(...mouths);
    const speaker = mouths.indexOf(most);
    const current = turns.at(-1);
    if (current === undefined) {
      const track = most >= LEAST_MOTION ? speaker : largest(tracks);
      turns.push({ startFrame: shot.startFrame, track });
      continue;
    }
    const isLongEnough =
      frame - current.startFrame >= SHORTEST_TURN_S * frameRate &&
      shot.endFrame - frame >= SHORTEST_TURN_S * frameRate;
    const isClear = most >= LEAST_MOTION && most >= CLEARLY_MORE * (mouths[current.track] ?? 0);
    if (speaker !== current.track && isLongEnough && isClear)
      turns.push({ startFrame: frame, track: speaker });
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
  const [most] = [...frames].toSorted(([, a], [, b]) => b - a);
  return most?.[0] ?? 0;
}
