// SQL that compares what is counted of the line with the line itself. Tasks come into the line and leave it by statements
// that count them (0007-fair-queue.sql), so that no crash can part the two; a hand in the tables can. A share that counts too
// few would hold its tasks up for ever.
import type { Queryable } from "../../../shared/db/connect.ts";

/** An account's tasks that wait for one queue job. */
export interface Flow {
  readonly queueJob: string;
  readonly accountId: string;
}

export interface CountedFlow extends Flow {
  /** As the share says; 0 where there is none. */
  readonly told: number;
  readonly counted: number;
}

/** Before all others. */
export const FIRST_FLOW: Flow = { queueJob: "", accountId: "" };

/** Counts what waits of the next flows behind this one, at most `limit`, in the order of their keys. */
export async function countFlows(
  sql: Queryable,
  { queueJob, accountId }: Flow,
  limit: number,
): Promise<CountedFlow[]> {
  return sql<CountedFlow[]>`
    with recursive line as (
      (select queue_job, account_id from waiting_tasks where (queue_job, account_id) > (${queueJob}, ${accountId})
        order by queue_job, account_id limit 1)
      union all
      select next.queue_job, next.account_id from line cross join lateral (
        select w.queue_job, w.account_id from waiting_tasks w
        where (w.queue_job, w.account_id) > (line.queue_job, line.account_id)
        order by w.queue_job, w.account_id limit 1
      ) next
    ), flow as materialized (
      (select queue_job, account_id from line limit ${limit})
      union
      (select queue_job, account_id from waiting_shares
        where waiting > 0 and (queue_job, account_id) > (${queueJob}, ${accountId})
        order by queue_job, account_id limit ${limit})
      order by queue_job, account_id limit ${limit}
    )
    select flow.queue_job as "queueJob", flow.account_id as "accountId", coalesce(s.waiting, 0)::float8 as told, (
        select count(*)::float8 from waiting_tasks w
        where w.queue_job = flow.queue_job and w.account_id = flow.account_id) as counted
    from flow left join waiting_shares s on s.queue_job = flow.queue_job and s.account_id = flow.account_id
    order by flow.queue_job, flow.account_id`;
}

/** Counts a flow again. The share is locked first: nothing comes into the line or leaves it until this is written. */
export async function recountFlow(sql: Queryable, { queueJob, accountId }: Flow): Promise<void> {
  await sql`
    insert into waiting_shares (queue_job, account_id, waiting, last_ticket) values (${queueJob}, ${accountId}, 0, 0)
    on conflict (queue_job, account_id) do update set waiting = waiting_shares.waiting`;
  await sql`
    update waiting_shares s
    set waiting = line.tasks, first_ticket = line.first_ticket, last_ticket = greatest(s.last_ticket, line.last_ticket)
    from (
      select count(*) as tasks, coalesce(min(ticket), 1) as first_ticket, coalesce(max(ticket), 0) as last_ticket
      from waiting_tasks
      where queue_job = ${queueJob} and account_id = ${accountId}
    ) line
    where s.queue_job = ${queueJob} and s.account_id = ${accountId}`;
}

/** Makes the queue's clock where there is none, as late as any turn that was given. Whether there was none. */
export async function restoreClock(sql: Queryable): Promise<boolean> {
  const [clock] = await sql`select from queue_clock`;
  if (clock !== undefined) return false;
  const restored = await sql`
    insert into queue_clock (virtual_time, last_tag)
    select coalesce(max(finish_tag), 0), coalesce(max(finish_tag), 0) from flow_turns
    on conflict do nothing`;
  return restored.count > 0;
}
