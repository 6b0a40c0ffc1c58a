// A fresh webhook delivery on the owner's request, for a receiver that missed the last one.
import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { newId } from "../../../shared/ids.ts";
import { WEBHOOK_LIMITS } from "../../../shared/limits/webhooks.ts";
import type { TaskSurfaceName } from "../../../shared/tasks/task-kinds.ts";
import { TERMINAL_STATES } from "../../../shared/tasks/task-states.ts";
import type { TaskDelivery } from "../../db/tasks/tasks.ts";
import { insertRetryDelivery, lockDeliveriesOf } from "../../db/webhook-deliveries.ts";
import { readTask } from "../read/read-task.ts";

/**
 * Queues a fresh delivery of an ended task, with attempts of its own, and returns it. An earlier one that is still being
 * tried goes on.
 * @param surface that shows the task; null for whichever does
 * @throws AppError NOT_FOUND, NOT_TERMINAL, NO_CALLBACK_URL; INVALID_REQUEST for a task with as many deliveries as one
 * may have
 */
export async function retryWebhook(
  sql: Sql,
  accountId: string,
  surface: TaskSurfaceName | null,
  taskId: string,
): Promise<TaskDelivery> {
  const task = await readTask(sql, accountId, surface, taskId);
  if (!TERMINAL_STATES.includes(task.state)) throw new AppError("NOT_TERMINAL");
  if (task.callback_url === null) throw new AppError("NO_CALLBACK_URL");
  const deliveryId = newId("delivery");
  return await sql.begin(async (transaction) => {
    const deliveries = await lockDeliveriesOf(transaction, taskId);
    const { deliveriesOfTask: max } = WEBHOOK_LIMITS;
    if (deliveries >= max) {
      const message = `The task has had ${max} webhook deliveries, which is all that one may have.`;
      throw new AppError("INVALID_REQUEST", message);
    }
    const delivery = await insertRetryDelivery(transaction, { deliveryId, taskId, accountId });
    if (delivery === undefined) throw new Error(`task ${taskId} ended and is open again`);
    return delivery;
  });
}
