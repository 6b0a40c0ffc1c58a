// Installs a model that was carried in by hand: a bundle's folder, a folder in a layout that is known, or a single file
// that the catalogue knows by its SHA-256 or whose name tells what it does with images. Files are copied, verified as
// copies, and made visible in one step.
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, mkdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { errorMessage } from "../../shared/error-message.ts";
import { AppError } from "../../shared/errors.ts";
import type { CatalogueEntry } from "./catalogue/catalogue-entry.ts";
import { fileSizeOrNull } from "./file-size.ts";
import { hashFile } from "./hash-file.ts";
import { type BundleManifest, MANIFEST_FILE, readBundle } from "./model-bundle.ts";
import { writeFailure } from "./model-failure.ts";
import { ADDED_BY_HAND } from "./recognize/model-folder.ts";
import { nameFrom, recognizeFolder } from "./recognize/recognize-folder.ts";
import { recognizeImageNetwork } from "./recognize/recognize-image-tools.ts";
import { installStaged, openStagingFolder, REVISION_MARK } from "./staging-folder.ts";
import { type BundleDescription, describeBundle, describeFile, writeManifest } from "./write-manifest.ts";

export interface Addition {
  readonly path: string;
  readonly modelsDir: string;
  readonly catalogue: readonly CatalogueEntry[];
  /** Instead of the folder's own name; a name of the catalogue says which model it is. */
  readonly name?: string | undefined;
}

export interface AddedBundle {
  readonly name: string;
  readonly folder: string;
  readonly manifest: BundleManifest;
}

/** One file of the bundle, where it is now. */
interface CarriedFile {
  readonly from: string;
  readonly path: string;
  readonly expected?: { readonly sizeBytes: number; readonly sha256: string };
}

interface Carried {
  readonly description: BundleDescription;
  readonly files: readonly CarriedFile[];
}

const BUNDLE_NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/;

/** The name in a bundle of a network that was added alone, whatever it was called. */
const NETWORK_FILE = "model.onnx";

const ACCEPTED =
  "Accepted are: a folder with a manifest.json, as `pull` installs it; a folder of the model hub with a Whisper model " +
  "(config.json, generation_config.json, tokenizer.json, encoder_model.onnx, decoder_model_merged.onnx), a sentence " +
  "encoder (config.json, tokenizer.json, model.onnx), an Audio Spectrogram Transformer (config.json, " +
  "preprocessor_config.json, model.onnx), or CLIP or SigLIP (these and tokenizer.json, tokenizer_config.json, " +
  "text_model.onnx, vision_model.onnx); a folder of a diffusion model in the diffusers layout (model_index.json, " +
  "scheduler, text_encoder, tokenizer, unet, vae_decoder and vae_encoder, with model.onnx in each network's); a folder of " +
  "a NeMo CTC or TDT model as onnx-asr reads it (config.json, vocab.txt and the .onnx files); a single file that the " +
  "catalogue knows by its SHA-256; a network, or a folder with one, that is called Real-ESRGAN, U²-Net (u2net), IS-Net " +
  "(isnet) or BiRefNet.";

/** @throws AppError INVALID_REQUEST that says what is wrong with it or what is accepted, UNAVAILABLE for the disk */
export async function addBundle(addition: Addition): Promise<AddedBundle> {
  if (addition.name !== undefined && !BUNDLE_NAME.test(addition.name)) {
    throw invalid("A model's name has lower-case letters, digits, dots and dashes, at most 100.");
  }
  const carried = await recognize(addition);
  const { name } = carried.description;
  const stagingFolder = await openStagingFolder(addition.modelsDir, `${name}${REVISION_MARK}added`);
  try {
    const files: BundleManifest["files"] = [];
    for (const file of carried.files) files.push(await takeIn(stagingFolder, file));
    const manifest = { ...carried.description, version: versionOf(carried.description, files), files };
    await writeManifest(stagingFolder, manifest);
    // What was written is read as a node will read it.
    await readBundle(stagingFolder);
    const folder = await installStaged({ stagingFolder, modelsDir: addition.modelsDir, name });
    return { name, folder, manifest };
  } finally {
    await rm(stagingFolder, { recursive: true, force: true });
  }
}

