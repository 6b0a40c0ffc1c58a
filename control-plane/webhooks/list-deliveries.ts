// An account's webhook deliveries, those of its newest tasks first. Deliveries belong to tasks: a page looks at a bounded
// number of tasks, however many have none.
import type { Queryable } from "../../shared/db/connect.ts";
import { WEBHOOK_LIMITS } from "../../shared/limits/webhooks.ts";
import { TASK_KIND_NAMES } from "../../shared/tasks/task-kinds.ts";
import { TASK_STATES } from "../../shared/tasks/task-states.ts";
import { type ListedDelivery, selectDeliveriesOf } from "../db/delivery-lists.ts";
import { selectTaskPage } from "../db/tasks/task-lists.ts";

export interface DeliveryPage {
  readonly deliveries: readonly ListedDelivery[];
  /** The last task that was looked at, where there are older ones. */
  readonly next: string | null;
}

/**
 * @param beforeId `next` of the page before; null for the newest tasks
 * @param states of deliveries; empty for all
 */
export async function listDeliveries(
  sql: Queryable,
  accountId: string,
  beforeId: string | null,
  states: readonly string[],
): Promise<DeliveryPage> {
  const limit = WEBHOOK_LIMITS.listedTasks;
  const filter = { accountId, kinds: TASK_KIND_NAMES, states: TASK_STATES };
  const taskIds = await selectTaskPage(sql, filter, { beforeId, offset: 0, limit });
  const deliveries = taskIds.length === 0 ? [] : await selectDeliveriesOf(sql, taskIds, states);
  return { deliveries, next: taskIds.length === limit ? (taskIds.at(-1) ?? null) : null };
}
