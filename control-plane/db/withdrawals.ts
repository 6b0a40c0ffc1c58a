// SQL of withdrawing a task that its client was not told of. It decides together with the create's own statement, which
// takes the same lock before it looks at the clock: whichever of the two comes second sees what the first has done, even
// where the create's process or the database stood still in between.
import type { Queryable, TransactionSql } from "../../shared/db/connect.ts";
import { taskPrefix } from "../../shared/storage/task-keys.ts";

/** The lock of a task's creation and withdrawal, as a key for pg_advisory_xact_lock. */
export function creationLock(sql: Queryable, taskId: string) {
  return sql`hashtextextended(${taskId}, 0)`;
}

/** Waits for the task's create, if it is under way, and tells whether it could still begin. */
export async function lockCreation(sql: TransactionSql, taskId: string, answerBy: Date): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${creationLock(sql, taskId)})`;
  const [row] = await sql<{ is_open: boolean }[]>`select clock_timestamp() <= ${answerBy} as is_open`;
  return row?.is_open ?? true;
}

/**
 * Removes a task with its runs, deliveries and queue job, gives back what it was charged, and notes its files for
 * removal. False where there is no such task, or a repeat of its request was answered with it.
 */
export async function deleteWithdrawnTask(sql: TransactionSql, taskId: string): Promise<boolean> {
  const [task] = await sql`select from tasks where id = ${taskId} and repeated_at is null for update`;
  if (task === undefined) return false;
  await sql`delete from runs where task_id = ${taskId}`;
  await sql`delete from webhook_deliveries where task_id = ${taskId}`;
  await sql`
    with task as (
      delete from tasks where id = ${taskId}
      returning id, account_id, template_id, charged_moods + extra_moods - refunded_moods as moods
    ), account as (
      update accounts set moods_used = moods_used - task.moods from task where accounts.id = task.account_id
    ), entry as (
      insert into ledger_entries (account_id, kind, moods, task_id, note)
      select account_id, 'refund', moods, id, 'withdrawn: its creation was not answered' from task where moods > 0
    ), template as (
      update templates set usage_count = usage_count - 1 from task where templates.id = task.template_id
    ), files as (
      insert into discarded_files (storage_key) select ${taskPrefix(taskId)} from task on conflict do nothing
    )
    select graphile_worker.remove_job(id) from task`;
  return true;
}

/**
 * Notes that a repeat is answered with a task. False where the task was withdrawn meanwhile. A look alone would not do:
 * only a write waits for a withdrawal that is under way.
 */
export async function confirmRepeatedTask(sql: Queryable, taskId: string): Promise<boolean> {
  const rows = await sql`
    update tasks set repeated_at = coalesce(repeated_at, now()) where id = ${taskId} returning id`;
  return rows.length === 1;
}

/** Whether there is no such task (any more): queue jobs of a withdrawn one may still come. */
export async function isTaskGone(sql: Queryable, taskId: string): Promise<boolean> {
  return (await sql`select from tasks where id = ${taskId}`).length === 0;
}
