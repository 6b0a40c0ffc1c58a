// Creating a video job, the same for every kind: what the client named is checked before anything is charged.

import type { MediaSource } from "../../../shared/tasks/media-source.ts";
import type { TaskKindName } from "../../../shared/tasks/task-kinds.ts";
import type { PriceList } from "../../billing/price-list.ts";
import type { TaskRow } from "../../db/tasks/tasks.ts";
import type { CreateAnswer } from "./create-answer.ts";
import { type CreateServices, createTask } from "./create-task.ts";
import { checkCallbackUrl, checkSource, confirmSource, type SourceServices } from "./sources.ts";
import { nameOfText } from "./task-name.ts";

export interface JobServices extends CreateServices, SourceServices {
  readonly prices: PriceList;
}

export interface JobCreation {
  readonly kind: TaskKindName;
  readonly accountId: string;
  /** With the title that the client gave its video, where the kind has a field for one. */
  readonly request: { readonly source: MediaSource; readonly title?: string | null };
  /** Seconds of footage that it works on; null where that is not known. */
  readonly footageS: number | null;
  /** JSON Pointer to the body's field for the source's address. */
  readonly urlPath: string;
  readonly templateId: string | null;
  readonly callbackUrl: string | null;
  readonly idempotencyKey: string | null;
  /** What a repeat is compared by, if `request` holds more than the client said. */
  readonly identity?: unknown;
  /** Throws if a new job must not be like this. Not called for a repeat, whose original an earlier version may have taken. */
  readonly checkNew?: () => void;
  readonly answer: CreateAnswer;
}

/**
 * Creates a video job and charges for it; a repeat with the same idempotency key returns the original.
 * @throws AppError INVALID_REQUEST, INSUFFICIENT_MOODS, IDEMPOTENCY_CONFLICT
 */
export async function createJob(services: JobServices, job: JobCreation): Promise<TaskRow> {
  const { networkPolicy, prices } = services;
  const { urlPath, checkNew, ...creation } = job;
  const sourcePath = job.request.source.kind === "url" ? urlPath : "/s3_key";
  const prepareNew = async () => {
    if (job.callbackUrl !== null) checkCallbackUrl(job.callbackUrl, networkPolicy);
    checkNew?.();
    const { source, name } = await checkSource(services, job.accountId, job.request.source, sourcePath);
    const { title } = job.request;
    return { request: { ...job.request, source }, name: nameOfText(title ?? "") ?? name };
  };
  const confirmNew = (): Promise<void> => confirmSource(services, job.request.source, sourcePath);
  return createTask(services, {
    ...creation,
    model: null,
    baseMoods: prices.video,
    prepareNew,
    confirmNew,
  });
}
