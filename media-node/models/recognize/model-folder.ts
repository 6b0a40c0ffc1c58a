// A folder that was carried in by hand, as far as all layouts of models are alike: its files, its settings, and which of
// several precisions of a network is taken.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { errorMessage } from "../../../shared/error-message.ts";
import { AppError } from "../../../shared/errors.ts";
import { MODEL_LIMITS } from "../../../shared/limits/models.ts";
import { fileSizeOrNull } from "../file-size.ts";
import type { BundleDescription } from "../write-manifest.ts";

export interface RecognizedFolder {
  readonly description: BundleDescription;
  /** Of the folder, the files that belong to the model. */
  readonly paths: readonly string[];
}

export type Settings = Readonly<Record<string, unknown>>;

/** What nobody says of such a folder. */
export const ADDED_BY_HAND = {
  version: "added-by-hand",
  license: "unknown: see where the model comes from",
} as const;

/** A settings file; undefined where there is none. @throws AppError INVALID_REQUEST where it is not JSON */
export async function readSettings(folder: string, name: string): Promise<Settings | undefined> {
  const size = await fileSizeOrNull(join(folder, name));
  if (size === null || size > MODEL_LIMITS.settingsFileBytes) return undefined;
  try {
    const parsed: unknown = JSON.parse(await readFile(join(folder, name), "utf8"));
    return typeof parsed === "object" && parsed !== null ? (parsed as Settings) : undefined;
  } catch {
    throw new AppError("INVALID_REQUEST", `${join(folder, name)} is not JSON.`);
  }
}

/** Paths in the folder, and in those below it that layouts know. */
export async function listFiles(folder: string): Promise<Set<string>> {
  const top = await readdir(folder);
  const folders = ["onnx", "1_Pooling"].map(async (name) =>
    (await readdir(join(folder, name)).catch(() => [])).map((each) => `${name}/${each}`),
  );
  return new Set([...top, ...(await Promise.all(folders)).flat()]);
}

/** A network's file in the first precision that is there. @throws AppError INVALID_REQUEST */
export function firstPresent(
  present: ReadonlySet<string>,
  network: string,
  suffixes: readonly string[],
  folder: string,
): string {
  const candidates = suffixes.flatMap((suffix) => [
    `onnx/${network}${suffix}.onnx`,
    `${network}${suffix}.onnx`,
  ]);
  const found = candidates.find((path) => present.has(path));
  if (found === undefined) throw missingFile(folder, `${network}.onnx`);
  return found;
}

/** A network over 2 GiB has its weights in files beside it. */
export function withData(present: ReadonlySet<string>, path: string): string[] {
  return [
    path,
    ...[...present].filter((each) => /^[._]data/.test(each.slice(path.length)) && each.startsWith(path)),
  ];
}

/**
 * The refusal of a folder that an operator wants to add, to be thrown.
 * @param path of the missing file, below the folder
 */
export function missingFile(folder: string, path: string): AppError {
  return new AppError("INVALID_REQUEST", `${folder} has no ${path}, which the model needs.`);
}

/**
 * Reads a settings file as the model's engine will.
 * @param advice what to do about a file that does not say what the engine must know; a sentence
 * @throws AppError INVALID_REQUEST that names what is missing or wrong
 */
export async function readChecked<T>(
  folder: string,
  name: string,
  check: (value: unknown) => T,
  advice = "",
): Promise<T> {
  const settings = await readSettings(folder, name);
  if (settings === undefined) throw missingFile(folder, name);
  try {
    return check(settings);
  } catch (cause) {
    const reason = errorMessage(cause);
    const message = `${join(folder, name)} does not say what the model needs to know: ${reason} ${advice}`;
    throw new AppError("INVALID_REQUEST", message.trimEnd(), { cause });
  }
}
