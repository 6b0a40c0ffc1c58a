// The loops that bring tasks into the queue and to their end: the dispatcher, the finalizer, and the sweep for tasks that no
// node can run.
import type { Sql } from "../../shared/db/connect.ts";
import { isSteady } from "../../shared/db/queue/worker-leases.ts";
import { MODEL_OFFER_LIMITS } from "../../shared/limits/nodes.ts";
import { DISPATCH_LIMITS, FINISH_LIMITS, QUEUE_LIMITS } from "../../shared/limits/queue.ts";
import type { Logger } from "../../shared/logger.ts";
import { type Repetition, repeatEvery } from "../../shared/repeat.ts";
import type { ModelTimes } from "../catalog/models.ts";
import { dispatchTasks } from "../db/queue/waiting-line.ts";
import { selectReportsOutlook } from "../db/tasks/reported-runs.ts";
import { failUnrunnableTasks } from "../tasks/end/fail-unrunnable-tasks.ts";
import { finalizeTasks } from "../tasks/end/finalize-tasks.ts";
import { type PollingLoop, startPollingLoop } from "./polling-loop.ts";
import type { WorkMetrics } from "./work-metrics.ts";

export interface TaskLoopOptions {
  /** Of the process whose leases tell how long the appliance has been steady. */
  readonly nodeId: string;
  readonly sql: Sql;
  readonly logger: Logger;
  readonly modelTimes: ModelTimes;
  /** How many jobs an account runs at once, unless it has a bound of its own. */
  readonly accountRunningJobs: number;
}

/** What is called when tasks end. */
export interface TaskEndEvents {
  readonly onEnded: WorkMetrics["taskEnded"];
  /** Webhooks were made due. */
  readonly onDeliveriesDue: () => void;
}

/** Moves waiting tasks into the queue of media nodes. */
export function startDispatcher(
  { sql, logger, accountRunningJobs }: TaskLoopOptions,
  onDispatched: () => void,
): PollingLoop {
  return startPollingLoop("dispatching tasks", DISPATCH_LIMITS, logger, async () => {
    const { dispatched, isWaiting } = await dispatchTasks(sql, accountRunningJobs);
    if (dispatched !== null && dispatched > 0) onDispatched();
    // Nodes that take jobs this quickly would empty the queue before the next round.
    if ((dispatched ?? 0) >= DISPATCH_LIMITS.readyJobs / 2) return "at-once";
    return isWaiting ? "soon" : "idle";
  });
}

/** Ends tasks whose runs have reported. While there are none, a round is one statement instead of a transaction. */
export function startFinalizer(
  { sql, logger }: Pick<TaskLoopOptions, "sql" | "logger">,
  { onEnded, onDeliveriesDue }: TaskEndEvents,
): PollingLoop {
  let isAtWork = false;
  return startPollingLoop("ending tasks", FINISH_LIMITS, logger, async () => {
    if (!isAtWork) {
      const { isDue, isExpected } = await selectReportsOutlook(sql);
      if (!isDue) return isExpected ? "soon" : "idle";
    }
    const { tasksPerStatement } = FINISH_LIMITS;
    const { reports, deliveries } = await finalizeTasks(sql, logger, tasksPerStatement, onEnded);
    isAtWork = reports > 0;
    if (deliveries > 0) onDeliveriesDue();
    return reports === FINISH_LIMITS.tasksPerStatement ? "at-once" : "soon";
  });
}

/** Fails tasks whose model no node has had for too long. */
export function sweepUnrunnableTasks(
  { sql, nodeId, logger, modelTimes }: TaskLoopOptions,
  { onEnded, onDeliveriesDue }: TaskEndEvents,
): Repetition {
  return repeatEvery(QUEUE_LIMITS.sweepIntervalMs, "sweep for unrunnable tasks", logger, async () => {
    // After an outage of the appliance or its database, media nodes get time to come back.
    const isSettled = await isSteady(sql, nodeId, MODEL_OFFER_LIMITS.startGraceMs);
    if (!isSettled) return;
    const failed = await failUnrunnableTasks(sql, modelTimes.waitMs, logger, onEnded);
    if (failed > 0) onDeliveriesDue();
  });
}
