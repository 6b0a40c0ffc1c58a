// Tasks that have not ended: those that a case needs, and those that it leaves, which the nodes of the next would be given.
import type { Sql } from "../../shared/db/connect.ts";

/** Removes all tasks that have not ended, with their places in line, their queue jobs and their runs. */
export async function removeOpenTasks(sql: Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`
      with gone as (delete from tasks where state in ('queued', 'running') returning id)
      delete from runs using gone where runs.task_id = gone.id`;
    await transaction`truncate waiting_tasks, waiting_shares, flow_turns`;
    await transaction`
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks n
      where n.id = j.task_id and n.identifier like 'run-%'`;
  });
  // Only the partition that such tasks lie in: the others have not changed.
  const [current] = await sql<{ part: string | null }[]>`
    select period_partition('tasks', starts_at) as part from periods where starts_at <= now() and ends_at > now()`;
  for (const table of ["waiting_tasks", "waiting_shares", "task_counts", current?.part ?? "tasks"])
    await sql`vacuum (analyze) ${sql(table)}`;
}

/** Puts tasks of one account in line for a model, as their creates would have. They cost nothing. */
export async function addWaiting(
  sql: Sql,
  { accountId, model, count }: { accountId: string; model: string; count: number },
): Promise<void> {
  await sql`
    with task as (
      insert into tasks (id, account_id, kind, model, request, request_hash, base_moods, charged_moods)
      select id_floor || substr(md5(${model} || n), 1, 16), ${accountId}, 'generation', ${model},
        ${sql.json({ model, tier: "lite", input: {}, outputCount: 1 })}::jsonb, decode(md5(n::text), 'hex'), 0, 0
      from id_floor('task', now()), generate_series(1, ${count}::int) as n
      returning id, account_id, queue_job
    ), line as (
      insert into waiting_shares (queue_job, account_id, waiting, last_ticket)
      select queue_job, account_id, count(*), count(*) from task group by queue_job, account_id
    )
    insert into waiting_tasks (task_id, account_id, queue_job, ticket)
    select id, account_id, queue_job, row_number() over (order by id) from task`;
  await sql`vacuum (analyze) waiting_tasks`;
}
