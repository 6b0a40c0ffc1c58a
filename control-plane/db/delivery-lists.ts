// SQL of an account's webhook deliveries, with the tasks that they tell of.
import type { Queryable } from "../../shared/db/connect.ts";
import { isOneOf } from "../../shared/db/partition-pruning.ts";

export interface ListedDelivery {
  readonly id: string;
  readonly task_id: string;
  readonly task_kind: string;
  readonly task_name: string | null;
  readonly task_state: string;
  readonly url: string;
  readonly state: string;
  readonly attempts: number;
  readonly max_attempts: number;
  readonly last_attempt_at: Date | null;
  readonly next_retry_at: Date | null;
  readonly last_status_code: number | null;
  readonly last_error: string | null;
  readonly created_at: Date;
}

/** The deliveries of these tasks, those of the newest task first. @param states any of them; empty for all */
export async function selectDeliveriesOf(
  sql: Queryable,
  taskIds: readonly string[],
  states: readonly string[],
): Promise<ListedDelivery[]> {
  const isInState = states.length === 0 ? sql`` : sql`and d.state = any (${states as string[]})`;
  return sql<ListedDelivery[]>`
    select d.id, d.task_id, t.kind as task_kind, t.name as task_name, t.state as task_state, d.url, d.state,
      d.attempts, d.max_attempts, d.last_attempt_at, d.next_retry_at, d.last_status_code, d.last_error, d.created_at
    from webhook_deliveries d join tasks t on t.id = d.task_id and ${isOneOf(sql, "t.id", taskIds)}
    where ${isOneOf(sql, "d.task_id", taskIds)} ${isInState}
    order by d.task_id desc, d.id desc`;
}
