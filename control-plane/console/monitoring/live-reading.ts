// One look at the appliance for operators: what waits, who works, webhooks, accounts. Four statements on counters and on
// tables that stay small; whoever shows it asks every few seconds at most.
import type { Sql } from "../../../shared/db/connect.ts";
import { OPERATOR_VIEW_LIMITS } from "../../../shared/limits/admin.ts";
import { METRICS_LIMITS } from "../../../shared/limits/metrics.ts";
import { QUEUE_LIMITS } from "../../../shared/limits/queue.ts";
import { type ClusterFigures, selectClusterFigures } from "../../db/cluster-figures.ts";
import { type DueOverview, selectDueOverview } from "../../db/due-deliveries.ts";
import { type QueueRow, selectQueue, selectWorkers, type WorkerRow } from "../../db/queue/queue-overview.ts";
import { labelsOf } from "../../operators/queue-labels.ts";
import type { KnownBooks } from "../../worker/books-view.ts";
import type { LiveFigures, QueueLine, WorkerView } from "../api-types/operator.ts";

export interface LiveReading {
  readonly figures: ClusterFigures;
  /** Null where the sums of all accounts are not known, or only from too long ago. */
  readonly books: KnownBooks | null;
  readonly queue: readonly QueueRow[];
  readonly workers: readonly WorkerRow[];
  readonly webhooks: DueOverview;
  /** How long the database took for all but the books, with the wait for connections. */
  readonly databaseMs: number;
}

async function readFigures(sql: Sql): Promise<Omit<LiveReading, "books">> {
  const startedAt = performance.now();
  const [figures, queue, workers, webhooks] = await Promise.all([
    selectClusterFigures(sql),
    selectQueue(sql),
    selectWorkers(sql),
    selectDueOverview(sql),
  ]);
  return { figures, queue, workers, webhooks, databaseMs: performance.now() - startedAt };
}

/**
 * One look, by four statements at once on as many connections; not one snapshot, and the books are those of a while ago.
 * @param readBooks goes through all accounts: undefined where they cannot be had, or not soon, so that nothing else waits for
 * them for long, or goes with them
 */
export async function readLive(
  sql: Sql,
  readBooks: () => Promise<KnownBooks | undefined>,
): Promise<LiveReading> {
  const [figures, books = null] = await Promise.all([readFigures(sql), readBooks()]);
  return { ...figures, books };
}

function ageS(now: Date, at: Date | null): number {
  return at === null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1_000);
}

function viewLine(row: QueueRow, { now, takers }: ClusterFigures): QueueLine {
  return {
    job: row.job,
    ...labelsOf(row.job),
    waiting: row.waiting,
    running: row.running,
    retrying: row.retrying,
    failed: row.given_up,
    oldestAgeS: Math.round(ageS(now, row.oldest_at)),
    nodes: takers[row.job] ?? 0,
  };
}

/** What stands in the queue, by kind and model, no more lines than metrics tell. */
export function viewQueue({ queue, figures }: Pick<LiveReading, "queue" | "figures">): QueueLine[] {
  return queue.slice(0, METRICS_LIMITS.queueJobs).map((row) => viewLine(row, figures));
}

function viewWorker(row: WorkerRow, now: Date): WorkerView {
  const age = ageS(now, row.renewed_at);
  return {
    id: row.id,
    plane: row.plane === "media-node" ? "media-node" : "control-plane",
    host: row.host,
    pid: row.pid,
    version: row.version,
    startedAt: row.started_at.toISOString(),
    leaseAgeS: Math.round(age * 10) / 10,
    isAlive: age * 1_000 < QUEUE_LIMITS.leaseTtlMs,
    state: row.state,
    drainedAs: row.drained_as,
    memoryBytes: row.memory_bytes,
    places: row.places,
    activeRuns: row.active_runs,
    shortage: row.shortage,
    devices: row.devices,
    models: row.models,
    offers: row.offers,
    takes: row.queue_jobs.map(labelsOf),
  };
}

/** What every page of operators is told every few seconds. */
export function viewLive(reading: LiveReading): Omit<LiveFigures, "health"> {
  const { figures, books, workers, webhooks } = reading;
  return {
    at: figures.now.toISOString(),
    queue: viewQueue(reading),
    waitingAccounts: figures.waitingAccounts,
    workers: workers.slice(0, OPERATOR_VIEW_LIMITS.nodes).map((row) => viewWorker(row, figures.now)),
    workersTotal: workers.length,
    accounts: {
      pending: figures.pendingAccounts,
      approved: books === null ? null : (books.accounts.APPROVED ?? 0),
    },
    webhooks: {
      due: webhooks.due,
      failingReceivers: webhooks.failing_receivers,
      oldestAgeS: Math.round(webhooks.oldest_age_s),
    },
  };
}
