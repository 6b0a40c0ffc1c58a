// Many ended tasks with webhooks that are due, written straight into a database: no API, no charge, no run.
import { makeDeliveriesDue } from "../../../control-plane/db/webhook-deliveries.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { newId } from "../../../shared/ids.ts";

/** Within what a connection gives a statement, also on a busy machine. */
const TASKS_PER_STATEMENT = 1_000;

async function insertSome(sql: Sql, accountId: string, urls: readonly string[]): Promise<string[]> {
  const taskIds = urls.map(() => newId("task"));
  const deliveryIds = urls.map(() => newId("delivery"));
  await sql.begin(async (transaction) => {
    await transaction`
      insert into tasks (id, account_id, kind, state, request, request_hash, callback_url, base_moods, charged_moods,
        output, completed_at)
      select id, ${accountId}, 'clip', 'finished', '{}', '', url, 0, 0, '{"notice": null, "clips": []}', now()
      from unnest(${taskIds}::text[], ${urls as string[]}::text[]) as task (id, url)`;
    await transaction`
      insert into webhook_deliveries (id, task_id, url)
      select * from unnest(${deliveryIds}::text[], ${taskIds}::text[], ${urls as string[]}::text[])`;
    await makeDeliveriesDue(transaction, taskIds);
  });
  return taskIds;
}

/** Writes an ended task with a due webhook for each address. Returns the tasks' ids in their order. */
export async function endedTasksTo(sql: Sql, accountId: string, urls: readonly string[]): Promise<string[]> {
  const taskIds: string[] = [];
  for (let first = 0; first < urls.length; first += TASKS_PER_STATEMENT) {
    taskIds.push(...(await insertSome(sql, accountId, urls.slice(first, first + TASKS_PER_STATEMENT))));
  }
  return taskIds;
}
