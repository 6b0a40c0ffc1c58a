// What Prometheus sees of the whole appliance: what waits and for how long, who could take it, and the books. Every
// control plane tells the same, so that a query takes the maximum over them.
import { Gauge, type Registry } from "prom-client";
import type { Sql } from "../../shared/db/connect.ts";
import { METRICS_LIMITS } from "../../shared/limits/metrics.ts";
import { TASK_KIND_NAMES } from "../../shared/tasks/task-kinds.ts";
import type { LedgerKind } from "../console/api-types/operator-accounts.ts";
import { type ClusterFigures, selectClusterFigures } from "../db/cluster-figures.ts";
import { type QueueRow, selectQueue } from "../db/queue/queue-overview.ts";
import { labelsOf, type QueueJobLabels } from "../operators/queue-labels.ts";
import { createBooksView, type KnownBooks } from "./books-view.ts";
import { createClusterView } from "./cluster-view.ts";

/** Everything that is read at once. */
interface Cluster extends ClusterFigures {
  readonly queue: readonly QueueRow[];
}

type Series = readonly [labels: Readonly<Record<string, string>>, value: number];

interface GaugeOf<Figures> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly read: (figures: Figures) => readonly Series[];
}

const OTHER: QueueJobLabels = { kind: "other", model: "" };

/** Figures by queue job as series, without more of them than there may be, and those of each kind of task in any case. */
function byQueueJob(
  figures: ReadonlyMap<string, number>,
  combine: (a: number, b: number) => number,
): Series[] {
  const named = [...figures].sort(([a], [b]) => (a < b ? -1 : 1));
  const series = new Map<string, Series>();
  const add = (labels: QueueJobLabels, value: number): void => {
    const key = `${labels.kind}:${labels.model}`;
    series.set(key, [{ ...labels }, combine(series.get(key)?.[1] ?? 0, value)]);
  };
  for (const kind of TASK_KIND_NAMES) add({ kind, model: "" }, 0);
  for (const [index, [queueJob, value]] of named.entries())
    add(index < METRICS_LIMITS.queueJobs ? labelsOf(queueJob) : OTHER, value);
  return [...series.values()];
}

function sumOf(read: (row: QueueRow) => number): GaugeOf<Cluster>["read"] {
  return ({ queue }) => byQueueJob(new Map(queue.map((row) => [row.job, read(row)])), (a, b) => a + b);
}

function total<Figures>(read: (figures: Figures) => number): GaugeOf<Figures>["read"] {
  return (figures) => [[{}, read(figures)]];
}

function each<Figures>(
  label: string,
  names: readonly string[],
  read: (figures: Figures) => Readonly<Record<string, number>>,
): GaugeOf<Figures>["read"] {
  return (figures) => names.map((name) => [{ [label]: name }, read(figures)[name] ?? 0]);
}

const LEDGER_KINDS: readonly LedgerKind[] = ["grant", "adjustment", "charge", "refund"];
const QUEUE_LABELS = ["kind", "model"];

