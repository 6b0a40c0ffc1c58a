// The pipeline of generation tasks: the input's images → plan → batches → files. Only the order of stages is here. Each
// finished image is a checkpoint, and so is the seed: a run that takes over makes what is missing, and makes the same.
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { AppError } from "../../shared/errors.ts";
import { newId } from "../../shared/ids.ts";
import { IMAGE_LIMITS } from "../../shared/limits/images.ts";
import { asNodeLack } from "../../shared/node-lack.ts";
import { taskFileKey } from "../../shared/storage/task-keys.ts";
import type { GenerationJobRequest } from "../../shared/tasks/generation-job.ts";
import type { MediaSource } from "../../shared/tasks/media-source.ts";
import type { GenerationResult } from "../../shared/tasks/task-outcome.ts";
import { fetchImage } from "../images/fetch-image.ts";
import { generateImage } from "../images/generate-image.ts";
import { writeImage, writeThumbnail } from "../images/image-files.ts";
import { imageXmp } from "../images/image-metadata.ts";
import type { RawImage } from "../images/image-model.ts";
import { type OutputFormat, readOutputChoice } from "../images/input-fields.ts";
import type { ImagePlan, ImageTask } from "../images/plan-image.ts";
import { runStage } from "../threads/run-stage.ts";
import { checkpoint, storedCheckpoint } from "./checkpoints.ts";
import { planImages } from "./image-plans.ts";
import type { RunContext } from "./run-context.ts";

const FILE_TYPES: Readonly<Record<OutputFormat, { extension: string; type: string }>> = {
  png: { extension: "png", type: "image/png" },
  jpeg: { extension: "jpg", type: "image/jpeg" },
  webp: { extension: "webp", type: "image/webp" },
};

const FETCHED = 0.05;
const MADE = 0.98;

/** A local file for each source. */
async function fetchImages(
  context: RunContext,
  sources: Readonly<Record<string, MediaSource>>,
): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const [index, [field, source]] of Object.entries(sources).entries()) {
    files[field] = await fetchImage({ ...context, source, fileName: `input-${index}` });
  }
  return files;
}

/** Stores an image's files and says where they are. */
async function storeImage(
  { taskId, storage, scratchFolder }: RunContext,
  request: GenerationJobRequest,
  image: RawImage,
  { describe, background = null, isEnhanced = false }: ImagePlan,
  index: number,
): Promise<GenerationResult> {
  const { format, quality, metadata } = readOutputChoice(request.input);
  const { extension, type } = FILE_TYPES[format];
  const id = newId("result");
  const path = join(scratchFolder, `${id}.${extension}`);
  const thumbnailPath = join(scratchFolder, `${id}-small.webp`);
  const { model, tier } = request;
  const xmp = metadata ? imageXmp({ model, tier, isEnhanced, details: describe(index) }) : null;
  await writeImage(image, path, { format, quality, xmp, background });
  await writeThumbnail(image, thumbnailPath, { format, background });
  const fileKey = taskFileKey(taskId, `results/${id}.${extension}`);
  const thumbnailKey = taskFileKey(taskId, `results/${id}-thumbnail.webp`);
  await storage.putFile(fileKey, path);
  await storage.putFile(thumbnailKey, thumbnailPath);
  return { id, status: "SUCCESS", fileKey, fileType: type, thumbnailKey };
}

function imageName(index: number): string {
  return `image-${index}`;
}

function batchMessage(first: number, count: number, total: number): string {
  return count === 1
    ? `Image ${first + 1} of ${total}`
    : `Images ${first + 1} to ${first + count} of ${total}`;
}

/** Outputs in their order, as many in a row as a batch has. */
function batchesOf(indices: readonly number[], batchSize: number): number[][] {
  const batches: number[][] = [];
  for (const index of indices) {
    const last = batches.at(-1);
    if (last !== undefined && last.length < batchSize && last.at(-1) === index - 1) last.push(index);
    else batches.push([index]);
  }
  return batches;
}

async function planTask(context: RunContext, request: GenerationJobRequest): Promise<[ImageTask, ImagePlan]> {
  const { tools, report } = context;
  const bundle = tools.models.image(request.model);
  const { sources = {}, tier, input } = request;
  report("fetching", 0, "Reading the input");
  const randomSeed = await checkpoint(context, "seed", async () => randomInt(IMAGE_LIMITS.seed + 1));
  const files = await fetchImages(context, sources);
  const { memoryBytes } = tools.images;
  const task: ImageTask = { bundle, tier, input, files, randomSeed, memoryBytes };
  return [task, await planImages(task)];
}

