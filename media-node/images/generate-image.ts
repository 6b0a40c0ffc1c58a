// Images by an image model in a thread: work in, images out.

import type { ModelBundle } from "../models/model-bundle.ts";
import type { ExecutionProvider } from "../onnx/execution-providers.ts";
import type { PassedOverProvider } from "../onnx/onnx-session.ts";
import { defineTask } from "../threads/define-task.ts";
import { runInThread } from "../threads/run-in-thread.ts";
import type { GeneratedImages, GenerateImageCall } from "./generate-image.worker.ts";
import type { ImageWork, RawImage } from "./image-model.ts";

const WORKER = new URL("./generate-image.worker.ts", import.meta.url);
export const GENERATE_IMAGE = defineTask<GenerateImageCall, GeneratedImages>(WORKER, "image");
/** Networks work on devices, so that several works at once cost little more memory than one. */
const GENERATE_ON_DEVICE = defineTask<GenerateImageCall, GeneratedImages>(WORKER, "device");

/** How image models are run on this machine. */
export interface ImageRunner {
  readonly providers: readonly ExecutionProvider[];
  /** Threads of one operator on the CPU. */
  readonly threads: number;
  /** What loaded networks may take together. */
  readonly memoryBytes: number;
  /** Told what a model ran on, and which providers could not be had for it. */
  readonly onProvider: (
    model: string,
    provider: ExecutionProvider,
    passedOver: readonly PassedOverProvider[],
  ) => void;
}

export interface ImageGeneration {
  readonly bundle: ModelBundle;
  readonly work: ImageWork;
  readonly signal: AbortSignal;
  /** Share of the work that is done, 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

/**
 * One image for each seed of diffusion, else one.
 * @throws AppError MODEL_UNAVAILABLE, OUT_OF_MEMORY, INVALID_REQUEST; `signal.reason` on abort
 */
export async function generateImage(
  runner: ImageRunner,
  generation: ImageGeneration,
): Promise<readonly RawImage[]> {
  const { providers, threads, memoryBytes, onProvider } = runner;
  const { bundle, work, signal, onProgress } = generation;
  const call = { bundle, providers, threads, memoryBytes, work };
  const task = providers[0] === "cpu" ? GENERATE_IMAGE : GENERATE_ON_DEVICE;
  const { images, provider, passedOver } = await runInThread(task, call, { signal, onProgress });
  if (provider !== null) onProvider(bundle.manifest.name, provider, passedOver);
  return images;
}
