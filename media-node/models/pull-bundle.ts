// Installs a model of the catalogue over the network: every file fetched into a staging folder, verified there, and the
// whole made visible in one step. What the catalogue pins must be so; of what it does not pin, the size and the hash
// that the server announces must be so, and the manifest records the hash that the first download had.
import { mkdir, rm, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Dispatcher } from "undici";
import { MODEL_LIMITS } from "../../shared/limits/models.ts";
import { MIB } from "../../shared/limits/units.ts";
import { addressOf, type CatalogueEntry, type CatalogueFile } from "./catalogue/catalogue-entry.ts";
import { discardPart, downloadFile } from "./download-file.ts";
import { fileSizeOrNull } from "./file-size.ts";
import { askFile, findFileSizes } from "./hub-file-sizes.ts";
import { type BundleManifest, isWhole } from "./model-bundle.ts";
import { modelFailure, writeFailure } from "./model-failure.ts";
import { createModelDispatcher, type ModelLimits } from "./request-model.ts";
import { installStaged, openStagingFolder, REVISION_MARK, repairModelsFolder } from "./staging-folder.ts";
import { describeBundle, describeFile, writeManifest } from "./write-manifest.ts";

export interface PullProgress {
  readonly file: string;
  readonly receivedBytes: number;
  /** Of all files whose size is known. */
  readonly totalBytes: number;
}

export interface Pull {
  readonly entry: CatalogueEntry;
  readonly modelsDir: string;
  /** Without a trailing slash. */
  readonly mirror?: string | undefined;
  /** Fetches it again where it is installed already. */
  readonly force?: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: PullProgress) => void;
  readonly limits?: Partial<ModelLimits>;
  /** Of its files, where they have been asked for already. */
  readonly sizes?: readonly (number | null)[];
}

export interface PulledBundle {
  readonly name: string;
  readonly folder: string;
  readonly wasInstalled: boolean;
  /** Files whose hash nobody had pinned: recorded now, held to from now on. */
  readonly recorded: readonly string[];
}

interface Context extends Pull {
  readonly staging: string;
  readonly dispatcher: Dispatcher;
  readonly bounds: ModelLimits;
}

/**
 * @throws AppError UNAVAILABLE (network, disk, a file that is not what it should be), `signal.reason` on abort. What has
 * arrived stays for the next try.
 */
export async function pullBundle(pull: Pull): Promise<PulledBundle> {
  const { entry, modelsDir } = pull;
  const target = join(modelsDir, entry.name);
  // A model that a killed installation had put aside is there again.
  await repairModelsFolder(modelsDir).catch((error: unknown) => {
    throw writeFailure(modelsDir, error);
  });
  if (pull.force !== true && (await isWhole(target))) {
    return { name: entry.name, folder: target, wasInstalled: true, recorded: [] };
  }
  const bounds = { ...MODEL_LIMITS, ...pull.limits };
  const dispatcher = createModelDispatcher(bounds);
  const overdue = AbortSignal.timeout(bounds.pullTimeoutMs);
  try {
    // With the revision in its name, so that files of two revisions are never put together.
    const staging = await openStagingFolder(modelsDir, stagingName(entry));
    const context = { ...pull, staging, dispatcher, bounds, signal: AbortSignal.any([pull.signal, overdue]) };
    const files = await fetchFiles(context);
    await writeManifest(staging, { ...describeBundle(entry), files });
    const folder = await installStaged({ stagingFolder: staging, modelsDir, name: entry.name });
    const recorded = entry.files.filter(({ sha256 }) => sha256 === null).map(({ path }) => path);
    return { name: entry.name, folder, wasInstalled: false, recorded };
  } catch (error) {
    if (error === overdue.reason)
      throw modelFailure("The download took too long; run it again.", { retryable: false });
    throw error;
  } finally {
    await dispatcher.destroy();
  }
}

function stagingName({ name, source }: CatalogueEntry): string {
  return `${name}${REVISION_MARK}${source.revision.slice(0, 12)}`;
}

