// Checks that a highlight job's template is one that renders reels.
import type { Sql } from "../../shared/db/connect.ts";
import { HIGHLIGHT_RENDER_MODEL } from "../../shared/highlight-job.ts";
import { invalidRequest } from "../../shared/schemas/validate.ts";
import { findTemplate } from "../catalog/templates.ts";

/** @throws AppError INVALID_REQUEST for an unknown template, or one of another model */
export async function checkHighlightTemplate(sql: Sql, templateId: string | null): Promise<void> {
  if (templateId === null) return;
  const template = await findTemplate(sql, templateId);
  if (template?.model === HIGHLIGHT_RENDER_MODEL) return;
  const message = `is not a template of the model ${HIGHLIGHT_RENDER_MODEL}`;
  throw invalidRequest([{ path: "/template_id", message }]);
}
