// A template's preview as operators ask for it: where it is, and a wish for it where it is missing.
import type { Sql, TransactionSql } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { QUEUE_LIMITS } from "../../shared/limits/queue.ts";
import type { ModelCapability } from "../../shared/schemas/model.ts";
import { referredKey } from "../../shared/templates/template-files.ts";
import { PREVIEWED_CAPABILITIES } from "../../shared/templates/template-previews.ts";
import { inTransaction } from "../db/in-transaction.ts";
import { selectRunnableModel } from "../db/models.ts";
import { selectPreviewJob } from "../db/queue/preview-jobs.ts";
import {
  type StoredPreview,
  selectTemplate,
  selectTemplateForUpdate,
  type TemplateRow,
} from "../db/templates.ts";
import { requestPreview } from "./write-template.ts";

/** A file of a preview: in the storage, or elsewhere. */
export type PreviewPlace =
  | { readonly storageKey: string; readonly filename: string }
  | { readonly address: string };

export type PreviewState =
  | { readonly state: "made"; readonly places: readonly PreviewPlace[] }
  /** Waiting for its turn or being made; `problem` says why the last try failed. */
  | { readonly state: "awaited"; readonly problem: string | null }
  /** Given up after the last try. */
  | { readonly state: "failed"; readonly problem: string };

function notFound(templateId: string): AppError {
  return new AppError("NOT_FOUND", `There is no template ${templateId}.`);
}

function placeOf({ media_url: stored, filename }: StoredPreview): PreviewPlace {
  const storageKey = referredKey(stored);
  return storageKey === undefined ? { address: stored } : { storageKey, filename };
}

function placesOf({ media_url: shown, preview_results: previews }: TemplateRow): PreviewPlace[] {
  const isListed = previews.some((preview) => preview.media_url === shown);
  return [...(shown === null || isListed ? [] : [{ address: shown }]), ...previews.map(placeOf)];
}

/** How far a template's preview is. @throws AppError NOT_FOUND */
export async function readPreviewState(sql: Sql, templateId: string): Promise<PreviewState> {
  const template = await selectTemplate(sql, templateId);
  if (template === undefined) throw notFound(templateId);
  if (template.media_url !== null && template.preview_id === null) {
    return { state: "made", places: placesOf(template) };
  }
  const job = await selectPreviewJob(sql, templateId);
  const problem = job?.last_error?.split("\n")[0] ?? null;
  // Without a job, its result is on the way to being taken in.
  if (job === undefined || job.is_running || job.attempts < job.max_attempts)
    return { state: "awaited", problem };
  return { state: "failed", problem: problem ?? "The media node ended in the middle." };
}

/**
 * Asks for a template's preview to be made now, unless it is there or just being made.
 * @throws AppError NOT_FOUND; INVALID_REQUEST for a model whose previews nobody makes
 */
export async function wantPreview(sql: Sql | TransactionSql, templateId: string): Promise<void> {
  await inTransaction(sql, async (transaction) => {
    const template = await selectTemplateForUpdate(transaction, templateId);
    if (template === undefined) throw notFound(templateId);
    if (template.media_url !== null && template.preview_id === null) return;
    if (!PREVIEWED_CAPABILITIES.includes(template.capability as ModelCapability)) {
      throw new AppError("INVALID_REQUEST", `No media node makes previews with ${template.model}.`);
    }
    const job = await selectPreviewJob(transaction, templateId);
    if (job?.is_running !== true) await requestPreview(transaction, template, 0);
  });
}

/** Whether a living media node can make a template's preview now. */
export async function canMakePreview(sql: Sql, templateId: string): Promise<boolean> {
  const template = await selectTemplate(sql, templateId);
  if (template === undefined) throw notFound(templateId);
  return (await selectRunnableModel(sql, template.model, QUEUE_LIMITS.leaseTtlMs)) !== undefined;
}
