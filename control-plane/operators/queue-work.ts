// What operators do with queue jobs that were tried as often as they may be, as work for actAsOperator.
import { ADMIN_LIMITS } from "../../shared/limits/admin.ts";
import type { OperatorWork } from "../audit/operator-actions.ts";
import type { DroppedJobView, FailedJobView } from "../console/api-types/operator.ts";
import { dropJob, retryAllJobs, retryJob } from "../tasks/end/given-up-jobs.ts";

function ofAccount(accountId: string | null): { readonly accountId?: string } {
  return accountId === null ? {} : { accountId };
}

/** @throws AppError NOT_FOUND */
export function retryGivenUp(jobId: string): OperatorWork<FailedJobView> {
  return async (transaction) => {
    const result = await retryJob(transaction, jobId);
    const details = { subject: result.subject };
    return { result, target: jobId, details, ...ofAccount(result.accountId) };
  };
}

/** Has all of them tried again, up to a bound. */
export function retryAllGivenUp(): OperatorWork<{ readonly retried: number }> {
  return async (transaction) => {
    const retried = await retryAllJobs(transaction, ADMIN_LIMITS.retriedJobs);
    return { result: { retried }, target: "all", details: { retried } };
  };
}

/** Drops one for good: its task ends as failed and is refunded. @throws AppError NOT_FOUND */
export function dropGivenUp(jobId: string): OperatorWork<DroppedJobView> {
  return async (transaction) => {
    const result = await dropJob(transaction, jobId);
    const { subject, taskEnded, refunded, accountId } = result;
    return { result, target: jobId, details: { subject, taskEnded, refunded }, ...ofAccount(accountId) };
  };
}
