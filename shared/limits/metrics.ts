// What operators' machines ask for: metrics and traces.
import { MINUTE, SECOND } from "./units.ts";

export const METRICS_LIMITS = {
  /** What a control plane tells of the whole appliance is asked of the database at most this often, whoever asks. */
  clusterReadMs: 5 * SECOND,
  /** The same of the sums of all accounts. */
  booksReadMs: MINUTE,
  /** How old those are told where new ones are late or fail. */
  booksShownMs: 5 * MINUTE,
  /** The rest of the metrics does not wait longer than this for it. */
  clusterWaitMs: 2 * SECOND,
  /** Queue jobs, and so models, that have series of their own; what is beyond them is told together. */
  queueJobs: 300,
} as const;

/** Spans on their way to a collector. */
export const TRACE_LIMITS = {
  /** Beyond these, spans are dropped: what a busy process makes in a few seconds. */
  queuedSpans: 4_096,
  spansPerBatch: 512,
  batchMs: 2 * SECOND,
  /** Of a batch, also where OpenTelemetry's own time-out is longer. */
  exportMs: 30 * SECOND,
  /** How long a process that stops waits for its last spans to be taken. */
  stopMs: 3 * SECOND,
  warningPauseMs: MINUTE,
  warningLength: 300,
} as const;
