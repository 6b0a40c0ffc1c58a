// What every image model looks like from outside, whatever it does: work in, images out. One file for all families,
// so that the thread that runs them, the pipeline and the tests speak of the same things.

import type { SchedulerName } from "../models/image-settings.ts";
import type { ExecutionProvider } from "../onnx/execution-providers.ts";
import type { PassedOverProvider } from "../onnx/onnx-session.ts";

/** Row by row, 8 bits a channel. */
export interface RawImage {
  readonly width: number;
  readonly height: number;
  /** RGB, or RGB and opacity. */
  readonly channels: 3 | 4;
  readonly pixels: Uint8Array;
}

export interface DiffusionWork {
  readonly kind: "diffusion";
  readonly prompt: string;
  readonly negativePrompt: string;
  /** Pixels of the result; the model's step divides them. */
  readonly width: number;
  readonly height: number;
  readonly steps: number;
  /** How much the prompt counts; 1 asks the network once a step and leaves the negative prompt out. */
  readonly guidanceScale: number;
  /** Null for the one that the bundle names. */
  readonly scheduler: SchedulerName | null;
  /** One image each. */
  readonly seeds: readonly number[];
  /** What to start from, of the result's size; null for noise alone. */
  readonly initial: RawImage | null;
  /** How much of the initial image is regenerated, 0 to 1. */
  readonly strength: number;
  /** White where the initial image is regenerated, of the result's size; null for everywhere. */
  readonly mask: RawImage | null;
}

export interface UpscaleWork {
  readonly kind: "upscale";
  readonly image: RawImage;
  /** How many times as wide and high; a divisor of what the network makes, which it is where not given. */
  readonly scale?: number;
}

export interface CutOutWork {
  readonly kind: "cut-out";
  readonly image: RawImage;
}

export type ImageWork = DiffusionWork | UpscaleWork | CutOutWork;

export interface ImageWorkHooks {
  /** Share of the work that is done, 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  /** Looked at between two runs of a network. */
  readonly signal: AbortSignal;
}

export interface ImageModel {
  /** What the heaviest network runs on; null before it was first loaded. */
  readonly provider: () => ExecutionProvider | null;
  readonly passedOver: () => readonly PassedOverProvider[];
  /**
   * @returns one image for each seed of diffusion, else one
   * @throws AppError OUT_OF_MEMORY, MODEL_UNAVAILABLE; `signal.reason` on abort
   */
  run(work: ImageWork, hooks: ImageWorkHooks): Promise<RawImage[]>;
}
