// What this control plane knows of the whole appliance, for /metrics and, of the sums of all accounts, for operators' pages.
// The database is asked only when somebody looks, at most every few seconds, and one answer serves all who ask meanwhile:
// however many Prometheus servers and autoscalers look, they cost the database the same. Numbers are never older than that,
// save for the sums (`METRICS_LIMITS.booksReadMs`); where the database does not answer there are none, since a queue that
// looks short because nobody could look at it would be worse.

import { cacheAnswer } from "../../shared/cached-answer.ts";
import { METRICS_LIMITS } from "../../shared/limits/metrics.ts";
import { withTimeout } from "../../shared/with-timeout.ts";

export interface ClusterViewOptions {
  /** `METRICS_LIMITS.clusterReadMs` unless told. */
  readonly readMs?: number;
  /** In milliseconds. */
  readonly clock?: () => number;
}

/** Asks at most every `readMs`. Never rejects: undefined stands where there is no answer in time. */
export function createClusterView<Figures>(
  read: () => Promise<Figures>,
  { readMs = METRICS_LIMITS.clusterReadMs, clock = () => performance.now() }: ClusterViewOptions = {},
): () => Promise<Figures | undefined> {
  // A failure is an answer like any other, so that a database that fails is not asked more often than one that works.
  const view = cacheAnswer(() => read().catch(() => undefined), readMs, clock);
  return () => withTimeout(METRICS_LIMITS.clusterWaitMs, view()).catch(() => undefined);
}
