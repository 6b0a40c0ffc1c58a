// Settings files of models in the model hub's layout (config.json, preprocessor_config.json), read under a bound and
// checked before anything in them is believed.
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { MODEL_LIMITS } from "../../shared/limits/models.ts";
import { unusableModel } from "../onnx/unusable-model.ts";

/**
 * Reads and checks a bundle's settings file.
 * @throws AppError MODEL_UNAVAILABLE when it is missing, too large, or not what `check` wants
 */
export async function readHubSettings<T>(
  folder: string,
  name: string,
  check: (value: unknown) => T,
): Promise<T> {
  const path = join(folder, name);
  try {
    const { size } = await stat(path);
    if (size > MODEL_LIMITS.settingsFileBytes) throw new Error(`${path} has ${size} bytes`);
    return check(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    throw unusableModel(`${path} does not say what the model needs to know`, { cause: error });
  }
}

/** The first file of a bundle whose name fits. @throws AppError MODEL_UNAVAILABLE where there is none */
export function bundleFile(
  {
    folder,
    manifest,
  }: { readonly folder: string; readonly manifest: { readonly files: readonly { readonly path: string }[] } },
  pattern: RegExp,
): string {
  const file = manifest.files.find(({ path }) => pattern.test(path));
  if (file !== undefined) return join(folder, file.path);
  throw unusableModel(`${folder} has no file like ${pattern.source}`);
}
