// Where a clip may begin and end. Each cut point is a place that breaks no word (a pause of the audio, a gap between
// cues, or, where there is neither, a local minimum of loudness or a shot change) with some room on either side, so
// that a clip's length can be fitted without leaving the place. Cut points are ascending and disjoint.

import type { VideoAnalysis } from "../../framing/shots/video-analysis.ts";
import type { AudioAnalysis } from "../../signal/audio-analysis.ts";
import { CUE_EPSILON_S, type Cue, cueFreeGaps, sortCues } from "../../signal/cues.ts";
import { type CutPoint, cutPoint } from "../../signal/cut-point.ts";
import { quietestNear } from "../../signal/pauses.ts";
import type { Span } from "../../signal/span.ts";
import { findSilences, type SourcePause } from "./silences.ts";

export interface CutPointSources {
  readonly audio: AudioAnalysis | null;
  readonly video: VideoAnalysis | null;
  /** What must not be cut: words, or cues where the times of words in them are only estimated. */
  readonly units: readonly Cue[];
  readonly range: Span;
  /** A stretch of speech longer than this without a cut point gets weak ones. */
  readonly maxGapS: number;
  /** Whether the range's own ends count even where they may go through a word. */
  readonly hasRangeEnds: boolean;
  /** Pauses shorter than this are left out: they may be stops inside words. */
  readonly minPauseS: number;
}

const MINIMUM_REACH_S = 0.75;
const MAX_CUE_GAP_S = 3;
/** Room of a cut beside a cue, in a longer gap that music may fill. */
const BESIDE_CUE_S = 0.5;
/** Music and noise have no words to break, so weak cut points may lie as close as this. */
const WORDLESS_GAP_S = 2;
/** Mean likeness to speech over which a stretch is taken for speech. */
const MIN_SPEECH = 0.15;

/** A gap without a pause: all of it when it is short, else only where it borders on cues, for music may fill it. */
function placesBetweenCues(gap: Span, range: Span): CutPoint[] {
  if (gap.endS - gap.startS <= MAX_CUE_GAP_S) return [cutPoint(gap, "gap", 0)];
  const beside = [
    { startS: gap.startS, endS: gap.startS + BESIDE_CUE_S },
    { startS: gap.endS - BESIDE_CUE_S, endS: gap.endS },
  ];
  return beside
    .filter(({ startS, endS }, index) => (index === 0 ? startS > range.startS : endS < range.endS))
    .map((span) => cutPoint(span, "gap", 0));
}

/** Pauses cut down to the gaps between cues; a gap that holds no pause is a place of its own. */
function placesFrom(pauses: readonly SourcePause[], gaps: readonly Span[], range: Span): CutPoint[] {
  const places: CutPoint[] = [];
  let next = 0;
  for (const gap of gaps) {
    while (next < pauses.length && (pauses[next]?.endS ?? 0) < gap.startS) next += 1;
    let found = false;
    for (let index = next; index < pauses.length; index += 1) {
      const pause = pauses[index];
      if (pause === undefined || pause.startS > gap.endS) break;
      const span = { startS: Math.max(pause.startS, gap.startS), endS: Math.min(pause.endS, gap.endS) };
      const isOutermost = span.startS <= range.startS || span.endS >= range.endS;
      places.push(cutPoint(span, pause.kind, pause.depthDb, isOutermost));
      found = true;
    }
    if (!found) places.push(...placesBetweenCues(gap, range));
  }
  return places;
}

function isInsideGap(gaps: readonly Span[], timeS: number): boolean {
  let low = 0;
  let high = gaps.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((gaps[middle]?.endS ?? 0) < timeS) low = middle + 1;
    else high = middle;
  }
  return (gaps[low]?.startS ?? Number.POSITIVE_INFINITY) <= timeS;
}

/** Whether a stretch of the audio is like speech on average. */
export function isSpeech(audio: AudioAnalysis | null, fromS: number, toS: number): boolean {
  if (audio === null || toS <= fromS) return false;
  const from = Math.max(0, Math.floor((fromS - audio.startS) / audio.hopS));
  const hops = audio.speech.subarray(from, Math.max(0, Math.ceil((toS - audio.startS) / audio.hopS)));
  return hops.reduce((sum, value) => sum + value, 0) > MIN_SPEECH * 255 * hops.length;
}

/** Weak cut points between two strong ones: minima of loudness, or the grid itself where nothing is heard. */
function fillGap(sources: CutPointSources, fromS: number, toS: number): CutPoint[] {
  const maxGapS = isSpeech(sources.audio, fromS, toS)
    ? sources.maxGapS
    : Math.min(sources.maxGapS, WORDLESS_GAP_S);
  const count = Math.ceil((toS - fromS) / maxGapS) - 1;
  const points: CutPoint[] = [];
  for (let index = 1; index <= count; index += 1) {
    const gridS = fromS + ((toS - fromS) * index) / (count + 1);
    const timeS = sources.audio === null ? gridS : quietestNear(sources.audio, gridS, MINIMUM_REACH_S);
    if (timeS > fromS && timeS < toS) points.push(cutPoint({ startS: timeS, endS: timeS }, "minimum", 0));
  }
  return points;
}

function withShots(places: readonly CutPoint[], sources: CutPointSources): CutPoint[] {
  const shots = [...(sources.video?.shotChangesS ?? [])]
    .filter((timeS) => timeS > sources.range.startS && timeS < sources.range.endS)
    .map((timeS) => cutPoint({ startS: timeS, endS: timeS }, "shot", 0));
  return [...places, ...shots];
}

/** Keeps the points ascending and disjoint: of two that meet, the stronger one stays. */
function disjoint(points: readonly CutPoint[]): CutPoint[] {
  const kept: CutPoint[] = [];
  for (const point of points.toSorted((a, b) => a.startS - b.startS)) {
    const last = kept.at(-1);
    if (last === undefined || point.startS >= last.endS + CUE_EPSILON_S) kept.push(point);
    else if (point.endS - point.startS > last.endS - last.startS && point.startS >= last.startS) {
      kept[kept.length - 1] = point;
    }
  }
  return kept;
}

/** All places of `range` where a clip may be cut, ascending and disjoint. */
export function findCutPoints(sources: CutPointSources): CutPoint[] {
  const { audio, range } = sources;
  const gaps = cueFreeGaps(sortCues(sources.units), range);
  const shotsS = [...(sources.video?.shotChangesS ?? [])];
  const pauses: SourcePause[] =
    audio === null
      ? [
          { startS: range.startS, endS: range.startS, depthDb: 0, kind: "edge" },
          { startS: range.endS, endS: range.endS, depthDb: 0, kind: "edge" },
        ]
      : findSilences(audio, range, sources.minPauseS, shotsS);
  const heard = placesFrom(pauses, gaps, range);
  const ends = sources.hasRangeEnds ? [range.startS, range.endS] : [];
  const strong = disjoint([
    ...(audio === null ? withShots(heard, sources) : heard),
    ...ends.map((timeS) => cutPoint({ startS: timeS, endS: timeS }, "minimum", 0)),
  ]);
  const filled: CutPoint[] = [];
  let fromS = range.startS;
  for (const point of [...strong, null]) {
    filled.push(...fillGap(sources, fromS, point?.startS ?? range.endS));
    if (point !== null) filled.push(point);
    fromS = point?.endS ?? range.endS;
  }
  return disjoint(
    filled.filter((point) => isInsideGap(gaps, point.startS) && point.endS <= range.endS + CUE_EPSILON_S),
  );
}