/**
 * Where nobody says the version, the files tell it: kept transcripts are found by it, and words of the model that had this
 * name before would be taken for those of this one.
 */
function versionOf({ version }: BundleDescription, files: BundleManifest["files"]): string {
  if (version !== ADDED_BY_HAND.version) return version;
  const hashes = files.map(({ path, sha256 }) => [path, sha256]);
  const digest = createHash("sha256").update(JSON.stringify(hashes)).digest("hex");
  return `${version}-${digest.slice(0, 12)}`;
}

async function recognize(addition: Addition): Promise<Carried> {
  const path = resolve(addition.path);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw invalid(`There is no ${path}.`);
  if (found.isFile()) return recognizeFile(path, addition);
  if (!found.isDirectory()) throw invalid(`${path} is neither a file nor a folder.`);
  if ((await fileSizeOrNull(join(path, MANIFEST_FILE))) !== null)
    return readCarriedBundle(path, addition.name);
  const recognized = await recognizeFolder(path, addition.catalogue, addition.name);
  if (recognized === undefined) throw invalid(`${path} is no model that is known. ${ACCEPTED}`);
  const { description, paths } = recognized;
  return { description, files: paths.map((each) => ({ path: each, from: join(path, each) })) };
}

async function readCarriedBundle(folder: string, name: string | undefined): Promise<Carried> {
  const { manifest } = await readBundle(folder).catch((error: unknown) => {
    const reason = errorMessage(error);
    throw invalid(`${join(folder, MANIFEST_FILE)} cannot be used: ${reason}`, error);
  });
  // Only built-in models lie in packages: what is added has its files in its folder.
  const { files, package: _, ...description } = manifest;
  return {
    description: { ...description, name: name ?? description.name },
    files: files.map((file) => ({ path: file.path, from: join(folder, file.path), expected: file })),
  };
}

async function recognizeFile(file: string, { catalogue, name }: Addition): Promise<Carried> {
  const sha256 = await hashFile(file);
  const entry = catalogue.find(({ files }) => files.some((each) => each.sha256 === sha256));
  const known = entry?.files.find((each) => each.sha256 === sha256);
  if (entry === undefined || known === undefined) {
    const called = name ?? nameFrom(file.replace(/\.onnx$/i, ""));
    const description = await recognizeImageNetwork(file, `${called} ${basename(file)}`, called);
    if (description !== undefined) return { description, files: [{ path: NETWORK_FILE, from: file }] };
    throw invalid(`${file} (SHA-256 ${sha256}) is no model that the catalogue knows. ${ACCEPTED}`);
  }
  if (entry.files.length > 1) {
    const paths = entry.files.map(({ path }) => path).join(", ");
    throw invalid(`${basename(file)} is one file of ${entry.name}: add a folder that has all of ${paths}.`);
  }
  return { description: describeBundle(entry), files: [{ path: known.path, from: file }] };
}

async function takeIn(staging: string, file: CarriedFile): Promise<BundleManifest["files"][number]> {
  const to = join(staging, file.path);
  if ((await fileSizeOrNull(file.from)) === null) throw invalid(`${file.from} is missing.`);
  try {
    await mkdir(dirname(to), { recursive: true });
    // On file systems that can, the copy shares its blocks with the original.
    await copyFile(file.from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    throw writeFailure(to, error);
  }
  const described = await describeFile(staging, file.path);
  const { expected } = file;
  if (expected !== undefined && described.sha256 !== expected.sha256) {
    throw invalid(`${file.from} is damaged: its SHA-256 is not the one that the manifest says.`);
  }
  return described;
}

function invalid(message: string, cause?: unknown): AppError {
  return new AppError("INVALID_REQUEST", message, { cause });
}
