// Writes one template whole, whether an operator imports it or Clipmill brings it along: the row, the wish for its
// preview where we make that, and the end of the files that it names no more. A preview stays as long as what it shows:
// the model and the input.
import { isDeepStrictEqual } from "node:util";
import type { TransactionSql } from "../../shared/db/connect.ts";
import { newId } from "../../shared/ids.ts";
import { PREVIEW_LIMITS } from "../../shared/limits/catalog.ts";
import { referredKey } from "../../shared/templates/template-files.ts";
import { enqueuePreview, removePreviewJob } from "../db/queue/preview-jobs.ts";
import {
  awaitPreview,
  type StoredPreview,
  selectTemplateForUpdate,
  type TemplateRow,
  upsertTemplate,
} from "../db/templates.ts";
import { discardUnnamed } from "./template-files.ts";

export interface TemplateDraft {
  readonly id: string;
  readonly model: string;
  readonly categoryId: string;
  readonly description: string;
  readonly rawPrompt: Readonly<Record<string, unknown>>;
  readonly input: Readonly<Record<string, unknown>>;
  /** Null where a media node is to make the preview. */
  readonly preview: { readonly mediaUrl: string; readonly results: readonly StoredPreview[] } | null;
  /** Of a built-in template. */
  readonly builtInSha256: string | null;
  /** How long a media node may leave the preview alone. */
  readonly previewDelayMs: number;
}

type Shown = Pick<TemplateRow, "media_url" | "preview_results" | "preview_id">;

/** Asks for a preview, in place of any that is awaited. The transaction's template must exist. */
export async function requestPreview(
  transaction: TransactionSql,
  template: Pick<TemplateRow, "id" | "model" | "input">,
  delayMs: number,
): Promise<void> {
  const { id: templateId, model, input } = template;
  const previewId = newId("preview");
  await awaitPreview(transaction, templateId, previewId);
  // The queue would keep one that was given up beside the new one.
  await removePreviewJob(transaction, templateId);
  const { attempts } = PREVIEW_LIMITS;
  await enqueuePreview(transaction, { templateId, previewId, input }, { model, delayMs, attempts });
}

/** What a template is shown by from now on; undefined where a preview has to be made. */
function shownBy(draft: TemplateDraft, before: TemplateRow | undefined): Shown | undefined {
  const { preview, model, input } = draft;
  if (preview !== null) {
    return { media_url: preview.mediaUrl, preview_results: preview.results, preview_id: null };
  }
  const isOurs = referredKey(before?.media_url ?? "") !== undefined;
  const isSame = before?.model === model && isDeepStrictEqual(before.input, input);
  return isOurs && isSame ? before : undefined;
}

/**
 * Adds a template, or replaces the one with its id, whose row is locked until the transaction ends. A preview
 * that still shows it stays; otherwise one is asked for by the same transaction.
 */
export async function writeTemplate(transaction: TransactionSql, draft: TemplateDraft): Promise<void> {
  const { preview: _, previewDelayMs, ...content } = draft;
  const before = await selectTemplateForUpdate(transaction, draft.id);
  const kept = shownBy(draft, before);
  const shown = kept ?? { media_url: null, preview_results: [], preview_id: null };
  await upsertTemplate(transaction, {
    ...content,
    mediaUrl: shown.media_url,
    previewResults: shown.preview_results,
    previewId: shown.preview_id,
  });
  await discardUnnamed(transaction, before, { ...draft, ...shown });
  if (kept === undefined) await requestPreview(transaction, draft, previewDelayMs);
  else if (kept.preview_id === null) await removePreviewJob(transaction, draft.id);
}
