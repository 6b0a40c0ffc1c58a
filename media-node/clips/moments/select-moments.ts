// Chooses the best set of clips: exactly as many as asked for that do not overlap, or as many as there can be.
// Weighted interval scheduling by dynamic programming over cut points, with points for the distance to the clip before.
// Taking the best candidate again and again with a penalty for nearness was rejected: on a short source its first pick
// is long and central and leaves no room for the others, whereas the exact search shortens clips where that lets more
// of them in.
import { ramp } from "../../signal/clamp.ts";
import type { CutPoint } from "../../signal/cut-point.ts";
import type { Candidates } from "./moment-candidates.ts";

/** Points that a clip gains when it lies as far from the clip before as an even spread would put it. */
const SPREAD_POINTS = 0.5;
/** Clips this far apart are far enough, however long the source is. */
const MAX_SPREAD_S = 300;
/**
 * Points that a clip loses which begins where the one before ends, and fewer up to NEAR_S from there: the two are one moment
 * cut in two, or one subject. Of neighbours among editors' first eight 2 of 100 lie within 2 s of each other and 4 within
 * 10 s. Here 3 and 10 did, by these points 1 and 5 do, and as many clips meet a mark (88 conversations: 50 of 100 of all
 * eight, 65 of the first three; 49 and 64 before).
 */
const NEAR_POINTS = 15;
const NEAR_S = 10;
/** With how much room between clips nearness begins to count, and counts in full: a short source is soon full of clips. */
const ROOM_S = { none: 50, full: 100 };
const NONE = -1;

interface Layer {
  /** Best total of a set whose last clip closes at each cut point, and the candidate that it is. */
  readonly total: Float64Array;
  readonly last: Int32Array;
  /** For each cut point where a clip may open: the best total before it, and the cut point where that closed. */
  readonly before: Float64Array;
  readonly beforeAt: Int32Array;
}

type Opening = Pick<Layer, "before" | "beforeAt">;

/** The cut points at which candidates open and close, each once, ascending: few of those of a long source. */
interface UsedPoints {
  readonly opens: Int32Array;
  readonly closes: Int32Array;
}

function usedPoints({ opensAt, closesAt }: Candidates): UsedPoints {
  const once = (cuts: readonly number[]): Int32Array => Int32Array.from(new Set(cuts)).sort();
  return { opens: once(opensAt), closes: once(closesAt) };
}

/** For each cut point, which earlier one has the best total among those at least `spreadS` before it, or NONE. */
function bestFarBefore(points: readonly CutPoint[], total: Float64Array, spreadS: number): Int32Array {
  const farAt = new Int32Array(points.length).fill(NONE);
  let best = NONE;
  let bestTotal = Number.NEGATIVE_INFINITY;
  let next = 0;
  for (const [index, point] of points.entries()) {
    for (; (points[next]?.endS ?? Number.POSITIVE_INFINITY) <= point.startS - spreadS; next += 1) {
      if ((total[next] ?? 0) > bestTotal) {
        bestTotal = total[next] ?? 0;
        best = next;
      }
    }
    farAt[index] = best;
  }
  return farAt;
}

/** What a clip gains or loses by how far it opens behind the one before, where so much room lies between clips. */
function createDistancePoints(spreadS: number): (distanceS: number) => number {
  const nearPoints = NEAR_POINTS * ramp(spreadS, ROOM_S);
  return (distanceS) =>
    SPREAD_POINTS * Math.min(1, distanceS / spreadS) -
    nearPoints * ramp(distanceS, { none: NEAR_S, full: 0 });
}

/** Best total of the layer below for a clip that opens at each cut point in use, with the points for its distance. */
function prepare(
  points: readonly CutPoint[],
  { opens, closes }: UsedPoints,
  below: Layer,
  spreadS: number,
): Opening {
  const pointsForDistance = createDistancePoints(spreadS);
  const before = new Float64Array(points.length).fill(Number.NEGATIVE_INFINITY);
  const beforeAt = bestFarBefore(points, below.total, spreadS);
  const offer = (index: number, from: number, distanceS: number): void => {
    const total = (below.total[from] ?? 0) + pointsForDistance(distanceS);
    if (total <= (before[index] ?? 0)) return;
    before[index] = total;
    beforeAt[index] = from;
  };
  /** How many of `closes` a clip may follow. */
  let closed = 0;
  for (const index of opens) {
    const { startS = 0, isShareable = false } = points[index] ?? {};
    const far = beforeAt[index] ?? NONE;
    if (far >= 0) offer(index, far, spreadS);
    while ((closes[closed] ?? points.length) < index + Number(isShareable)) closed += 1;
    for (let at = closed - 1; at >= 0; at -= 1) {
      const near = closes[at] ?? 0;
      const distanceS = Math.max(0, startS - (points[near]?.endS ?? 0));
      if (distanceS >= spreadS) break;
      offer(index, near, distanceS);
    }
  }
  return { before, beforeAt };
}

function close(candidates: Candidates, opening: Opening, pointCount: number): Layer {
  const total = new Float64Array(pointCount).fill(Number.NEGATIVE_INFINITY);
  const last = new Int32Array(pointCount).fill(NONE);
  for (let index = 0; index < candidates.score.length; index += 1) {
    const sum = (opening.before[candidates.opensAt[index] ?? 0] ?? 0) + (candidates.score[index] ?? 0);
    const closesAt = candidates.closesAt[index] ?? 0;
    if (sum > (total[closesAt] ?? 0)) {
      total[closesAt] = sum;
      last[closesAt] = index;
    }
  }
  return { ...opening, total, last };
}

function bestEnd(layer: Layer): number {
  let best = NONE;
  layer.total.forEach((total, index) => {
    if (total > (best < 0 ? Number.NEGATIVE_INFINITY : (layer.total[best] ?? 0))) best = index;
  });
  return best;
}

function traceBack(layers: readonly Layer[], candidates: Candidates): number[] {
  const chosen: number[] = [];
  let closesAt = bestEnd(layers.at(-1) as Layer);
  for (const layer of layers.toReversed()) {
    const index = layer.last[closesAt] ?? NONE;
    chosen.push(index);
    closesAt = layer.beforeAt[candidates.opensAt[index] ?? 0] ?? NONE;
  }
  return chosen.reverse();
}

/**
 * Indices of the chosen candidates, ascending in time; at most `count`, none that overlap. Empty only when there are
 * no candidates.
 */
export function selectMoments(
  points: readonly CutPoint[],
  candidates: Candidates,
  count: number,
  rangeLengthS: number,
): number[] {
  if (candidates.score.length === 0) return [];
  const spreadS = Math.min(MAX_SPREAD_S, Math.max(1, rangeLengthS / (2 * count)));
  const first: Opening = {
    before: new Float64Array(points.length),
    beforeAt: new Int32Array(points.length).fill(NONE),
  };
  const used = usedPoints(candidates);
  const layers: Layer[] = [close(candidates, first, points.length)];
  while (layers.length < count) {
    const opening = prepare(points, used, layers.at(-1) as Layer, spreadS);
    const layer = close(candidates, opening, points.length);
    if (bestEnd(layer) === NONE) break;
    layers.push(layer);
  }
  return traceBack(layers, candidates);
}
