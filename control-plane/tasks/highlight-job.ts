// Creating a highlight job. A repeat with an idempotency key is answered before its template is looked up, since
// templates change and go.
import type { HighlightRequest } from "../../shared/schemas/highlight-request.ts";
import type { TaskRow } from "../db/tasks.ts";
import type { CreateAnswer } from "./create-answer.ts";
import { createJob, type JobServices } from "./create-job.ts";
import { findRepeatedTask } from "./create-task.ts";
import { highlightIdentity, highlightJobRequest, highlightWish } from "./highlight-job-request.ts";
import { resolveHighlightTemplate } from "./highlight-template.ts";

/**
 * Creates a highlight job for an account and charges it.
 * @throws AppError INVALID_REQUEST, INSUFFICIENT_MOODS, IDEMPOTENCY_CONFLICT
 */
export async function createHighlightJob(
  services: JobServices,
  accountId: string,
  body: HighlightRequest,
  answer: CreateAnswer,
): Promise<TaskRow> {
  const kind = "highlight";
  const idempotencyKey = body.idempotency_key ?? null;
  const wish = highlightWish(body);
  const identity = highlightIdentity(body, wish);
  const original = await findRepeatedTask(services.sql, {
    accountId,
    kind,
    idempotencyKey,
    identity,
    answer,
  });
  if (original !== undefined) return original;
  const { templateId } = wish;
  const request = highlightJobRequest(wish, await resolveHighlightTemplate(services.sql, templateId));
  const callbackUrl = body.callback_url ?? null;
  const creation = { kind, accountId, request, templateId, callbackUrl, idempotencyKey, identity } as const;
  return createJob(services, { ...creation, urlPath: "/url", answer });
}
