// Whether the files lie in the storage that templates name which are to be imported: an import of an earlier export names
// copies that may have gone meanwhile.
import { invalidRequest } from "../../shared/schemas/validate.ts";
import type { ObjectStorage, OpenStorage } from "../../shared/storage/object-storage.ts";
import { HIGHLIGHT_RENDER_MODEL } from "../../shared/tasks/highlight-job.ts";
import { isAsset, textsIn } from "../../shared/templates/template-files.ts";

interface NamesModel {
  readonly model: unknown;
  readonly input?: unknown;
}

function isTemplate(value: unknown): value is NamesModel {
  return typeof value === "object" && value !== null && "model" in value;
}

/**
 * Checks one template; one whose model knows no such files names none.
 * @param path of the template in its file @throws AppError INVALID_REQUEST naming the field
 */
export async function checkStoredAsset(template: unknown, path: string, storage: OpenStorage): Promise<void> {
  if (!isTemplate(template) || template.model !== HIGHLIGHT_RENDER_MODEL) return;
  for (const [place, text] of textsIn(template.input, `${path}/input`)) {
    if (!isAsset(text) || (await (await storage()).stat(text)) !== undefined) continue;
    throw invalidRequest([{ path: place, message: "names no file in the storage" }]);
  }
}

/** Checks all templates of a file. @throws AppError INVALID_REQUEST naming the field */
export async function checkStoredAssets(file: readonly unknown[], storage: ObjectStorage): Promise<void> {
  for (const [index, template] of file.entries()) {
    await checkStoredAsset(template, `/${index}`, () => storage);
  }
}