const CLUSTER_GAUGES: readonly GaugeOf<Cluster>[] = [
  {
    name: "clipmill_queue_waiting_tasks",
    help: "Tasks and other queue jobs that wait for their first try, by kind and model.",
    labelNames: QUEUE_LABELS,
    read: sumOf((row) => row.waiting),
  },
  {
    name: "clipmill_queue_running_jobs",
    help: "Queue jobs under way, by kind and model.",
    labelNames: QUEUE_LABELS,
    read: sumOf((row) => row.running),
  },
  {
    name: "clipmill_queue_retrying_jobs",
    help: "Queue jobs that failed and wait for their next try, by kind and model.",
    labelNames: QUEUE_LABELS,
    read: sumOf((row) => row.retrying),
  },
  {
    name: "clipmill_queue_given_up_jobs",
    help: "Queue jobs that have used up their tries, by kind and model.",
    labelNames: QUEUE_LABELS,
    read: sumOf((row) => row.given_up),
  },
  {
    name: "clipmill_queue_oldest_seconds",
    help: "Age of the oldest task or queue job that waits or is under way, by kind and model.",
    labelNames: QUEUE_LABELS,
    read: ({ queue, now }) => {
      const age = ({ oldest_at }: QueueRow): number =>
        oldest_at === null ? 0 : Math.max(0, (now.getTime() - oldest_at.getTime()) / 1_000);
      return byQueueJob(new Map(queue.map((row) => [row.job, age(row)])), Math.max);
    },
  },
  {
    name: "clipmill_queue_nodes",
    help: "Live media nodes that take such queue jobs, by kind and model.",
    labelNames: QUEUE_LABELS,
    read: ({ takers }) => byQueueJob(new Map(Object.entries(takers)), (a, b) => a + b),
  },
  {
    name: "clipmill_queue_waiting_accounts",
    help: "Accounts that have tasks in line.",
    labelNames: [],
    read: total((cluster) => cluster.waitingAccounts),
  },
  {
    name: "clipmill_workers",
    help: "Processes with a valid lease, by plane.",
    labelNames: ["plane"],
    read: each("plane", ["control-plane", "media-node"], (cluster) => cluster.workers),
  },
  {
    name: "clipmill_ledger_moods",
    help: "Moods of all ledger entries, by kind; what an older version refunded is left out of both charges and refunds.",
    labelNames: ["entry"],
    read: each("entry", LEDGER_KINDS, (cluster) => cluster.entries),
  },
  {
    name: "clipmill_partitions_ahead_seconds",
    help: "For how long from now all tables that grow for ever have partitions.",
    labelNames: [],
    read: total((cluster) => cluster.partitionsAheadS),
  },
];

const BOOK_GAUGES: readonly GaugeOf<KnownBooks>[] = [
  {
    name: "clipmill_accounts",
    help: "Accounts by state.",
    labelNames: ["state"],
    read: each("state", ["APPROVED", "PENDING"], (books) => books.accounts),
  },
  {
    name: "clipmill_ledger_balance_moods",
    help: "What all accounts were granted less what they have used.",
    labelNames: [],
    read: total((books) => books.balance),
  },
  {
    name: "clipmill_ledger_difference_moods",
    help: "Difference between the accounts' totals and the sums of the ledger's entries; anything but 0 is a fault in the books.",
    labelNames: [],
    read: total((books) => books.difference),
  },
  {
    name: "clipmill_ledger_age_seconds",
    help: "How old the sums of all accounts are: beyond a minute where the database takes long for new ones.",
    labelNames: [],
    read: total((books) => books.ageS),
  },
];

/** Shows a view's figures whenever the metrics are read, and no values where it has none. */
function registerGauges<Figures>(
  registry: Registry,
  gauges: readonly GaugeOf<Figures>[],
  view: () => Promise<Figures | undefined>,
): void {
  for (const { name, help, labelNames, read } of gauges) {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const figures = await view();
        this.reset();
        if (figures === undefined) {
          // A reset leaves a gauge without labels at 0, which would be told as if it were known.
          if (labelNames.length === 0) this.remove();
          return;
        }
        for (const [labels, value] of read(figures)) this.set(labels, value);
      },
    });
  }
}

/**
 * Shows the appliance's figures whenever the metrics are read; without an answer of the database, only that there is none.
 * The sums of all accounts take it longest, and nothing else waits for them.
 */
export function registerClusterMetrics(registry: Registry, sql: Sql): void {
  const view = createClusterView<Cluster>(async () => {
    const [figures, queue] = await Promise.all([selectClusterFigures(sql), selectQueue(sql)]);
    return { ...figures, queue };
  });
  new Gauge({
    name: "clipmill_cluster_up",
    help: "1 if the database returned the figures of the whole appliance in time; otherwise these have no values.",
    registers: [registry],
    async collect() {
      this.set((await view()) === undefined ? 0 : 1);
    },
  });
  registerGauges(registry, CLUSTER_GAUGES, view);
  registerGauges(registry, BOOK_GAUGES, createBooksView(sql, METRICS_LIMITS.booksReadMs));
}
