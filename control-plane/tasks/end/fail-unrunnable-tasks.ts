// Gives up tasks that no media node could take for too long, for want of their model or their kind: they fail, and are
// refunded, where they would wait for ever. One that a node takes in the same moment goes on.
import { isUnavailable } from "../../../shared/db/classify-error.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { isLockRefusal, setTransactionLockTimeout } from "../../../shared/db/lock-waits.ts";
import { AppError } from "../../../shared/errors.ts";
import { MODEL_OFFER_LIMITS } from "../../../shared/limits/nodes.ts";
import { FINISH_LIMITS } from "../../../shared/limits/queue.ts";
import type { Logger } from "../../../shared/logger.ts";
import type { TaskError } from "../../../shared/tasks/task-outcome.ts";
import { insertRefunds } from "../../db/ledger.ts";
import { countEndedTasks } from "../../db/operators/ended-hours.ts";
import { leaveQueue } from "../../db/queue/waiting-line.ts";
import {
  endTaskEarly,
  selectUnrunnableTasks,
  type TaskEndedEarly,
  type UnrunnableTask,
} from "../../db/tasks/tasks.ts";
import { makeDeliveriesDue } from "../../db/webhook-deliveries.ts";
import { logTaskEnd } from "./log-task-end.ts";

function reason({ kind, model, node_shortage: shortage }: UnrunnableTask): TaskError {
  const { retryable } = new AppError("MODEL_UNAVAILABLE");
  const end = shortage === null ? "was there in time" : `took this one in time, because ${shortage}`;
  const message = `No media node that can run ${model ?? `${kind} jobs`} ${end}.`;
  return { code: "MODEL_UNAVAILABLE", message, retryable };
}

/** Thrown to undo the end of a task whose next run has just started. */
class TakenUp extends Error {}

/** Undefined where it goes on, or had ended before. */
async function fail(sql: Sql, task: UnrunnableTask): Promise<TaskEndedEarly | undefined> {
  return sql
    .begin(async (transaction) => {
      await setTransactionLockTimeout(transaction, FINISH_LIMITS.lockTimeoutMs);
      const ended = await endTaskEarly(transaction, task.id, reason(task));
      if (ended === undefined) return undefined;
      if (ended.run_id !== task.current_run_id) throw new TakenUp();
      await insertRefunds(transaction, [task.id]);
      await leaveQueue(transaction, task.id);
      await makeDeliveriesDue(transaction, [task.id]);
      await countEndedTasks(transaction, [ended]);
      return ended;
    })
    .catch((error: unknown) => {
      if (error instanceof TakenUp) return undefined;
      throw error;
    });
}

/** What a sweep could not end. It looks past these tasks, and tries no others of these accounts. */
interface Stuck {
  readonly taskIds: Set<string>;
  readonly accountIds: Set<string>;
}

/** As `fail`; undefined also where the database does not let the task end. @throws when it cannot be reached */
async function failUnlessStuck(
  sql: Sql,
  task: UnrunnableTask,
  { taskIds, accountIds }: Stuck,
  logger: Logger,
): Promise<TaskEndedEarly | undefined> {
  try {
    if (!accountIds.has(task.account_id)) return await fail(sql, task);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (isLockRefusal(error)) accountIds.add(task.account_id);
    logger.error({ err: error, taskId: task.id }, "a task that no media node takes is not given up yet");
  }
  taskIds.add(task.id);
  return undefined;
}

/**
 * One sweep, bounded. A task that the database does not let end is tried again by the next one and keeps no other from its
 * refund; where its row or its account's is held, the account's other tasks wait with it.
 * @param onEnded told each task that was given up, once that is committed
 * @returns how many there were
 * @throws when the database cannot be reached
 */
export async function failUnrunnableTasks(
  sql: Sql,
  waitMs: number,
  logger: Logger,
  onEnded: (task: TaskEndedEarly) => void,
): Promise<number> {
  const { tasksPerLook: limit, looksPerSweep } = MODEL_OFFER_LIMITS;
  const stuck: Stuck = { taskIds: new Set(), accountIds: new Set() };
  let failed = 0;
  for (let looks = 0; looks < looksPerSweep; looks += 1) {
    const tasks = await selectUnrunnableTasks(sql, { waitMs, limit, except: [...stuck.taskIds] });
    for (const task of tasks) {
      const ended = await failUnlessStuck(sql, task, stuck, logger);
      if (ended === undefined) continue;
      failed += 1;
      onEnded(ended);
      const lacking = logger.child({ model: task.model, shortage: task.node_shortage });
      logTaskEnd(lacking, "task given up: no media node takes it", ended, "warn");
    }
    if (tasks.length < limit) break;
  }
  return failed;
}
