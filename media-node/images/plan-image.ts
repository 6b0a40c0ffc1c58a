// What is to be made of a generation task, before anything is run: how many outputs go into one batch, the work for any of
// them, and what their files say of themselves. Each kind of image model has a plan of its own.

import type { ImageBundle } from "./describe-image-model.ts";
import type { ImageWork } from "./image-model.ts";

export interface ImageTask {
  readonly bundle: ImageBundle;
  readonly tier: string;
  /** Satisfies the model's schema. */
  readonly input: Readonly<Record<string, unknown>>;
  /** A local file for each image that the input names, by its field. */
  readonly files: Readonly<Record<string, string>>;
  /** Where no seed is asked for. */
  readonly randomSeed: number;
  /** For loaded networks; batches may take as much again. */
  readonly memoryBytes: number;
}

export interface ImagePlan {
  /** Outputs that are made at once. */
  readonly batchSize: number;
  /** The work for outputs from an index on. */
  workFor(firstIndex: number, count: number): ImageWork;
  /** Whether outputs are changed from a client's image and not made up; their files say so. */
  readonly isEnhanced?: boolean;
  /** What lies behind transparent parts of the files, `#RRGGBB`; they stay so where not given. */
  readonly background?: string | null;
  /** What an output's file says of how it was made, by name. */
  describe(index: number): Readonly<Record<string, string | number>>;
}

/**
 * The local file of the image that the schema requires. That it was fetched is the caller's to see to: a
 * missing one is a fault of ours.
 */
export function inputImage({ image: path }: ImageTask["files"]): string {
  if (path === undefined) throw new Error("image is required and was not fetched");
  return path;
}
