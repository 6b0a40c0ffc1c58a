// Looks up the template that a highlight job is to be rendered with, and makes it complete. The task's row gets the whole
// of it, so that a template that changes or goes changes no task.
import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { invalidRequest } from "../../../shared/schemas/validate.ts";
import { HIGHLIGHT_RENDER_MODEL } from "../../../shared/tasks/highlight-job.ts";
import type { ReelTemplate } from "../../../shared/templates/reel-styles.ts";
import { readReelTemplate } from "../../../shared/templates/reel-template.ts";
import { findTemplate } from "../../catalog/templates.ts";

function refuse(message: string): AppError {
  return invalidRequest([{ path: "/template_id", message }]);
}

/**
 * The whole template that a reel is dressed with, null where none is asked for.
 * @throws AppError INVALID_REQUEST for an unknown template, one of another model, or one that this version
 * cannot render
 */
export async function resolveHighlightTemplate(
  sql: Sql,
  templateId: string | null,
): Promise<ReelTemplate | null> {
  if (templateId === null) return null;
  const template = await findTemplate(sql, templateId);
  if (template?.model !== HIGHLIGHT_RENDER_MODEL) {
    throw refuse(`is not a template of the model ${HIGHLIGHT_RENDER_MODEL}`);
  }
  try {
    return readReelTemplate(template.input);
  } catch (error) {
    // It was checked when it was written, by an earlier version.
    const why = error instanceof AppError ? ` ${error.message}` : "";
    throw refuse(`is a template that this version cannot render.${why}`);
  }
}
