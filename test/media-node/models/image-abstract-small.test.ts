// The built-in image model through the engine that runs all diffusion bundles: pictures have the colours, the shapes'
// places and the brightness that prompts name. Seeds are fixed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { DiffusionWork, ImageModel, Picture } from "../../../media-node/engines/image-model.ts";
import { readBundle } from "../../../media-node/engines/model-bundle.ts";
import { openImageModel } from "../../../media-node/engines/open-image-model.ts";
import { createSessionCache } from "../../../media-node/engines/session-cache.ts";

const FOLDER = fileURLToPath(new URL("../../../media-node/models/image-abstract-small", import.meta.url));
const QUIET = { onProgress: () => undefined, signal: new AbortController().signal };
const WORK: DiffusionWork = {
  ...{
    kind: "diffusion",
    prompt: "",
    negativePrompt: "",
    width: 512,
    height: 512,
    steps: 8,
    guidanceScale: 4,
  },
  ...{ scheduler: null, seeds: [5], initial: null, strength: 1, mask: null },
};
const COLOURS: Readonly<Record<string, readonly [number, number, number]>> = {
  ...{ red: [224, 31, 38], green: [45, 163, 68], blue: [31, 86, 216], yellow: [250, 223, 40] },
  ...{ pink: [246, 125, 180], white: [250, 250, 250], black: [13, 13, 16] },
};

const cache = createSessionCache(256 * 1_024 * 1_024);
let model: ImageModel;

before(async () => {
  model = await openImageModel(await readBundle(FOLDER), cache, { providers: ["cpu"], threads: 1 });
});
after(() => cache.clear());

async function draw(prompt: string, options: Partial<DiffusionWork> = {}): Promise<Picture> {
  const [picture] = await model.run({ ...WORK, ...options, prompt }, QUIET);
  assert.ok(picture);
  return picture;
}

type Mean = readonly [number, number, number];

/** Mean colour of those pixels that are in the part. */
function meanColour(
  { width, height, pixels }: Picture,
  isIn: (x: number, y: number) => boolean = () => true,
): Mean {
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let at = 0; at < width * height; at += 1) {
    if (!isIn((at % width) / width, Math.floor(at / width) / height)) continue;
    count += 1;
    for (const channel of [0, 1, 2] as const) sum[channel] += pixels[3 * at + channel] ?? 0;
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

function distance(a: Mean, b: Mean): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function nearestName(mean: Mean): string {
  const names = Object.keys(COLOURS);
  const far = (name: string): number => distance(mean, COLOURS[name] as Mean);
  return names.reduce((best, name) => (far(name) < far(best) ? name : best));
}

test("backgrounds have the colour that their prompt names", async () => {
  const wanted = Object.keys(COLOURS);
  const found: string[] = [];
  for (const colour of wanted)
    found.push(nearestName(meanColour(await draw(`a plain ${colour} backdrop for my video`))));
  assert.deepEqual(found, wanted);
});

test("a shape and its background keep their colours apart", async () => {
  const isMiddle = (x: number, y: number): boolean => Math.hypot(x - 0.5, y - 0.5) < 0.06;
  const isCorner = (x: number, y: number): boolean => Math.abs(x - 0.5) > 0.42 && Math.abs(y - 0.5) > 0.42;
  for (const [shape, around] of [
    ["red", "white"],
    ["yellow", "blue"],
    ["white", "black"],
  ]) {
    const picture = await draw(`a big ${shape} circle on a ${around} background`);
    assert.equal(nearestName(meanColour(picture, isMiddle)), shape, `${shape} in the middle`);
    assert.equal(nearestName(meanColour(picture, isCorner)), around, `${around} in the corners`);
  }
});

test("dark pictures are darker than bright ones", async () => {
  const light = async (prompt: string): Promise<number> => {
    const [r, g, b] = meanColour(await draw(prompt));
    return (r + g + b) / 3;
  };
  for (const scene of ["blue gradient", "green hills by day"]) {
    const [dark, bright] = [await light(`${scene}, very dark, moody`), await light(`${scene}, very bright`)];
    assert.ok(bright > dark + 40, `${scene}: ${dark} and ${bright}`);
  }
});

test("other prompts make other pictures of the same noise, and the same prompt the same picture", async () => {
  const prompts = ["orange waves", "night sky with stars", "green and white stripes"];
  const pictures = await Promise.all(prompts.map((prompt) => draw(prompt)));
  const again = await draw("orange waves");
  assert.deepEqual(again.pixels, pictures[0]?.pixels);
  const apart = (a: Picture, b: Picture): number =>
    a.pixels.reduce((sum, value, at) => sum + Math.abs(value - (b.pixels[at] ?? 0)), 0) / a.pixels.length;
  for (const [i, a] of pictures.entries())
    for (const b of pictures.slice(i + 1)) assert.ok(apart(a, b) > 30, `${apart(a, b)}`);
});

test("pictures of any size that 32 pixels divide, small and odd ones too, come out whole", async () => {
  for (const [width, height] of [
    [896, 512],
    [544, 608],
    [96, 256],
  ] as const) {
    const picture = await draw("purple and pink bokeh", { width, height, steps: 4 });
    assert.deepEqual([picture.width, picture.height], [width, height]);
    assert.equal(picture.pixels.length, width * height * 3);
  }
});

test("a picture to start from shows through, the more the less it is changed", async () => {
  const initial = await draw("yellow and black stripes");
  const [near, far] = await Promise.all(
    [0.3, 0.95].map((strength) => draw("blue silk", { initial, strength, steps: 10 })),
  );
  const change = (made?: Picture): number => distance(meanColour(made ?? initial), meanColour(initial));
  assert.ok(change(near) < change(far) / 2, `${change(near)} and ${change(far)}`);
});
