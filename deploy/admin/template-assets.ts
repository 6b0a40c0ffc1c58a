// Files that an operator's template brings: `"logo": {"file": "logo.png"}` and `"music": {"file": "theme.mp3"}`, beside
// the JSON file that names them. Each is checked and copied into the storage, and its key takes the name's place.
// Images are drawn again as PNG, so that nodes never open an operator's file; names that lead out of the JSON file's
// folder are refused, since such a file may come from elsewhere.
import { createReadStream } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { checkStoredAsset } from "../../control-plane/catalog/check-stored-assets.ts";
import { BUNDLED_FFMPEG, BUNDLED_FFPROBE } from "../../media-node/ffmpeg/bundled-tools.ts";
import { inSrgb } from "../../media-node/images/srgb.ts";
import { sharp } from "../../media-node/images/uncached-sharp.ts";
import { LOGO_FORMATS } from "../../media-node/reel/read-logo.ts";
import { probeSource } from "../../media-node/source/probe-source.ts";
import { hasErrorCode } from "../../shared/errors.ts";
import { isId, newId } from "../../shared/ids.ts";
import { CATALOG_LIMITS } from "../../shared/limits/catalog.ts";
import { REEL_TEMPLATE_LIMITS } from "../../shared/limits/highlights.ts";
import { invalidRequest } from "../../shared/schemas/validate.ts";
import type { ObjectStorage, OpenStorage } from "../../shared/storage/object-storage.ts";
import { HIGHLIGHT_RENDER_MODEL } from "../../shared/tasks/highlight-job.ts";
import { assetKey } from "../../shared/templates/template-files.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** What is wrong with a file that the operator named; the message completes a sentence about its field. */
class FileProblem extends Error {}

interface AssetFile {
  readonly path: string;
  readonly sizeBytes: number;
}

interface AssetField {
  /** The object of the input that names the file, and its field that takes the key. */
  readonly name: string;
  readonly field: string;
  /** Stores a copy and returns its key. @throws FileProblem */
  readonly store: (file: AssetFile, templateId: string, storage: ObjectStorage) => Promise<string>;
}

/** A logo as a PNG of at most the size that is kept. @throws FileProblem; sharp's error */
async function drawLogo(file: Buffer): Promise<Buffer> {
  const image = sharp(file, { limitInputPixels: REEL_TEMPLATE_LIMITS.logoPixels });
  const { format } = await image.metadata();
  if (!LOGO_FORMATS.includes(format)) throw new FileProblem("must be a PNG, JPEG or WebP image");
  const edge = CATALOG_LIMITS.imageEdgePx;
  return (await inSrgb(image))
    .autoOrient()
    .resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true })
    .png()
    .toBuffer();
}

async function storeImage(file: AssetFile, templateId: string, storage: ObjectStorage): Promise<string> {
  const { logoFileBytes, logoPixels } = REEL_TEMPLATE_LIMITS;
  if (file.sizeBytes > logoFileBytes) throw new FileProblem(`has more than ${logoFileBytes} bytes`);
  const image = await drawLogo(await readFile(file.path)).catch((error: unknown) => {
    if (error instanceof FileProblem) throw error;
    if (/pixel limit/i.test(String(error))) throw new FileProblem(`has more than ${logoPixels} pixels`);
    throw new FileProblem("is not an image that can be read", { cause: error });
  });
  const key = assetKey(templateId, `${newId("asset")}.png`);
  await storage.write(key, image);
  return key;
}

const TOOLS = { ffmpeg: BUNDLED_FFMPEG, ffprobe: BUNDLED_FFPROBE };
const MUSIC_ENDINGS = [".mp3", ".m4a", ".aac", ".wav", ".flac", ".ogg", ".opus"];

