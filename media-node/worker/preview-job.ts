// The queue job of templates' previews: input in, files in the storage out, and a word to the control plane, which alone
// writes templates. It is no task: nobody is charged, and nobody waits. What fails is logged and tried again by the queue
// a bounded number of times; what a node lacked for it is no such failure.
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Type } from "typebox";
import {
  JobFailed,
  JobGivenBack,
  JobStarved,
  type QueueHandler,
} from "../../shared/db/queue/run-queue-job.ts";
import { errorMessage } from "../../shared/error-message.ts";
import { PREVIEW_LIMITS } from "../../shared/limits/catalog.ts";
import { asNodeLack } from "../../shared/node-lack.ts";
import { compileSchema } from "../../shared/schemas/validate.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import { previewKey } from "../../shared/templates/template-files.ts";
import type {
  FinishedPreview,
  PreviewFile,
  PreviewRequest,
} from "../../shared/templates/template-previews.ts";
import { enqueueFinishedPreview } from "../db/template-previews.ts";
import type { MadePreview, PreviewMaker } from "../pipelines/preview-makers.ts";
import type { NodeServices } from "./node-services.ts";
import { Interrupted } from "./runs/active-runs.ts";

const readPreviewRequest: (payload: unknown) => PreviewRequest = compileSchema(
  Type.Object({
    templateId: Type.String({ minLength: 1 }),
    previewId: Type.String({ minLength: 1 }),
    input: Type.Record(Type.String(), Type.Unknown()),
  }),
);

async function store(
  storage: ObjectStorage,
  { templateId, previewId }: PreviewRequest,
  { path, ...file }: MadePreview,
): Promise<PreviewFile> {
  const storageKey = previewKey(templateId, previewId, file.filename);
  await storage.putFile(storageKey, path);
  return { ...file, storageKey };
}

/**
 * The handler of a model's preview jobs. It throws JobGivenBack where the node stops, JobStarved for lack of
 * something here, which no attempt is counted for, and JobFailed for all else.
 * @param model slug of the model that the templates are of
 */
export function previewJob(services: NodeServices, model: string, make: PreviewMaker): QueueHandler {
  const { sql, tools, activeRuns, room, logger } = services;
  return async ({ payload, lock: { attempt } }) => {
    const request = readPreviewRequest(payload);
    const { templateId, previewId, input } = request;
    const scratchFolder = join(services.scratchRoot, previewId);
    const active = activeRuns.beginUntasked(PREVIEW_LIMITS.timeoutMs);
    try {
      await mkdir(scratchFolder, { recursive: true });
      const { signal } = active;
      const storage = services.storage.boundTo(signal);
      const made = await active.run(() => make({ scratchFolder, storage, tools, model, signal }, input));
      const files: PreviewFile[] = [];
      for (const file of made) files.push(await store(storage, request, file));
      const preview: FinishedPreview = { templateId, previewId, files };
      await enqueueFinishedPreview(sql, preview);
      logger.info({ templateId, previewId, files: files.length }, "preview of a template made");
    } catch (error) {
      const lack = asNodeLack(error);
      if (lack !== undefined) room.noteLack(lack);
      if (active.signal.reason instanceof Interrupted) {
        throw new JobGivenBack(`preview ${previewId} was interrupted`);
      }
      logger.warn({ templateId, previewId, attempt, err: error }, "preview of a template not made");
      if (lack !== undefined) throw new JobStarved(lack.message, { cause: error });
      throw new JobFailed(errorMessage(error), { cause: error });
    } finally {
      active.end();
      await rm(scratchFolder, { recursive: true, force: true });
    }
  };
}
