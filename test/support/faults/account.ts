// The account that is taken after faults: the table of what must hold, and how it is asked and told.
import { until } from "../until.ts";
import * as counters from "./counter-invariants.ts";
import type { Evidence } from "./invariants.ts";
import * as invariants from "./invariants.ts";
import * as money from "./money-invariants.ts";

export interface Invariant {
  readonly name: string;
  /** What it asks, for whoever reads a failure. */
  readonly explains: string;
  /** Whether it holds at every moment, not only when all work has ended. */
  readonly always: boolean;
  /** What is violated may be mended within this time, by work that goes on once a fault is over. */
  readonly mendedWithinMs?: number;
  readonly violations: (evidence: Evidence) => Promise<string[]>;
}

/** What ends a moment after the work that it belongs to: the removal of its files, the end of a session. */
const AFTERMATH_MS = 15_000;

const INVARIANTS: readonly Invariant[] = [
  {
    name: "balances",
    explains:
      "what an account has used is the sum of its charges less its refunds, in its row and in its ledger",
    always: true,
    violations: money.balancesThatDiffer,
  },
  {
    name: "charges",
    explains: "a task has one charge and at most one refund, of what its row says",
    always: true,
    violations: money.tasksChargedWrongly,
  },
  {
    name: "withdrawals",
    explains: "what was charged for a task that was withdrawn came back",
    always: true,
    violations: money.withdrawalsChargedWrongly,
  },
  {
    name: "answers",
    explains:
      "there are as many tasks as 201s: what was answered anything else has none, a repeat gets the first",
    always: true,
    // A task whose create was answered too late is withdrawn as soon as the database answers again.
    mendedWithinMs: 15_000,
    violations: invariants.answersThatLied,
  },
  {
    name: "one output",
    explains: "no task is finished by two runs",
    always: true,
    violations: invariants.tasksFinishedTwice,
  },
  {
    name: "task counts",
    explains: "the counters of an account's tasks are exact, for each kind and state",
    always: true,
    violations: counters.taskCountsThatDiffer,
  },
  {
    name: "shares",
    explains: "an account's share of the line counts the tasks that it has waiting there",
    always: true,
    violations: counters.waitingSharesThatDiffer,
  },
  {
    name: "places",
    explains:
      "every open task stands in line and nowhere else, or in the queue, or has reported, or a living node works on it",
    always: true,
    violations: counters.tasksWithoutOnePlace,
  },
  {
    name: "charge sums",
    explains: "the sums of charges by second and by hour are those of the ledger, without withdrawn tasks",
    always: true,
    violations: counters.chargeSumsThatDiffer,
  },
  {
    name: "ends",
    explains: "every task has ended",
    always: false,
    violations: invariants.tasksOpenStill,
  },
  {
    name: "failures",
    explains: "no task failed: the sources are good, and our faults are neither theirs nor final",
    always: false,
    violations: invariants.tasksThatFailed,
  },
  {
    name: "refunds",
    explains: "what failed is refunded in full, and what was finished is not",
    always: false,
    violations: invariants.failuresNotRefunded,
  },
  {
    name: "queue",
    explains: "no queue job is left of work that has ended, and none has used its attempts up",
    always: false,
    violations: invariants.queueJobsWithoutWork,
  },
  {
    name: "places left",
    explains: "nothing of a task that has ended stands in line, and no report waits",
    always: false,
    violations: counters.placesWithoutWork,
  },
  {
    name: "due webhooks",
    explains: "every open delivery of an ended task is due, and nothing else is",
    always: true,
    violations: invariants.deliveriesDueWrongly,
  },
  {
    name: "webhooks",
    explains: "each end is told once, as delivered, and the receiver has seen it",
    always: false,
    violations: invariants.webhooksNotDelivered,
  },
  {
    name: "stored files",
    explains:
      "a row names each file in the storage, save what a run that was cut off has left for the search for orphans",
    always: false,
    mendedWithinMs: AFTERMATH_MS,
    violations: invariants.filesThatNothingNames,
  },
  {
    name: "scratch files",
    explains: "runs that have ended leave nothing in their nodes' scratch folders",
    always: false,
    mendedWithinMs: AFTERMATH_MS,
    violations: invariants.scratchFilesLeft,
  },
  {
    name: "links",
    explains: "each file of each finished task can be fetched through its link",
    always: false,
    mendedWithinMs: AFTERMATH_MS,
    violations: invariants.filesNotFetched,
  },
  {
    name: "processes",
    explains: "every process lives, is ready, and has ended only where it was ended on purpose",
    always: false,
    mendedWithinMs: AFTERMATH_MS,
    violations: invariants.processesNotReady,
  },
  {
    name: "connections",
    explains: "the database has no sessions but those of the pools, and none stands in a transaction",
    always: false,
    mendedWithinMs: AFTERMATH_MS,
    violations: invariants.connectionsLeft,
  },
  {
    name: "memory",
    explains: "no process keeps what a fault made it take",
    always: false,
    violations: invariants.memoryNotGivenBack,
  },
];

