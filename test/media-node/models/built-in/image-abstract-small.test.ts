// The built-in image model's networks take what the engine asks of them: any size, batches, an image to start from.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { DiffusionWork, ImageModel, RawImage } from "../../../../media-node/images/image-model.ts";
import { openImageModel } from "../../../../media-node/images/open-image-model.ts";
import { readBundle } from "../../../../media-node/models/model-bundle.ts";
import { createSessionCache } from "../../../../media-node/onnx/session-cache.ts";

const FOLDER = fileURLToPath(
  new URL("../../../../media-node/models/built-in/image-abstract-small", import.meta.url),
);
const QUIET = { onProgress: () => undefined, signal: new AbortController().signal };
const WORK: DiffusionWork = {
  kind: "diffusion",
  prompt: "",
  negativePrompt: "",
  width: 512,
  height: 512,
  steps: 8,
  guidanceScale: 4,
  scheduler: null,
  seeds: [5],
  initial: null,
  strength: 1,
  mask: null,
};
const cache = createSessionCache(256 * 1_024 * 1_024);
let model: ImageModel;

before(async () => {
  model = await openImageModel(await readBundle(FOLDER), cache, { providers: ["cpu"], threads: 1 });
});
after(() => cache.clear());

async function draw(prompt: string, options: Partial<DiffusionWork> = {}): Promise<RawImage> {
  const [image] = await model.run({ ...WORK, ...options, prompt }, QUIET);
  assert.ok(image);
  return image;
}

/** Mean red, green and blue, 0 to 255. */
function meanColour({ pixels }: RawImage): number[] {
  return [0, 1, 2].map(
    (channel) =>
      pixels.reduce((sum, value, at) => sum + (at % 3 === channel ? value : 0), 0) / (pixels.length / 3),
  );
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, at) => value - (b[at] ?? 0)));
}

test("the same prompt and seed make the same image, again and in a batch", async () => {
  const once = await draw("orange waves", { seeds: [8] });
  const [, second] = await model.run({ ...WORK, prompt: "orange waves", seeds: [7, 8] }, QUIET);
  assert.deepEqual(second?.pixels, once.pixels);
});

test("images of any size that 32 pixels divide, small and odd ones too, come out whole", async () => {
  for (const [width, height] of [
    [896, 512],
    [544, 608],
    [96, 256],
  ] as const) {
    const image = await draw("purple and pink bokeh", { width, height, steps: 4 });
    assert.deepEqual([image.width, image.height], [width, height]);
    assert.equal(image.pixels.length, width * height * 3);
  }
});

test("an image to start from shows through, the more the less it is changed", async () => {
  const initial = await draw("yellow and black stripes");
  const [near, far] = await Promise.all(
    [0.3, 0.95].map((strength) => draw("blue silk", { initial, strength, steps: 10 })),
  );
  const change = (made?: RawImage): number => distance(meanColour(made ?? initial), meanColour(initial));
  assert.ok(change(near) < change(far) / 2, `${change(near)} and ${change(far)}`);
});
