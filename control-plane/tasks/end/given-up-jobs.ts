// What an operator does with queue jobs that were tried as often as they may be: looks at them, has them tried again, or
// drops them. A dropped run's task ends as failed and is refunded, and its webhook tells so; a dropped preview is made
// when it is asked for again.
import type { Queryable, TransactionSql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { type Pagination, paginate } from "../../../shared/pagination.ts";
import type { TaskError } from "../../../shared/tasks/task-outcome.ts";
import type { DroppedJobView, FailedJobView } from "../../console/api-types/operator.ts";
import { insertRefunds } from "../../db/ledger.ts";
import { countEndedTasks } from "../../db/operators/ended-hours.ts";
import {
  countGivenUpJobs,
  type GivenUpJob,
  removeGivenUpJob,
  retryGivenUpJobs,
  selectGivenUpJobForUpdate,
  selectGivenUpJobs,
} from "../../db/queue/given-up-jobs.ts";
import { templateOfPreview } from "../../db/queue/preview-jobs.ts";
import { leaveQueue } from "../../db/queue/waiting-line.ts";
import { interruptRun } from "../../db/tasks/runs.ts";
import { endTaskEarly } from "../../db/tasks/tasks.ts";
import { awaitPreview } from "../../db/templates.ts";
import { makeDeliveriesDue } from "../../db/webhook-deliveries.ts";

const DROPPED: TaskError = {
  code: "INTERNAL",
  message: "The media nodes failed at this too often, and it was given up.",
  retryable: true,
};

function view({ account_id, last_error, created_at, key, ...job }: GivenUpJob): FailedJobView {
  return {
    id: job.id,
    job: job.job,
    subject: templateOfPreview(key ?? "") ?? key,
    template: job.template,
    accountId: account_id,
    accountEmail: job.account_email,
    attempts: job.attempts,
    lastError: last_error?.split("\n")[0] ?? null,
    createdAt: created_at.toISOString(),
  };
}

/** A page of them, the oldest first. */
export async function listGivenUpJobs(
  sql: Queryable,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ items: FailedJobView[]; pagination: Pagination }> {
  const total = await countGivenUpJobs(sql);
  const rows = await selectGivenUpJobs(sql, { limit, offset: (page - 1) * limit });
  return { items: rows.map(view), pagination: paginate(total, { page, limit }) };
}

async function requireJob(transaction: TransactionSql, jobId: string): Promise<GivenUpJob> {
  const job = /^\d{1,18}$/.test(jobId) ? await selectGivenUpJobForUpdate(transaction, jobId) : undefined;
  if (job === undefined) throw new AppError("NOT_FOUND", `No queue job ${jobId} was given up.`);
  return job;
}

/**
 * Has one tried again from now on, as often as at first. The job is locked until the transaction ends.
 * @throws AppError NOT_FOUND where it was not given up, or is tried again already
 */
export async function retryJob(transaction: TransactionSql, jobId: string): Promise<FailedJobView> {
  const job = await requireJob(transaction, jobId);
  await retryGivenUpJobs(transaction, [job.id]);
  return view(job);
}

/**
 * Has up to so many tried again, the oldest first. Returns how many there were; a job that is taken or
 * dropped meanwhile is none.
 */
export async function retryAllJobs(transaction: TransactionSql, limit: number): Promise<number> {
  const jobs = await selectGivenUpJobs(transaction, { limit, offset: 0 });
  return retryGivenUpJobs(
    transaction,
    jobs.map(({ id }) => id),
  );
}

/** Ends the task of a run's job, as one whose runs failed too often. */
async function endTaskOf(
  transaction: TransactionSql,
  taskId: string,
): Promise<Pick<DroppedJobView, "taskEnded" | "refunded">> {
  const ended = await endTaskEarly(transaction, taskId, DROPPED);
  if (ended === undefined) return { taskEnded: false, refunded: false };
  if (ended.run_id !== null) await interruptRun(transaction, taskId, ended.run_id);
  const refunds = await insertRefunds(transaction, [taskId]);
  await leaveQueue(transaction, taskId);
  await makeDeliveriesDue(transaction, [taskId]);
  await countEndedTasks(transaction, [ended]);
  return { taskEnded: true, refunded: refunds === 1 };
}

/**
 * Drops a job for good. The task of a run's job ends as failed, with its refund and webhooks, in the same
 * transaction; of a preview nothing is awaited any more. The job is locked until the transaction ends.
 * @throws AppError NOT_FOUND where it was not given up
 */
export async function dropJob(transaction: TransactionSql, jobId: string): Promise<DroppedJobView> {
  const job = await requireJob(transaction, jobId);
  const templateId = templateOfPreview(job.key ?? "");
  const isRun = job.job.startsWith("run-") && job.key !== null;
  const end = isRun ? await endTaskOf(transaction, job.key) : { taskEnded: false, refunded: false };
  if (templateId !== undefined) await awaitPreview(transaction, templateId, null);
  await removeGivenUpJob(transaction, job.id);
  return { ...view(job), ...end };
}
