// Where the sound pauses: stretches well below the level of what surrounds them. The threshold follows percentiles of
// the half minute around (a fixed one fails on quiet speakers and on noisy rooms) and has hysteresis, so that a level
// near it does not flutter. Before the first hop and after the last one the source is silent by definition.
import { type AudioAnalysis, audioEndS } from "./audio-analysis.ts";
import { runningPercentiles } from "./running-percentile.ts";
import type { Span } from "./span.ts";

export interface Pause extends Span {
  /** How far its mean level lies below the loud parts around it, dB. */
  readonly depthDb: number;
}

/** Shorter dips are stops inside words (closures last up to about 100 ms). */
const MIN_PAUSE_S = 0.12;
const WINDOW_REACH_S = 15;
const STEP_S = 1;
/** Where between floor and loud parts a pause begins and where sound begins again. */
const ENTER_SHARE = 0.3;
const LEAVE_SHARE = 0.4;
/** A pause lies at least this far below the loud parts; weak syllables do not. */
const MIN_DEPTH_DB = 14;
/** The floor is not believed to be deeper than this: digital silence would call every breath a sound. */
const DEEPEST_FLOOR_DB = 40;
/** What lies below this is silence, whatever is around it. */
const ALWAYS_SILENT_DB = -70;

interface Thresholds {
  readonly enterDb: Float32Array;
  readonly leaveDb: Float32Array;
  readonly loudDb: Float32Array;
  readonly hopsPerStep: number;
}

function thresholdsOf(audio: AudioAnalysis): Thresholds {
  const hopsPerStep = Math.round(STEP_S / audio.hopS);
  const [floors = new Float32Array(), louds = new Float32Array()] = runningPercentiles(audio.loudnessDb, {
    reach: WINDOW_REACH_S / audio.hopS,
    step: hopsPerStep,
    shares: [0.05, 0.9],
  });
  const enterDb = new Float32Array(floors.length);
  const leaveDb = new Float32Array(floors.length);
  for (let step = 0; step < floors.length; step += 1) {
    const loud = louds[step] ?? 0;
    const floor = Math.max(floors[step] ?? 0, loud - DEEPEST_FLOOR_DB);
    const range = loud - floor;
    enterDb[step] = Math.max(ALWAYS_SILENT_DB, Math.min(floor + ENTER_SHARE * range, loud - MIN_DEPTH_DB));
    leaveDb[step] = Math.max(ALWAYS_SILENT_DB, Math.min(floor + LEAVE_SHARE * range, loud - MIN_DEPTH_DB));
  }
  return { enterDb, leaveDb, loudDb: louds, hopsPerStep };
}

function toPause(audio: AudioAnalysis, loudDb: number, from: number, to: number): Pause {
  let sum = 0;
  for (let hop = from; hop < to; hop += 1) sum += audio.loudnessDb[hop] ?? 0;
  return {
    startS: audio.startS + from * audio.hopS,
    endS: audio.startS + to * audio.hopS,
    depthDb: Math.max(0, loudDb - sum / Math.max(1, to - from)),
  };
}

/** Runs of hops that go below `enterDb` and have not yet come back over `leaveDb`, as [from, to). */
function quietRuns(audio: AudioAnalysis, { enterDb, leaveDb, hopsPerStep }: Thresholds): [number, number][] {
  const runs: [number, number][] = [];
  let from = -1;
  audio.loudnessDb.forEach((level, hop) => {
    const step = Math.floor(hop / hopsPerStep);
    if (from < 0 && level < (enterDb[step] ?? 0)) from = hop;
    if (from >= 0 && level > (leaveDb[step] ?? 0)) {
      runs.push([from, hop]);
      from = -1;
    }
  });
  if (from >= 0) runs.push([from, audio.loudnessDb.length]);
  return runs;
}

/** All pauses of at least 120 ms, ascending and disjoint; one that reaches an end of the audio may be shorter. */
export function findPauses(audio: AudioAnalysis): Pause[] {
  const thresholds = thresholdsOf(audio);
  const minHops = Math.round(MIN_PAUSE_S / audio.hopS);
  return quietRuns(audio, thresholds)
    .filter(([from, to]) => to - from >= minHops || from === 0 || to === audio.loudnessDb.length)
    .map(([from, to]) =>
      toPause(audio, thresholds.loudDb[Math.floor(from / thresholds.hopsPerStep)] ?? 0, from, to),
    );
}

/**
 * The quietest hop's middle within `reachS` of `timeS` (seconds on the source's clock), for music and noise without
 * pauses. Three hops are taken together, so that a click's neighbour does not win.
 */
export function quietestNear(audio: AudioAnalysis, timeS: number, reachS: number): number {
  const low = Math.max(audio.startS, timeS - reachS);
  const high = Math.min(audioEndS(audio), timeS + reachS);
  const from = Math.ceil((low - audio.startS) / audio.hopS);
  const to = Math.floor((high - audio.startS) / audio.hopS);
  let best = -1;
  let bestLevel = Number.POSITIVE_INFINITY;
  for (let hop = from; hop < to; hop += 1) {
    const level =
      (audio.loudnessDb[hop - 1] ?? 0) + 2 * (audio.loudnessDb[hop] ?? 0) + (audio.loudnessDb[hop + 1] ?? 0);
    if (level < bestLevel) {
      bestLevel = level;
      best = hop;
    }
  }
  return best < 0 ? timeS : audio.startS + (best + 0.5) * audio.hopS;
}
