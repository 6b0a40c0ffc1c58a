// Takes a preview in that a media node made. One that is not awaited any more, since the template was changed or removed
// meanwhile, is discarded.
import type { Sql } from "../../shared/db/connect.ts";
import type { Logger } from "../../shared/logger.ts";
import { storageReference } from "../../shared/templates/template-files.ts";
import type { FinishedPreview, PreviewFile } from "../../shared/templates/template-previews.ts";
import { type StoredPreview, selectTemplateForUpdate, updatePreview } from "../db/templates.ts";
import { discardUnnamed } from "./template-files.ts";

function storedPreview({ id, type, storageKey, contentType, filename }: PreviewFile): StoredPreview {
  return {
    id,
    type,
    media_url: storageReference(storageKey),
    content_type: contentType,
    filename,
  };
}

/**
 * Shows a template by its preview, in a transaction of its own in which the template's row is locked. Whether
 * it was awaited; files of one that was not are noted for removal. A repeat changes nothing.
 * @throws Error for a preview without files
 */
export async function recordPreview(sql: Sql, preview: FinishedPreview, logger: Logger): Promise<boolean> {
  const { templateId, previewId, files } = preview;
  const previewResults = files.map(storedPreview);
  const mediaUrl = previewResults[0]?.media_url;
  if (mediaUrl === undefined) throw new Error(`the preview of ${templateId} has no files`);
  return sql.begin(async (transaction) => {
    const before = await selectTemplateForUpdate(transaction, templateId);
    const isAwaited = await updatePreview(transaction, { templateId, previewId, mediaUrl, previewResults });
    const shown = { media_url: mediaUrl, preview_results: previewResults };
    if (before !== undefined && isAwaited) await discardUnnamed(transaction, before, { ...before, ...shown });
    else await discardUnnamed(transaction, { id: templateId, input: {}, ...shown }, before);
    logger.info({ templateId, previewId, isAwaited }, "preview of a template taken in");
    return isAwaited;
  });
}