interface ImageJob {
  readonly context: RunContext;
  readonly request: GenerationJobRequest;
  readonly task: ImageTask;
  readonly plan: ImagePlan;
  /** By index; undefined of what is not made. */
  readonly results: (GenerationResult | undefined)[];
}

/** What every output would meet, now or on this node, ends the run and says nothing of one output. */
const OF_THE_RUN: ReadonlySet<string> = new Set(["MODEL_UNAVAILABLE", "OUT_OF_MEMORY", "UNAVAILABLE"]);

function isOfTheRun(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted || asNodeLack(error) !== undefined) return true;
  return error instanceof AppError && OF_THE_RUN.has(error.code);
}

async function makeBatch(
  { context, request, task, plan, results }: ImageJob,
  batch: readonly number[],
  failures: Map<number, unknown>,
): Promise<void> {
  const { tools, report, signal } = context;
  const { outputCount: total } = request;
  const [first = 0] = batch;
  const noteFailure = (error: unknown, indices: readonly number[]): void => {
    if (isOfTheRun(error, signal)) throw error;
    context.logger.warn({ err: error, outputs: indices }, "outputs were not made");
    for (const index of indices) failures.set(index, error);
  };
  const message = batchMessage(first, batch.length, total);
  const advance = (done: number): void =>
    report("generating", FETCHED + ((MADE - FETCHED) * (first + batch.length * done)) / total, message);
  advance(0);
  let images: readonly RawImage[] = [];
  try {
    const work = plan.workFor(first, batch.length);
    images = await runStage("generate", null, () =>
      generateImage(tools.images, { bundle: task.bundle, work, signal, onProgress: advance }),
    );
  } catch (error) {
    noteFailure(error, batch);
  }
  for (const [offset, image] of images.entries()) {
    const index = first + offset;
    const store = (): Promise<GenerationResult> =>
      runStage("store", null, () => storeImage(context, request, image, plan, index));
    try {
      results[index] = await checkpoint(context, imageName(index), store);
    } catch (error) {
      noteFailure(error, [index]);
    }
  }
}

/** Makes what is missing, and returns why outputs were not made. @throws what says nothing of a single output */
async function makeMissing(job: ImageJob, batchSize: number): Promise<ReadonlyMap<number, unknown>> {
  const missing = [...job.results.keys()].filter((index) => job.results[index] === undefined);
  const failures = new Map<number, unknown>();
  for (const batch of batchesOf(missing, batchSize)) await makeBatch(job, batch, failures);
  return failures;
}

/**
 * Makes a task's images. An output that fails while others are made is tried once more by itself, since a batch fails
 * with any of its outputs, and some failures pass; then it is told as failed. It is no checkpoint: a run that takes over
 * tries it again.
 * @throws AppError MODEL_UNAVAILABLE, OUT_OF_MEMORY, SOURCE_UNREACHABLE, SOURCE_UNSUPPORTED, SOURCE_TOO_LARGE; the first
 * failure of an output where none was made
 */
export async function generateImages(
  context: RunContext,
  request: GenerationJobRequest,
): Promise<readonly GenerationResult[]> {
  const results: (GenerationResult | undefined)[] = [];
  for (let index = 0; index < request.outputCount; index += 1) {
    results.push(await storedCheckpoint<GenerationResult>(context, imageName(index)));
  }
  const [task, plan] = await planTask(context, request);
  const job: ImageJob = { context, request, task, plan, results };
  const failures = await makeMissing(job, plan.batchSize);
  const isAnyMade = (): boolean => results.some((result) => result !== undefined);
  const wereTogether = Math.min(plan.batchSize, request.outputCount) > 1;
  if (failures.size > 0 && (isAnyMade() || wereTogether)) await makeMissing(job, 1);
  if (!isAnyMade()) throw [...failures.values()][0];
  context.report("uploading", 1, "Finishing");
  return results.map(
    (result) => result ?? { id: newId("result"), status: "FAILED", fileKey: null, fileType: null },
  );
}
