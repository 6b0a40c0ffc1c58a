// SQL of the line of waiting tasks: into it, out of it, and from it into the queue. A task joins it when it is created
// (db/tasks/create-tasks.ts), under its id, which is the key of its queue job later.
import type { Queryable } from "../../../shared/db/connect.ts";
import { DISPATCH_LIMITS, QUEUE_LIMITS } from "../../../shared/limits/queue.ts";

/**
 * Takes a task out of the line, or removes its queue job; one that a node works on is kept from being tried again. The
 * line is left first: what it gives to the queue meanwhile is then found there.
 */
export async function leaveQueue(sql: Queryable, taskId: string): Promise<void> {
  await sql`select leave_queue(array[${taskId}::text])`;
  await sql`select graphile_worker.remove_job(${taskId})`;
}

export interface DispatchRound {
  /** Tasks that were moved; null where another control plane is doing so at this moment. */
  readonly dispatched: number | null;
  /** Whether tasks wait that living nodes take, or jobs whose pause is over wait for a turn. */
  readonly isWaiting: boolean;
}

/** Gives the queue the tasks that are next, in the order of fair shares. Where none could be, that costs one look. */
export async function dispatchTasks(sql: Queryable, defaultRunningJobs: number): Promise<DispatchRound> {
  const { readyJobs, accounts } = DISPATCH_LIMITS;
  const { attempts, leaseTtlMs } = QUEUE_LIMITS;
  const [row] = await sql<DispatchRound[]>`
    select line.is_waiting as "isWaiting", case when line.is_waiting then dispatch_tasks(${readyJobs}, ${accounts},
      ${defaultRunningJobs}, ${attempts}, ${leaseTtlMs}) else 0 end as dispatched
    from is_line_waiting(${leaseTtlMs}) as line (is_waiting)`;
  return row ?? { dispatched: null, isWaiting: true };
}

/**
 * Puts a task in line that has lost its place, as its create does (create-tasks.ts), which is one statement for many tasks
 * and has this as a part. Whoever changes how the line counts changes both. The task counts for 1 in its account's share,
 * the column's default, because how much footage it has is known only to its create.
 */
export async function addToLine(sql: Queryable, taskId: string): Promise<void> {
  await sql`
    with task as (
      select id, account_id, queue_job from tasks where id = ${taskId} and state in ('queued', 'running')
    ), line as (
      insert into waiting_shares as s (queue_job, account_id, waiting, last_ticket)
      select queue_job, account_id, 1, 1 from task
      on conflict (queue_job, account_id) do update set waiting = s.waiting + 1, last_ticket = s.last_ticket + 1
      returning last_ticket
    )
    insert into waiting_tasks (task_id, account_id, queue_job, ticket)
    select task.id, task.account_id, task.queue_job, line.last_ticket from task, line`;
}