async function storeMusic(file: AssetFile, templateId: string, storage: ObjectStorage): Promise<string> {
  const { musicBytes, musicS } = CATALOG_LIMITS;
  const tooLong = `must be at most ${musicS} s long`;
  if (file.sizeBytes > musicBytes) throw new FileProblem(`has more than ${musicBytes} bytes`);
  const ending = extname(file.path).toLowerCase();
  if (!MUSIC_ENDINGS.includes(ending))
    throw new FileProblem(`must end in one of ${MUSIC_ENDINGS.join(", ")}`);
  const probing = probeSource(TOOLS, file.path, new AbortController().signal);
  const { audio, durationS } = await probing.catch((error: unknown) => {
    if (hasErrorCode(error, "SOURCE_TOO_LONG")) throw new FileProblem(tooLong);
    throw new FileProblem("is not a sound file that can be read", { cause: error });
  });
  if (audio === null) throw new FileProblem("is not a sound file that can be read");
  if (durationS > musicS) throw new FileProblem(tooLong);
  const key = assetKey(templateId, `${newId("asset")}${ending}`);
  await storage.putStream(key, createReadStream(file.path), file.sizeBytes);
  return key;
}

const ASSET_FIELDS: Readonly<Record<string, readonly AssetField[]>> = {
  [HIGHLIGHT_RENDER_MODEL]: [
    { name: "logo", field: "image", store: storeImage },
    { name: "music", field: "asset", store: storeMusic },
  ],
};

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function findFile(folder: string, name: unknown): Promise<AssetFile> {
  if (typeof name !== "string" || name === "") throw new FileProblem("must be the name of a file");
  const home = await realpath(folder);
  const path = await realpath(join(home, name)).catch(() => undefined);
  if (path === undefined) throw new FileProblem(`names no file beside the imported one: ${name}`);
  if (!path.startsWith(home + sep)) throw new FileProblem("must lie in the folder of the imported file");
  const info = await stat(path);
  if (!info.isFile()) throw new FileProblem("is not a regular file");
  return { path, sizeBytes: info.size };
}

/** An imported file whose assets are stored. */
export interface StoredAssets {
  readonly file: unknown;
  readonly storageKeys: readonly string[];
}

export interface AssetSource {
  /** Of the imported file. */
  readonly folder: string;
  readonly storage: OpenStorage;
}

/**
 * Stores the files that templates of an imported file name, and puts their keys in place. Templates that bring files get
 * their id here, since the keys hold it. What is not as it should be otherwise is left for the import to refuse.
 * @throws AppError INVALID_REQUEST naming the field; then nothing remains stored
 */
export async function storeAssets(file: unknown, { folder, storage }: AssetSource): Promise<StoredAssets> {
  const storageKeys: string[] = [];
  const storeField = async (
    input: JsonObject,
    field: AssetField,
    id: string,
    path: string,
  ): Promise<JsonObject> => {
    const named = input[field.name];
    if (!isObject(named) || !("file" in named)) return input;
    const { file: name, ...rest } = named;
    try {
      const key = await field.store(await findFile(folder, name), id, await storage());
      storageKeys.push(key);
      return { ...input, [field.name]: { ...rest, [field.field]: key } };
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      throw invalidRequest([{ path: `${path}/input/${field.name}/file`, message: error.message }]);
    }
  };
  const storeAll = async (template: unknown, index: number): Promise<unknown> => {
    if (!isObject(template) || !isObject(template.input)) return template;
    const id = template.template_id ?? newId("template");
    if (typeof id !== "string" || !isId("template", id)) return template;
    const fields = ASSET_FIELDS[String(template.model)] ?? [];
    let { input } = template as { input: JsonObject };
    for (const field of fields) input = await storeField(input, field, id, `/${index}`);
    return input === template.input ? template : { ...template, template_id: id, input };
  };
  if (!Array.isArray(file)) return { file, storageKeys };
  try {
    const templates: unknown[] = [];
    for (const [index, template] of file.entries()) {
      const stored = await storeAll(template, index);
      await checkStoredAsset(stored, `/${index}`, storage);
      templates.push(stored);
    }
    return { file: templates, storageKeys };
  } catch (error) {
    await removeAssets({ storageKeys }, storage);
    throw error;
  }
}

/** Removes what was stored for an import that was refused. */
export async function removeAssets(
  { storageKeys }: Pick<StoredAssets, "storageKeys">,
  storage: AssetSource["storage"],
): Promise<void> {
  for (const key of storageKeys) await (await storage()).remove(key);
}
