// Puts the edges of chosen moments on the exact frames of shot changes, which watching a match knows to a quarter of a
// second only, so that no frame of another shot, and nothing of a wipe, flashes up at either end.
import type { ExactHardCutsInput } from "../../framing/shots/exact-hard-cuts.ts";
import { findShotTransitions } from "../../framing/shots/shot-transitions.ts";
import type { Span } from "../../signal/span.ts";

export interface RefineMomentsInput<M extends Span & { readonly peakS: number }>
  extends Omit<ExactHardCutsInput, "nearS" | "withinS"> {
  /** Disjoint, in the order of time. */
  readonly moments: readonly M[];
  /** No edge leaves it. */
  readonly range: Span;
}

/** How far from an edge a shot change is looked for: a shorter rest of a shot is a flash. */
const WITHIN_S = 0.6;

/** The shot changes at the begin and the end of a moment, from the first frame that is of both shots to the last. */
export type EdgeChanges = readonly [begin: Span | null, end: Span | null];

/** Right behind the change, or, where that would leave the peak out, a while before it: the whole change is shown. */
function beginBeside({ startS, peakS }: Span & { readonly peakS: number }, change: Span): number {
  return change.endS <= peakS ? change.endS : Math.min(startS, change.startS - WITHIN_S);
}

/** Right before the change, or, where that would leave the peak out, a while behind it. */
function endBeside({ endS, peakS }: Span & { readonly peakS: number }, change: Span): number {
  return change.startS >= peakS ? change.startS : Math.max(endS, change.endS + WITHIN_S);
}

/** Moves edges off the shot changes that were found at them, where there is room. @param changes one for each moment */
export function moveEdges<M extends Span & { readonly peakS: number }>(
  moments: readonly M[],
  changes: readonly EdgeChanges[],
  range: Span,
): M[] {
  let freeFromS = range.startS;
  return moments.map((moment, index) => {
    const [begin = null, end = null] = changes[index] ?? [];
    const nextS = moments[index + 1]?.startS ?? range.endS;
    const beginS = begin === null ? moment.startS : beginBeside(moment, begin);
    const endS = end === null ? moment.endS : endBeside(moment, end);
    const moved = {
      ...moment,
      startS: beginS >= freeFromS ? beginS : moment.startS,
      endS: endS <= nextS ? endS : moment.endS,
    };
    freeFromS = moved.endS;
    return moved;
  });
}

/**
 * The moments with exact edges, where a shot change lies at them.
 * @throws AppError SOURCE_UNSUPPORTED when ffmpeg fails on the stream; `signal.reason` on abort
 */
export async function refineMoments<M extends Span & { readonly peakS: number }>(
  input: RefineMomentsInput<M>,
): Promise<M[]> {
  const { moments, range, ...decoding } = input;
  const nearS = moments.flatMap(({ startS, endS }) => [startS, endS]);
  const found = await findShotTransitions({ ...decoding, nearS, withinS: WITHIN_S });
  return moveEdges(
    moments,
    moments.map((_, index) => [found[2 * index] ?? null, found[2 * index + 1] ?? null] as const),
    range,
  );
}
