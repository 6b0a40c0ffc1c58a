// What this control plane knows of the whole appliance, for /metrics and, of the sums of all accounts, for operators' pages.
// The database is asked only when somebody looks, at most every few seconds, and one answer serves all who ask meanwhile:
// however many Prometheus servers and autoscalers look, they cost the database the same. Numbers are never older than that,
// save for the sums (`METRICS_LIMITS.booksReadMs`, `booksShownMs`); where the database does not answer there are none, since
// a queue that looks short because nobody could look at it would be worse.

import { cacheAnswer } from "../../shared/cached-answer.ts";
import { METRICS_LIMITS } from "../../shared/limits/metrics.ts";
import { withTimeout } from "../../shared/with-timeout.ts";

export interface ClusterViewOptions {
  /** `METRICS_LIMITS.clusterReadMs` unless told. */
  readonly readMs?: number;
  /** How old an answer is told in the place of one that is late or fails; none is unless told. */
  readonly shownMs?: number;
  /** In milliseconds. */
  readonly clock?: () => number;
}

/** Asks at most every `readMs`. Never rejects: undefined stands where there is no answer in time, nor one to tell still. */
export function createClusterView<Figures>(
  read: () => Promise<Figures>,
  {
    readMs = METRICS_LIMITS.clusterReadMs,
    shownMs = 0,
    clock = () => performance.now(),
  }: ClusterViewOptions = {},
): () => Promise<Figures | undefined> {
  let known: { readonly figures: Figures; readonly askedAtMs: number } | undefined;
  const ask = async (): Promise<Figures | undefined> => {
    const askedAtMs = clock();
    try {
      const figures = await read();
      known = { figures, askedAtMs };
      return figures;
    } catch {
      // An answer like any other, so that a database that fails is not asked more often than one that works.
      return undefined;
    }
  };
  const view = cacheAnswer(ask, readMs, clock);
  return async () => {
    const figures = await withTimeout(METRICS_LIMITS.clusterWaitMs, view()).catch(() => undefined);
    if (figures !== undefined) return figures;
    return known !== undefined && clock() - known.askedAtMs < shownMs ? known.figures : undefined;
  };
}
