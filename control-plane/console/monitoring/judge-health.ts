// Whether the appliance is well, from what was read: each check says what is, and where something is wrong, what to do,
// in the words of the runbooks. Bounds are those of the alerts (deploy/prometheus/rules.yaml), so that the page and the
// pager agree. A pure function: what is read, and how often, is others' business.
import { HEALTH_LIMITS } from "../../../shared/limits/admin.ts";
import { METRICS_LIMITS } from "../../../shared/limits/metrics.ts";
import { DAY, GIB, SECOND } from "../../../shared/limits/units.ts";
import type { QueueRow, WorkerRow } from "../../db/queue/queue-overview.ts";
import { isInternal, labelsOf } from "../../operators/queue-labels.ts";
import type { HealthCheck, HealthState, HealthView } from "../api-types/operator.ts";
import type { LiveReading } from "./live-reading.ts";

export interface HealthReading extends LiveReading {
  /** Null where the storage does not answer. */
  readonly storage: {
    readonly freeBytes: number;
    readonly totalBytes: number;
    readonly roomBytes: number;
  } | null;
  /** What is wrong with the storage; null where nothing is. */
  readonly shortage: string | null;
  readonly failingRemovals: number;
  /** Null without HTTPS of our own. */
  readonly certificateEndsAt: Date | null;
}

type Verdict = Pick<HealthCheck, "state" | "summary"> & Partial<Pick<HealthCheck, "advice" | "runbook">>;

function ok(summary: string): Verdict {
  return { state: "ok", summary };
}