export interface AccountLine {
  readonly name: string;
  readonly explains: string;
  readonly violations: readonly string[];
}

/** How long work may take to end once all faults are over: a lease's time, waits of the queue, and the work itself. */
const SETTLE_TIMEOUT_MS = 180_000;

/** Waits until nothing is under way; what never ends is left for the account to tell. */
async function settle({ bed: { sql } }: Evidence, timeoutMs = SETTLE_TIMEOUT_MS): Promise<void> {
  const isQuiet = async (): Promise<boolean> => {
    const [row] = await sql<{ open: number }[]>`
      select (select count(*) from tasks where completed_at is null)::int
        + (select count(*) from reported_runs)::int
        + (select count(*) from webhook_deliveries where state in ('PENDING', 'RETRYING'))::int
        + (select count(*) from graphile_worker._private_jobs
            where payload ->> 'taskId' is not null)::int as open`;
    return row?.open === 0;
  };
  // A database that has just come back may not answer yet.
  const isSurelyQuiet = (): Promise<boolean> => isQuiet().catch(() => false);
  await until("all work to end", isSurelyQuiet, timeoutMs).catch(() => undefined);
}

/** Processes that were just started again may need a moment; what is not ready then is told. */
const READY_TIMEOUT_MS = 60_000;

async function untilReady(evidence: Evidence): Promise<void> {
  const isReady = async (): Promise<boolean> => (await invariants.processesNotReady(evidence)).length === 0;
  await until("every process to be ready", isReady, READY_TIMEOUT_MS).catch(() => undefined);
}

async function ask(evidence: Evidence, asked: readonly Invariant[]): Promise<AccountLine[]> {
  const lines: AccountLine[] = [];
  for (const { name, explains, violations, mendedWithinMs = 0 } of asked) {
    const find = (): Promise<string[]> => patiently(name, () => violations(evidence));
    let found = await find();
    // What comes anew meanwhile is left to the next account.
    const isMended = async (): Promise<boolean> => {
      const now = await find();
      found = found.filter((violation) => now.includes(violation));
      return found.length === 0;
    };
    if (found.length > 0 && mendedWithinMs > 0) {
      await until(`${name} to hold`, isMended, mendedWithinMs).catch(() => undefined);
    }
    lines.push({ name, explains, violations: found });
  }
  return lines;
}

const ANSWER_TIMEOUT_MS = 60_000;

/** Asks again where the database broke off: it may be recovering from the fault that the account follows. */
async function patiently(name: string, ask: () => Promise<string[]>): Promise<string[]> {
  let cause: unknown;
  const tryToAsk = (): Promise<string[] | undefined> =>
    ask().catch((error: unknown) => {
      cause = error;
      return undefined;
    });
  return until(`the account of ${name}`, tryToAsk, ANSWER_TIMEOUT_MS).catch((error: unknown) => {
    throw new Error(`the account of ${name} cannot be taken`, { cause: cause ?? error });
  });
}

/** What holds at every moment, asked while clients are at work. */
export function takeStandingAccount(evidence: Evidence): Promise<AccountLine[]> {
  return ask(
    evidence,
    INVARIANTS.filter((invariant) => invariant.always),
  );
}

/** The whole account, when all faults are over and no client sends any more. */
export async function takeAccount(evidence: Evidence): Promise<AccountLine[]> {
  await untilReady(evidence);
  await settle(evidence);
  return ask(evidence, INVARIANTS);
}

/** The violations as one text, each behind what it violates; empty where all is well. */
export function describeViolations(lines: readonly AccountLine[]): string {
  return lines
    .filter((line) => line.violations.length > 0)
    .map(({ name, explains, violations }) => `${name} (${explains}):\n  ${violations.join("\n  ")}`)
    .join("\n");
}
