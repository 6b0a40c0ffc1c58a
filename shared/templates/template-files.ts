// Files of templates in the storage, and how templates name them. A preview is named by a reference, `storage:` and its
// key, in place of an address: each read replaces it by a signed one. An asset, such as a logo, is named in a template's
// input by its key; the template's id in the key tells our copies from files that operators put into the storage.
import { isStorageKey } from "../storage/storage-key.ts";

const REFERENCE_PREFIX = "storage:";
export const ASSETS_PREFIX = "assets/";

/** @param folder an id of its own for each set of files, so that no file ever replaces another */
export function previewKey(templateId: string, folder: string, file: string): string {
  return `templates/${templateId}/${folder}/${file}`;
}

/** @param file an id of its own, with its ending */
export function assetKey(templateId: string, file: string): string {
  return `${ASSETS_PREFIX}${templateId}-${file}`;
}

/** The template whose copy an asset is, or undefined for a text that names none. */
export function ownerOfAsset(text: string): string | undefined {
  return /^assets\/(tmpl_[0-9a-z]+)-/.exec(text)?.[1];
}

/** Whether a text of a template's input names an asset in the storage: a copy of ours, or an operator's own file. */
export function isAsset(text: string): boolean {
  return text.startsWith(ASSETS_PREFIX) && isStorageKey(text);
}

/** What stands in a template's row for a preview: `referredKey` reads it. */
export function storageReference(storageKey: string): string {
  return REFERENCE_PREFIX + storageKey;
}

/** The key that a reference names, or undefined for any other text. */
export function referredKey(text: string): string | undefined {
  return text.startsWith(REFERENCE_PREFIX) ? text.slice(REFERENCE_PREFIX.length) : undefined;
}

/** All texts in a JSON value, however deep, with the JSON Pointer of each. */
export function* textsIn(value: unknown, path = ""): Generator<readonly [path: string, text: string]> {
  if (typeof value === "string") yield [path, value];
  if (value === null || typeof value !== "object") return;
  for (const [name, item] of Object.entries(value)) yield* textsIn(item, `${path}/${name}`);
}
