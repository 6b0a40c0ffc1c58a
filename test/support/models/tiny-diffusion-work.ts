// Work for the tiny diffusion model, and the model opened as a node opens it.
import type { TestContext } from "node:test";
import { openDiffusionModel } from "../../../media-node/images/diffusion/diffusion-model.ts";
import type { DiffusionWork, RawImage } from "../../../media-node/images/image-model.ts";
import { createSessionCache } from "../../../media-node/onnx/session-cache.ts";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import { cleanUp } from "../clean-up.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { type TinyDiffusion, writeTinyDiffusion } from "./tiny-diffusion.ts";

export const OPTIONS = { providers: ["cpu"], threads: 1 } as const;
export const BUDGET_BYTES = 64 * 1_024 * 1_024;
export const QUIET = { onProgress: () => undefined, signal: new AbortController().signal };
export const [WIDTH, HEIGHT] = [32, 24];

export const WORK: DiffusionWork = {
  kind: "diffusion",
  prompt: "red barn",
  negativePrompt: "",
  width: WIDTH,
  height: HEIGHT,
  steps: 6,
  guidanceScale: 4,
  scheduler: null,
  seeds: [11],
  initial: null,
  strength: 1,
  mask: null,
};

/** Random pixels of the work's size. */
export function noiseImage(seed: number, channels: 3 | 4 = 3): RawImage {
  const random = seededRandom(seed);
  const pixels = Uint8Array.from({ length: WIDTH * HEIGHT * channels }, () => Math.floor(256 * random()));
  return { width: WIDTH, height: HEIGHT, channels, pixels };
}

/** White in the right half. */
export const RIGHT_HALF: RawImage = {
  width: WIDTH,
  height: HEIGHT,
  channels: 3,
  pixels: Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, index) =>
    Math.floor(index / 3) % WIDTH >= WIDTH / 2 ? 255 : 0,
  ),
};

/** A tiny bundle in a folder of its own, opened; its sessions end with the test. */
export async function openTiny(t: TestContext, options: TinyDiffusion = {}) {
  const folder = await temporaryFolder(t);
  const bundle = await writeTinyDiffusion(folder, options);
  const cache = createSessionCache(BUDGET_BYTES);
  cleanUp(t, () => cache.clear());
  const model = await openDiffusionModel(bundle, cache, OPTIONS);
  return { folder, model, cache };
}
