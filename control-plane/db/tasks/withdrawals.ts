// SQL of withdrawing a task that its client was not told of. It decides together with the create's own statement, which
// takes the same lock before it looks at the clock: whichever of the two comes second sees what the first has done, even
// where the create's process or the database stood still in between.
import type { Queryable, TransactionSql } from "../../../shared/db/connect.ts";
import { WITHDRAWAL_LIMITS } from "../../../shared/limits/requests.ts";
import { outputPrefix, taskPrefix } from "../../../shared/storage/task-keys.ts";
import { leaveQueue } from "../queue/waiting-line.ts";
import { deleteDeliveries } from "../webhook-deliveries.ts";

/** Which answer is to tell of a task, and until when, by the database's clock, it may be noted. */
export interface PromisedAnswer {
  readonly id: string;
  readonly by: Date;
}

/** The lock of a task's creation and withdrawal, as a key for pg_advisory_xact_lock; create-tasks.ts takes the same. */
export function creationLock(sql: Queryable, taskId: string) {
  return sql`hashtextextended(${taskId}, 0)`;
}

/**
 * That an answer may still be noted: its time is not over, nor further ahead than any is promised. The clock was set back
 * then, and unanswered tasks would stay, charged, until it had come there again.
 * @param by selects a `timestamptz`
 */
export function isInTime(sql: Queryable, by: ReturnType<Queryable>) {
  const { promisedMs } = WITHDRAWAL_LIMITS;
  return sql`tstzrange(${by} - ${promisedMs} * interval '1 millisecond', ${by}, '[]') @> clock_timestamp()`;
}

/**
 * Waits for the task's create, if it is under way, and tells whether it could still begin, as `isInTime` says. The lock is
 * `creationLock`'s, until the transaction ends.
 */
export async function lockCreation(sql: TransactionSql, taskId: string, answerBy: Date): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${creationLock(sql, taskId)})`;
  const [row] = await sql<
    { is_open: boolean }[]
  >`select ${isInTime(sql, sql`${answerBy}::timestamptz`)} as is_open`;
  return row?.is_open ?? true;
}

/**
 * Takes an answer back that was to tell of a task. Where it was the last, the task goes with its runs,
 * deliveries and queue job, its charge comes back, and its files are noted for removal. Whether the task
 * went. The caller holds `lockCreation`.
 */
export async function deleteUnansweredTask(
  sql: TransactionSql,
  taskId: string,
  answerId: string,
): Promise<boolean> {
  const [task] = await sql<{ answers: string[] }[]>`
    update tasks set answers = array_remove(answers, ${answerId}) where id = ${taskId} returning answers`;
  if (task === undefined || task.answers.length > 0) return false;
  await sql`delete from runs where task_id = ${taskId}`;
  await sql`delete from reported_runs where task_id = ${taskId}`;
  await deleteDeliveries(sql, taskId);
  await sql`
    with task as (
      delete from tasks where id = ${taskId}
      returning id, account_id, kind, template_id, base_moods, charged_moods, created_at,
        charged_moods + extra_moods - refunded_moods as moods
    ), account as (
      update accounts set moods_used = moods_used - task.moods from task where accounts.id = task.account_id
      returning accounts.id
    ), seconds as (
      update charge_seconds c set tasks = c.tasks - 1, base_moods = c.base_moods - task.base_moods,
        charged_moods = c.charged_moods - task.charged_moods
      from task join account on account.id = task.account_id
      where c.account_id = task.account_id and c.second = date_trunc('second', task.created_at) and c.kind = task.kind
    ), hours as (
      update charge_hours c set tasks = c.tasks - 1, base_moods = c.base_moods - task.base_moods,
        charged_moods = c.charged_moods - task.charged_moods
      from task join account on account.id = task.account_id
      where c.account_id = task.account_id and c.hour = date_trunc('hour', task.created_at, 'UTC') and c.kind = task.kind
    ), days as (
      update charge_days c set tasks = c.tasks - 1, base_moods = c.base_moods - task.base_moods,
        charged_moods = c.charged_moods - task.charged_moods
      from task join account on account.id = task.account_id
      where c.account_id = task.account_id and c.day = (task.created_at at time zone 'UTC')::date and c.kind = task.kind
    ), entry as (
      insert into ledger_entries (account_id, kind, moods, task_id, note)
      select account_id, 'refund', moods, id, 'withdrawn: its creation was not answered' from task where moods > 0
    ), template as (
      update templates set usage_count = usage_count - 1 from task where templates.id = task.template_id
    ), files as (
      insert into discarded_files (storage_key)
      select unnest(${[taskPrefix(taskId), outputPrefix(taskId)]}::text[]) from task on conflict do nothing
    )
    select from task`;
  // Accounts are locked before keys and the line, as creates do.
  await sql`delete from idempotency_keys where task_id = ${taskId}`;
  await leaveQueue(sql, taskId);
  return true;
}

/** Stands for all answers beyond the few that are noted; none is called so, and so it is never taken back. */
const MORE_ANSWERS = "more";

/**
 * Notes that a repeat will be answered with a task. More than a few are not noted one by one: from there on the task
 * stays, since nobody knows any more which of them were answered. False where the task was withdrawn meanwhile, or the
 * answer's time is over. A look alone would not do: only a write under the lock waits for a withdrawal that is under way.
 */
export async function addAnswer(sql: Queryable, taskId: string, answer: PromisedAnswer): Promise<boolean> {
  const rows = await sql`
    with locked as materialized (
      select pg_advisory_xact_lock_shared(${creationLock(sql, taskId)})
    ), gate as materialized (
      select ${isInTime(sql, sql`${answer.by}::timestamptz`)} as is_open from locked
    )
    update tasks set answers = case
      when cardinality(answers) < ${WITHDRAWAL_LIMITS.notedAnswers - 1} then array_append(answers, ${answer.id})
      when cardinality(answers) < ${WITHDRAWAL_LIMITS.notedAnswers} then array_append(answers, ${MORE_ANSWERS})
      else answers end
    from gate where gate.is_open and tasks.id = ${taskId} returning tasks.id`;
  return rows.length === 1;
}