function problem(
  state: HealthState,
  summary: string,
  advice: string,
  runbook: string | null = null,
): Verdict {
  return { state, summary, advice, runbook };
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Such as "3 h 20 min". */
export function spell(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days`;
}

function gib(bytes: number): string {
  return `${(bytes / GIB).toFixed(1)} GiB`;
}

function named(job: string): string {
  const { kind, model } = labelsOf(job);
  return model === "" ? kind : `${kind} with ${model}`;
}

/** Names a few, and counts the others. */
function namedAll(rows: readonly QueueRow[]): string {
  const names = rows.slice(0, 3).map(({ job }) => named(job));
  const others = rows.length - names.length;
  return others > 0 ? `${names.join(", ")} and ${others} more` : names.join(", ");
}

function judgeDatabase({ databaseMs }: HealthReading): Verdict {
  const summary = `PostgreSQL answered in ${Math.round(databaseMs)} ms.`;
  if (databaseMs <= HEALTH_LIMITS.databaseSlowMs) return ok(summary);
  const advice =
    "Look at the database's processors and disk, and at slow statements in pg_stat_activity. Give the database more, or add control planes if its processors are idle.";
  return problem("warn", summary, advice, "ClipmillPoolFull");
}

function judgeStorage({ storage, shortage }: HealthReading): Verdict {
  if (storage === null || shortage !== null) {
    const advice =
      "Uploads are refused until there is room. Make room: a larger disk, shorter times for which files are kept, other things on the disk. Uploads and jobs go on within seconds.";
    const summary = `Uploads are refused: ${shortage ?? "the storage does not answer"}.`;
    return problem("bad", summary, advice, "ClipmillStorageLow");
  }
  const summary = `${gib(storage.freeBytes)} of ${gib(storage.totalBytes)} are free.`;
  if (storage.roomBytes >= HEALTH_LIMITS.storageRoom * storage.totalBytes) return ok(summary);
  const advice = `Uploads are refused once another ${gib(storage.roomBytes)} are written. Make room before that: a larger disk, or shorter times for which files are kept.`;
  return problem("warn", summary, advice, "ClipmillStorageLow");
}

const LESS_AT_ONCE = "let the node do less at once (CLIPMILL_CONCURRENCY)";

/** What helps a node that lacks something, by what it says. */
function adviceFor(shortage: string): string {
  if (/memory/.test(shortage)) return `Give the machine more memory, or ${LESS_AT_ONCE}.`;
  if (/processors/.test(shortage)) return `Take other work off the machine, or ${LESS_AT_ONCE}.`;
  if (/handles/.test(shortage))
    return "Raise the limits of open files and of processes that the node's service has.";
  return "Where a disk is full, make room on it, or set CLIPMILL_SCRATCH_DIR to a larger one if it is the scratch folder's.";
}

/** A node that lacks something, as a sentence, with what helps it. */
function lackOf({ host, shortage }: WorkerRow): { readonly reason: string; readonly advice: string } {
  const advice = `${adviceFor(shortage ?? "")} Jobs are taken again by themselves.`;
  return { reason: `${host} takes no jobs: ${shortage}.`, advice };
}

/** The media nodes that are to take jobs. */
function undrainedNodes(workers: readonly WorkerRow[]): WorkerRow[] {
  return workers.filter(({ plane, state }) => plane === "media-node" && state === "working");
}

function judgeNodes({ workers, figures }: HealthReading): Verdict {
  const living = figures.workers["media-node"] ?? 0;
  if (living === 0) {
    const advice = "Start a media node, or start it again where its service manager shows that it has ended.";
    return problem("bad", "No media node lives: nothing is worked on.", advice, "ClipmillMediaNodeDown");
  }
  const undrained = undrainedNodes(workers);
  const short = undrained.filter(({ shortage }) => shortage !== null);
  const taking = undrained.length - short.length;
  const summary = `${count(living, "media node lives", "media nodes live")}, ${count(taking, "takes", "take")} jobs.`;
  const [node] = short;
  if (node !== undefined) {
    const { reason, advice } = lackOf(node);
    if (taking === 0) return problem("bad", `Nothing is worked on. ${reason}`, advice, "ClipmillDiskLow");
    return problem("warn", summary, `${reason} ${advice}`, "ClipmillDiskLow");
  }
  if (taking > 0) return ok(summary);
  return problem("bad", summary, "Let a drained node take jobs again, or start another.");
}

function judgeTakers({ queue, figures, workers }: HealthReading): Verdict {
  const orphaned = queue.filter(
    ({ job, waiting }) => waiting > 0 && !isInternal(labelsOf(job)) && (figures.takers[job] ?? 0) === 0,
  );
  if (orphaned.length === 0) return ok("Everything that waits has a media node that takes it.");
  const summary = `Tasks wait that no living media node takes: ${namedAll(orphaned)}.`;
  const end = "Otherwise these tasks fail and are refunded after CLIPMILL_MODEL_WAIT_MINUTES.";
  const undrained = undrainedNodes(workers);
  const [node] = undrained;
  if (node !== undefined && undrained.every(({ shortage }) => shortage !== null)) {
    const { reason, advice } = lackOf(node);
    return problem("bad", `${summary} ${reason}`, `${advice} ${end}`, "ClipmillDiskLow");
  }
  const advice = `Start a node, or install the model on one: it is found within ten seconds. ${end}`;
  return problem("bad", summary, advice, "ClipmillTasksWithoutNode");
}

/** Of tasks alone, as the page's tile has it: nobody waits for previews of templates. */
function judgeAge({ queue, figures: { now } }: HealthReading): Verdict {
  const tasks = queue.filter(({ job }) => !isInternal(labelsOf(job)));
  const waiting = tasks.reduce((sum, row) => sum + row.waiting, 0);
  const wait = waiting === 0 ? "No task waits." : `${count(waiting, "task waits", "tasks wait")}.`;
  const [oldest] = tasks
    .filter(({ oldest_at }) => oldest_at !== null)
    .map(({ job, oldest_at }) => ({ job, ageS: (now.getTime() - (oldest_at?.getTime() ?? 0)) / SECOND }))
    .toSorted((a, b) => b.ageS - a.ageS);
  if (oldest === undefined) return ok(wait);
  const summary = `${wait} The oldest that has not ended (${named(oldest.job)}) has been there for ${spell(Math.max(0, oldest.ageS))}.`;
  if (oldest.ageS <= HEALTH_LIMITS.queueOldestS) return ok(summary);
  const advice =
    "Add media nodes for a long line. Where few wait and many are tried again, look at the log of the nodes for why runs fail.";
  return problem("warn", summary, advice, "ClipmillQueueOld");
}

function judgeFailed({ queue }: HealthReading): Verdict {
  const failed = queue.filter((row) => row.given_up > 0);
  const jobs = failed.reduce((sum, row) => sum + row.given_up, 0);
  if (jobs === 0) return ok("No queue job was given up.");
  const advice =
    "Read the last failures; mend what they name, then have the jobs tried again, or drop them: a dropped run's task fails and is refunded.";
  const summary = `${count(jobs, "queue job")} failed at each try: ${namedAll(failed)}.`;
  return problem("warn", summary, advice, "ClipmillJobsGivenUp");
}

function judgeWebhooks({ webhooks }: HealthReading): Verdict {
  const { due, failing_receivers: failing, oldest_age_s: oldestS } = webhooks;
  // It may be one that waits for another try, which is not due.
  const oldest =
    oldestS > 0 ? ` The oldest that is still to be delivered came in ${spell(oldestS)} ago.` : "";
  const summary = `${count(due, "delivery", "deliveries")} due; ${count(failing, "receiver")} failing.${oldest}`;
  const advice =
    "Tell the owners of the receivers that fail: each task shows the last answer. After they have mended them, the deliveries can be sent again.";
  if (oldestS > HEALTH_LIMITS.webhookOldestS && due > 0)
    return problem("warn", summary, advice, "ClipmillWebhooksOld");
  return failing > 0 ? problem("warn", summary, advice, "ClipmillWebhooksFail") : ok(summary);
}

function judgeLedger({ books }: HealthReading): Verdict {
  if (books === null) {
    const advice =
      "Look in pg_stat_activity for what holds or slows the database: the sums go through all accounts. `npm run admin -- ledger check` goes through the entries themselves.";
    return problem("warn", "The sums of all accounts could not be read in time.", advice);
  }
  const { difference, ageS } = books;
  // New ones are asked for by then, and are late.
  const age = ageS * 1_000 < 2 * METRICS_LIMITS.booksReadMs ? "" : ` This was so ${spell(ageS)} ago.`;
  if (difference === 0) return ok(`The accounts' totals and the ledger's entries agree.${age}`);
  const advice =
    "Run `npm run admin -- ledger check`: it goes through all entries and names the accounts. Do not correct by hand in the tables; adjust the account, with a reason.";
  return problem("bad", `The books are ${difference} moods apart.${age}`, advice, "ClipmillLedgerDiffers");
}

function judgePartitions({ figures: { partitionsAheadS } }: HealthReading): Verdict {
  const summary = `All tables have partitions for ${spell(Math.max(0, partitionsAheadS))} to come.`;
  if (partitionsAheadS >= HEALTH_LIMITS.partitionsAheadS) return ok(summary);
  const advice =
    "Look at the control planes' log for what holds the tables' locks, mostly a long transaction, and end it: partitions are made at each start and every six hours.";
  return problem("warn", summary, advice, "ClipmillPartitionsEnd");
}

function judgeRemovals({ failingRemovals }: HealthReading): Verdict {
  if (failingRemovals === 0) return ok("Files whose time is up are removed.");
  const advice =
    "Look at the control planes' log for the error, at the rights on the storage's folder or bucket, and for a mount that became read-only. Each removal is tried again by itself, within six hours.";
  const summary = `${count(failingRemovals, "removal")} of files failed several times.`;
  return problem("warn", summary, advice, "ClipmillFilesNotRemoved");
}

function judgeCertificate({ certificateEndsAt, figures: { now } }: HealthReading): Verdict {
  if (certificateEndsAt === null)
    return ok("This control plane speaks HTTP; whoever stands before it has the certificate.");
  const days = Math.floor((certificateEndsAt.getTime() - now.getTime()) / DAY);
  const day = certificateEndsAt.toISOString().slice(0, 10);
  const summary = days < 0 ? `It expired on ${day}.` : `It is good until ${day}, for ${count(days, "day")}.`;
  if (days >= HEALTH_LIMITS.certificateWarnDays) return ok(summary);
  const advice =
    "Put the renewed certificate and its key where CLIPMILL_TLS_CERT_FILE and CLIPMILL_TLS_KEY_FILE say: they are taken without a restart.";
  return days < HEALTH_LIMITS.certificateBadDays
    ? problem("bad", summary, advice, "ClipmillCertificateEnds")
    : problem("warn", summary, advice, "ClipmillCertificateEnding");
}

interface Check {
  readonly id: string;
  readonly title: string;
  readonly page: string | null;
  readonly judge: (reading: HealthReading) => Verdict;
}

const PAGES = "/operator";

/** In the order in which they are shown. */
export const HEALTH_CHECKS: readonly Check[] = [
  { id: "database", title: "Database", page: `${PAGES}/storage`, judge: judgeDatabase },
  { id: "storage", title: "Storage", page: `${PAGES}/storage`, judge: judgeStorage },
  { id: "nodes", title: "Media nodes", page: `${PAGES}/nodes`, judge: judgeNodes },
  { id: "takers", title: "Work has a node", page: `${PAGES}/queue`, judge: judgeTakers },
  { id: "queue", title: "Tasks waiting", page: `${PAGES}/queue`, judge: judgeAge },
  { id: "failed", title: "Failed queue jobs", page: `${PAGES}/queue`, judge: judgeFailed },
  { id: "webhooks", title: "Webhooks", page: null, judge: judgeWebhooks },
  { id: "ledger", title: "Books", page: `${PAGES}/accounts`, judge: judgeLedger },
  { id: "partitions", title: "Partitions", page: `${PAGES}/storage`, judge: judgePartitions },
  { id: "removals", title: "Expired files", page: `${PAGES}/storage`, judge: judgeRemovals },
  { id: "certificate", title: "Certificate", page: null, judge: judgeCertificate },
];

const WORST_FIRST: readonly HealthState[] = ["bad", "warn", "ok"];

/** All checks in their order, and the worst of their states. Pure: what was read is the caller's. */
export function judgeHealth(reading: HealthReading): HealthView {
  const checks = HEALTH_CHECKS.map(({ id, title, page, judge }): HealthCheck => {
    const { state, summary, advice = null, runbook = null } = judge(reading);
    return { id, title, state, summary, advice, runbook, page };
  });
  const state = WORST_FIRST.find((each) => checks.some((check) => check.state === each)) ?? "ok";
  return { state, checks };
}
