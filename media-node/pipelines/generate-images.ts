// The pipeline of generation tasks: the input's images → plan → batches → files. Only the order of stages is here. Each
// finished image is a checkpoint, and so is the seed: a run that takes over makes what is missing, and makes the same.
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { newId } from "../../shared/ids.ts";
import { IMAGE_LIMITS } from "../../shared/limits/images.ts";
import { taskFileKey } from "../../shared/storage/task-keys.ts";
import type { MediaSource } from "../../shared/tasks/clip-job.ts";
import type { GenerationJobRequest } from "../../shared/tasks/generation-job.ts";
import type { GenerationResult } from "../../shared/tasks/task-outcome.ts";
import { fetchImage } from "../images/fetch-image.ts";
import { generateImage } from "../images/generate-image.ts";
import { writeImage, writeThumbnail } from "../images/image-files.ts";
import { imageXmp } from "../images/image-metadata.ts";
import type { RawImage } from "../images/image-model.ts";
import { type OutputFormat, readOutputChoice } from "../images/input-fields.ts";
import type { ImagePlan, ImageTask } from "../images/plan-image.ts";
import { runStage } from "../threads/run-stage.ts";
import { planImages } from "./image-plans.ts";
import type { RunContext } from "./run-context.ts";
import { checkpoint, storedCheckpoint } from "./task-files.ts";

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
  await writeThumbnail(image, thumbnailPath, background);
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

/** The first output that is not made yet and how many in a row, up to a batch, are not either. */
function nextBatch(results: readonly (GenerationResult | undefined)[], batchSize: number): [number, number] {
  const first = results.indexOf(undefined);
  let count = first === -1 ? 0 : 1;
  while (count < batchSize && first + count < results.length && results[first + count] === undefined)
    count += 1;
  return [first, first === -1 ? 0 : count];
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

/**
 * Makes a task's images.
 * @throws AppError MODEL_UNAVAILABLE, OUT_OF_MEMORY, SOURCE_UNREACHABLE, SOURCE_UNSUPPORTED, SOURCE_TOO_LARGE
 */
export async function generateImages(
  context: RunContext,
  request: GenerationJobRequest,
): Promise<readonly GenerationResult[]> {
  const { tools, report, signal } = context;
  const total = request.outputCount;
  const results: (GenerationResult | undefined)[] = [];
  for (let index = 0; index < total; index += 1) {
    results.push(await storedCheckpoint<GenerationResult>(context, imageName(index)));
  }
  const [{ bundle }, plan] = await planTask(context, request);
  for (;;) {
    const [first, count] = nextBatch(results, plan.batchSize);
    if (count === 0) break;
    const work = plan.workFor(first, count);
    const message = batchMessage(first, count, total);
    const advance = (done: number): void =>
      report("generating", FETCHED + ((MADE - FETCHED) * (first + count * done)) / total, message);
    advance(0);
    const images = await runStage("generate", null, () =>
      generateImage(tools.images, { bundle, work, signal, onProgress: advance }),
    );
    for (const [offset, image] of images.entries()) {
      const index = first + offset;
      const store = (): Promise<GenerationResult> =>
        runStage("store", null, () => storeImage(context, request, image, plan, index));
      results[index] = await checkpoint(context, imageName(index), store);
    }
  }
  report("uploading", 1, "Finishing");
  return results.filter((result) => result !== undefined);
}