/**
 * Removes what has arrived of a pull that nobody wants any more, unless another process is at it.
 * @throws AppError UNAVAILABLE where the models' folder cannot be written
 */
export async function discardPull({ entry, modelsDir }: Pick<Pull, "entry" | "modelsDir">): Promise<void> {
  const staging = await openStagingFolder(modelsDir, stagingName(entry));
  await rm(staging, { recursive: true, force: true });
}

async function fetchFiles(context: Context): Promise<BundleManifest["files"]> {
  const sizes = context.sizes ?? (await findFileSizes({ ...context, limits: context.bounds }));
  const totalBytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  const missingBytes = totalBytes - (await stagedBytes(context));
  await assertRoom(context, missingBytes);
  const fetched: BundleManifest["files"] = [];
  let doneBytes = 0;
  for (const file of context.entry.files) {
    const onProgress = (receivedBytes: number): void =>
      context.onProgress({ file: file.path, receivedBytes: doneBytes + receivedBytes, totalBytes });
    const described = await fetchFile(context, file, onProgress);
    fetched.push(described);
    doneBytes += described.sizeBytes;
    context.onProgress({ file: file.path, receivedBytes: doneBytes, totalBytes });
  }
  return fetched;
}

async function stagedBytes({ staging, entry }: Context): Promise<number> {
  const paths = entry.files.flatMap(({ path }) => [join(staging, path), join(staging, `${path}.part`)]);
  const sizes = await Promise.all(paths.map(fileSizeOrNull));
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

async function assertRoom({ staging, bounds, modelsDir }: Context, missingBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(staging);
  const freeBytes = bavail * bsize;
  if (freeBytes >= missingBytes + bounds.spareDiskBytes) return;
  const [missing, free] = [missingBytes, freeBytes].map((bytes) => Math.ceil(bytes / MIB));
  const spare = Math.ceil(bounds.spareDiskBytes / MIB);
  const reason = `${modelsDir} has ${free} MiB free, and the model needs ${missing} MiB more; ${spare} MiB must stay free.`;
  throw modelFailure(reason, { retryable: false });
}

type DescribedFile = BundleManifest["files"][number];

/**
 * A file that an earlier pull has left whole. That pull may have ended before it had verified it, or the machine before
 * all of it was on the disk: what is not as it should be is removed, to be fetched again.
 */
async function findStaged(context: Context, file: CatalogueFile): Promise<DescribedFile | null> {
  const { staging, dispatcher } = context;
  const path = join(staging, file.path);
  if ((await fileSizeOrNull(path)) === null) return null;
  const described = await describeFile(staging, file.path);
  const expected = file.sha256 === null ? await askFile(context, file, dispatcher) : file;
  const isExpected =
    expected.sha256 === null
      ? described.sizeBytes === expected.sizeBytes
      : described.sha256 === expected.sha256;
  if (isExpected) return described;
  await discardPart(path);
  return null;
}

async function fetchFile(
  context: Context,
  file: CatalogueFile,
  onProgress: (receivedBytes: number) => void,
): Promise<DescribedFile> {
  const { staging, dispatcher, signal, bounds, entry, mirror } = context;
  const path = join(staging, file.path);
  const url = addressOf(entry.source, file, mirror);
  await mkdir(dirname(path), { recursive: true }).catch((error: unknown) => {
    throw writeFailure(path, error);
  });
  const staged = await findStaged(context, file);
  if (staged !== null) return staged;
  const { sizeBytes } = file;
  const download = { url, path, sizeBytes, dispatcher, signal, limits: bounds, onProgress };
  const { sha256: announcedSha256 } = await downloadFile(download);
  const described = await describeFile(staging, file.path);
  const expected = file.sha256 ?? announcedSha256;
  if (expected === null || described.sha256 === expected) return described;
  await discardPart(path);
  const says = file.sha256 === null ? "the server announces" : "the catalogue says";
  throw modelFailure(
    `${url} has the SHA-256 ${described.sha256}, and ${says} ${expected}: it is damaged or another file. Nothing was installed.`,
    { retryable: false },
  );
}
