// Periods of long ago, with tasks in them.
import type { Sql } from "../../../shared/db/connect.ts";
import { newId } from "../../../shared/ids.ts";
import { outputKey } from "../../../shared/storage/task-keys.ts";

export const DAY_MS = 86_400_000;

export interface PastPeriod {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

function midnight(daysAgo: number): Date {
  return new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - daysAgo * DAY_MS);
}

/** Makes a period with its partitions, which began and ended so many days ago. */
export async function makePastPeriod(sql: Sql, from: number, to: number): Promise<PastPeriod> {
  const period = { startsAt: midnight(from), endsAt: midnight(to) };
  await sql`insert into periods (starts_at, ends_at) values (${period.startsAt}, ${period.endsAt})`;
  await sql`select make_partition(table_name, ${period.startsAt}) from period_tables`;
  return period;
}

export interface PastTask {
  readonly state?: "queued" | "finished" | "failed";
  readonly hasStoredOutput?: boolean;
  readonly idempotencyKey?: string;
  readonly areFilesRemoved?: boolean;
  readonly delivery?: "DELIVERED" | "RETRYING";
}

/** A task that was created at a time, with a run and a delivery. Its id. */
export async function insertPastTask(
  sql: Sql,
  accountId: string,
  at: Date,
  {
    state = "finished",
    hasStoredOutput = false,
    idempotencyKey,
    areFilesRemoved = true,
    delivery = "DELIVERED",
  }: PastTask = {},
): Promise<string> {
  const id = newId("task", at.getTime());
  const ended = state === "queued" ? null : at;
  await sql`
    insert into tasks (id, account_id, kind, state, request, request_hash, base_moods, charged_moods, output_key,
      created_at, completed_at, files_removed_at)
    values (${id}, ${accountId}, 'clip', ${state}, '{}', '\\x00', 1, 1, ${hasStoredOutput ? outputKey(id, newId("run")) : null}, ${at}, ${ended},
      ${areFilesRemoved ? ended : null})`;
  await sql`insert into runs (id, task_id, node_id, state) values (${newId("run")}, ${id}, 'node', 'succeeded')`;
  await sql`
    insert into webhook_deliveries (id, task_id, url, state) values (${newId("delivery")}, ${id}, 'https://example.com', ${delivery})`;
  if (idempotencyKey !== undefined) {
    await sql`
      insert into idempotency_keys (account_id, kind, key, task_id) values (${accountId}, 'clip', ${idempotencyKey}, ${id})`;
  }
  return id;
}
