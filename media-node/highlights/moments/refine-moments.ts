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
/** Kept on either side of a peak. */
const MIN_BESIDE_PEAK_S = 0.5;

/** Moves edges to shot changes found for them. @param changesS for each moment those of its begin and its end */
export function moveEdges<M extends Span & { readonly peakS: number }>(
  moments: readonly M[],
  changesS: readonly (readonly [number | null, number | null])[],
  range: Span,
): M[] {
  let freeFromS = range.startS;
  return moments.map((moment, index) => {
    const [beginS = null, endS = null] = changesS[index] ?? [];
    const nextS = moments[index + 1]?.startS ?? range.endS;
    const canBegin = beginS !== null && beginS >= freeFromS && beginS <= moment.peakS - MIN_BESIDE_PEAK_S;
    const canEnd = endS !== null && endS <= nextS && endS >= moment.peakS + MIN_BESIDE_PEAK_S;
    const moved = {
      ...moment,
      startS: canBegin ? beginS : moment.startS,
      endS: canEnd ? endS : moment.endS,
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
    moments.map((_, index) => {
      const [before, after] = [found[2 * index], found[2 * index + 1]];
      return [before?.endS ?? null, after?.startS ?? null] as const;
    }),
    range,
  );
}
