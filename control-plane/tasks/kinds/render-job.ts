// Renders: a finished clip once more, with changes, from the source that was kept.
import { AppError } from "../../../shared/errors.ts";
import { OUTPUT_LIMITS } from "../../../shared/limits/storage.ts";
import { RenderRequest } from "../../../shared/schemas/requests/render-request.ts";
import { compileSchema } from "../../../shared/schemas/validate.ts";
import type { ClipJobOutput } from "../../../shared/tasks/clip-job.ts";
import type { MediaSource } from "../../../shared/tasks/media-source.ts";
import { storeClipPlan } from "../../../shared/tasks/store-clip-plan.ts";
import { withTimeout } from "../../../shared/with-timeout.ts";
import { holdKeptDownload, holdResults, holdTask } from "../../db/tasks/kept-sources.ts";
import type { TaskRow } from "../../db/tasks/tasks.ts";
import { holdUpload } from "../../db/uploads.ts";
import { viewClips } from "../clips/clip-view.ts";
import { type FoundClip, findClip, findClipJob, requireClip } from "../clips/find-clip.ts";
import { sourceExpiresAt } from "../clips/source-expiry.ts";
import { createTask, findRepeatedTask } from "../create/create-task.ts";
import { checkCallbackUrl } from "../create/sources.ts";
import type { ControlKind, Creation, KindServices } from "../task-kind.ts";
import { renderJobRequest } from "./render-job-request.ts";

const parse = compileSchema(RenderRequest);

/** What a repeat of a request is known by: what its client said, since what it changes is another task's. */
function identityOf(body: RenderRequest, { jobId, clipId }: Creation<unknown>["params"]): unknown {
  const { idempotency_key: _, ...said } = body;
  const known = Object.entries(said).filter(([field]) => Object.hasOwn(RenderRequest.properties, field));
  return { jobId, clipId, ...Object.fromEntries(known) };
}

/** The body, or undefined of one that is wrong: an idempotency key is looked for before that is said. */
function parsed(body: unknown): RenderRequest | undefined {
  try {
    return parse(body);
  } catch {
    return undefined;
  }
}

/** The task that the same request created, whatever has become of the clip since. @throws AppError IDEMPOTENCY_CONFLICT */
async function findRepeat(
  { sql }: KindServices,
  { kind, accountId, body, params, answer }: Creation<unknown>,
): Promise<TaskRow | undefined> {
  const request = parsed(body);
  const idempotencyKey = request?.idempotency_key;
  if (request === undefined || idempotencyKey === undefined) return undefined;
  const identity = identityOf(request, params);
  return findRepeatedTask(sql, { kind, accountId, idempotencyKey, identity, answer });
}

/** The source, if it is there still at this time by the database's clock. @throws AppError SOURCE_EXPIRED */
async function requireSource(
  { sql, fileRetention }: KindServices,
  { task, plan }: FoundClip,
  now: Date,
): Promise<MediaSource> {
  const endedAt = task.completed_at ?? task.updated_at;
  const expiresAt = await sourceExpiresAt(sql, fileRetention, plan, endedAt);
  if (plan.source !== null && expiresAt > now) return plan.source;
  const gone = `The source of this clip is not kept any more, since ${expiresAt.toISOString()}: make a new job of it.`;
  throw new AppError("SOURCE_EXPIRED", gone);
}

/**
 * Looks again for what a render is made of, once it is there: from then on the removal of any of it is refused.
 * @throws AppError NOT_FOUND, SOURCE_EXPIRED
 */
async function confirmClip(
  { sql }: KindServices,
  { task, plan }: FoundClip,
  source: MediaSource,
): Promise<void> {
  if (!(await holdTask(sql, task.id))) throw new AppError("NOT_FOUND", "This job was removed.");
  const isSourceThere = async (): Promise<boolean> =>
    plan.sourceTaskId === undefined
      ? source.kind === "upload" && (await holdUpload(sql, source.storageKey))
      : await holdKeptDownload(sql, plan.sourceTaskId);
  // The plan lies among the results, which may go before an upload does.
  const isThere = (await holdResults(sql, task.id)) && (await isSourceThere());
  if (!isThere) throw new AppError("SOURCE_EXPIRED");
}

/** Where the plan lies, which of an earlier job is written down now. */
async function planKeyOf({ storage }: KindServices, { task, output, plan }: FoundClip): Promise<string> {
  if (output.planKey !== undefined) return output.planKey;
  return withTimeout(OUTPUT_LIMITS.readTimeoutMs, storeClipPlan(storage, task.id, plan));
}

async function createRender(services: KindServices, creation: Creation<unknown>): Promise<TaskRow> {
  const { captionPresets, networkPolicy, prices } = services;
  const { params, kind, accountId, answer } = creation;
  const { jobId = "", clipId = "" } = params;
  const repeat = await findRepeat(services, creation);
  if (repeat !== undefined) return repeat;
  const found = await findClip(services, await findClipJob(services, accountId, jobId), clipId);
  const body = parse(creation.body);
  const { callback_url: callbackUrl = null, idempotency_key: idempotencyKey = null } = body;
  if (callbackUrl !== null) checkCallbackUrl(callbackUrl, networkPolicy);
  const source = await requireSource(services, found, answer.promisedAt);
  const sources = { source, planKey: await planKeyOf(services, found) };
  return createTask(services, {
    kind,
    accountId,
    answer,
    request: renderJobRequest(body, found, sources, captionPresets),
    identity: identityOf(body, params),
    model: null,
    templateId: null,
    name: found.task.name,
    baseMoods: prices.video,
    callbackUrl,
    idempotencyKey,
    confirmNew: () => confirmClip(services, found, source),
  });
}

export const renderJobs: ControlKind = {
  takes: () => ({ body: RenderRequest, create: createRender }),
  scope: "CLIPPING",
  operation: {
    id: "createRender",
    tag: "Clipping",
    summary: "Render a finished clip again, with changes",
    errors: [
      "INVALID_REQUEST",
      "INSUFFICIENT_MOODS",
      "NOT_FOUND",
      "NOT_TERMINAL",
      "IDEMPOTENCY_CONFLICT",
      "SOURCE_EXPIRED",
    ],
  },
  requireTarget: async (services, accountId, { jobId = "", clipId = "" }) =>
    requireClip(await findClipJob(services, accountId, jobId), clipId),
  isBodyOptional: true,
  describe: () =>
    "A new task of kind `render`, whose `output.clips` has one clip with an id of its own; the clip that it was made from stays as it is. What the body leaves out stays, too. Nothing is transcribed or scored again, so that it takes about as long as the clip took to render, and its source is read from where it was kept: until `source_expires_at`, and 410 after. The clip of a render can be rendered again in the same way.",
  created: "Render created",
  viewOutput: (output, signFile) => viewClips(output as ClipJobOutput, signFile),
  showsTemplate: false,
  hasCaptions: false,
};
