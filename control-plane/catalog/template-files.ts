// Which files of the storage belong to a template: its previews, where we made them, and the copies of its assets. What
// a template does not name any more is discarded; the sweep for expired files removes it.
import type { Queryable } from "../../shared/db/connect.ts";
import { ownerOfAsset, referredKey, textsIn } from "../../shared/templates/template-files.ts";
import { deleteDiscardedFiles, insertDiscardedFiles } from "../db/expired-files.ts";
import type { TemplateRow } from "../db/templates.ts";

export type TemplateContent = Pick<TemplateRow, "id" | "input" | "media_url" | "preview_results">;

function filesOf({ id, input, media_url: mediaUrl, preview_results: previews }: TemplateContent): string[] {
  const shown = [mediaUrl ?? "", ...previews.map((preview) => preview.media_url)];
  const previewKeys = shown.map(referredKey).filter((key) => key !== undefined);
  const assets = [...textsIn(input)].map(([, text]) => text).filter((text) => ownerOfAsset(text) === id);
  return [...previewKeys, ...assets];
}

/** Discards the files that a template named before and does not name any more, and keeps those that it names again. */
export async function discardUnnamed(
  sql: Queryable,
  before: TemplateContent | undefined,
  after?: TemplateContent,
): Promise<void> {
  const kept = new Set(after === undefined ? [] : filesOf(after));
  if (kept.size > 0) await deleteDiscardedFiles(sql, [...kept]);
  if (before === undefined) return;
  const unnamed = filesOf(before).filter((key) => !kept.has(key));
  if (unnamed.length > 0) await insertDiscardedFiles(sql, before.id, unnamed);
}
