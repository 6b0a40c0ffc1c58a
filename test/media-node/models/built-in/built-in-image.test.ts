// The image model that comes with the project: a prompt's colours and brightness are seen in its image, and other
// prompts give other images.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { DiffusionWork, RawImage } from "../../../../media-node/images/image-model.ts";
import { openImageModel } from "../../../../media-node/images/open-image-model.ts";
import { createSessionCache } from "../../../../media-node/onnx/session-cache.ts";
import { BUILT_IN_IMAGE_MODEL } from "../../../../shared/templates/image-templates.ts";
import { builtInBundles } from "../../../support/media-node/media-pools.ts";

const QUIET = { onProgress: () => undefined, signal: new AbortController().signal };
const STEPS = 10;

/** What people call these, red, green and blue. */
const COLORS = {
  red: [220, 30, 35],
  orange: [245, 130, 25],
  yellow: [250, 220, 40],
  green: [40, 160, 60],
  blue: [35, 80, 215],
  purple: [125, 50, 170],
  pink: [240, 120, 180],
  black: [12, 12, 14],
  white: [245, 245, 245],
} as const satisfies Record<string, readonly [number, number, number]>;
type ColorName = keyof typeof COLORS;

const cache = createSessionCache(1e9);
after(() => cache.clear());
const bundle = (await builtInBundles()).find(({ manifest }) => manifest.name === BUILT_IN_IMAGE_MODEL);
assert.ok(bundle !== undefined);
const model = await openImageModel(bundle, cache, { providers: ["cpu"], threads: 1 });

async function make(prompt: string, seeds: readonly number[]): Promise<RawImage[]> {
  const work: DiffusionWork = {
    kind: "diffusion",
    prompt,
    negativePrompt: "",
    width: 512,
    height: 512,
    steps: STEPS,
    guidanceScale: 4,
    scheduler: null,
    seeds,
    initial: null,
    strength: 1,
    mask: null,
  };
  return model.run(work, QUIET);
}

/** Mean colour of a part of an image, all of it unless told. */
function meanColor(
  { pixels, width, height }: RawImage,
  isIn: (x: number, y: number) => boolean = () => true,
): number[] {
  const sums = [0, 0, 0];
  let count = 0;
  for (let pixel = 0; pixel < width * height; pixel += 7) {
    if (!isIn((pixel % width) / width, Math.floor(pixel / width) / height)) continue;
    count += 1;
    for (let channel = 0; channel < 3; channel += 1)
      sums[channel] = (sums[channel] ?? 0) + (pixels[3 * pixel + channel] ?? 0);
  }
  return sums.map((sum) => sum / count);
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, index) => value - (b[index] ?? 0)));
}

function nearest(color: readonly number[]): ColorName {
  const names = Object.keys(COLORS) as ColorName[];
  return names.reduce((best, name) =>
    distance(color, COLORS[name]) < distance(color, COLORS[best]) ? name : best,
  );
}

test("a named colour is the one that the image has", async (t) => {
  const names = Object.keys(COLORS) as ColorName[];
  const seen: string[] = [];
  let right = 0;
  for (const name of names) {
    for (const image of await make(`plain ${name} gradient`, [1, 2])) {
      const answer = nearest(meanColor(image));
      if (answer === name) right += 1;
      else seen.push(`${name} was ${answer}`);
    }
  }
  t.diagnostic(`${right} of ${2 * names.length} agree; ${seen.join(", ")}`);
  assert.ok(right >= 0.75 * 2 * names.length);
});

test("a shape's colour is that of the shape, and the other one that of its background", async (t) => {
  let [inside, outside] = [0, 0];
  for (const [shape, background] of [
    ["red", "white"],
    ["yellow", "blue"],
    ["white", "purple"],
  ] as const) {
    for (const image of await make(`large ${shape} circle on ${background} background`, [1, 2])) {
      const middle = meanColor(image, (x, y) => Math.hypot(x - 0.5, y - 0.5) < 0.12);
      const corners = meanColor(image, (x, y) => Math.abs(x - 0.5) > 0.42 && Math.abs(y - 0.5) > 0.42);
      if (distance(middle, COLORS[shape]) < distance(middle, COLORS[background])) inside += 1;
      if (distance(corners, COLORS[background]) < distance(corners, COLORS[shape])) outside += 1;
    }
  }
  t.diagnostic(`${inside} of 6 shapes and ${outside} of 6 backgrounds`);
  assert.ok(inside >= 4 && outside >= 5);
});

test("a prompt for a dark scene gives a darker image than one for a bright scene", async () => {
  const brightness = async (prompt: string): Promise<number> => {
    const [image] = await make(prompt, [3]);
    assert.ok(image !== undefined);
    return meanColor(image).reduce((sum, value) => sum + value, 0) / 3;
  };
  for (const scene of ["mountains", "blue waves"]) {
    assert.ok((await brightness(`${scene}, bright`)) > (await brightness(`${scene}, dark`)) + 25, scene);
  }
});

test("other prompts give other images, and other seeds too", async () => {
  const prompts = ["ocean at sunset", "starry night sky", "green hills", "black and yellow stripes"];
  const images: (RawImage | undefined)[] = [];
  for (const prompt of prompts) images.push((await make(prompt, [4]))[0]);
  const [again] = await make(prompts[0] ?? "", [5]);
  const all = [...images, again].filter((image) => image !== undefined);
  for (const [index, first] of all.entries()) {
    for (const second of all.slice(index + 1)) {
      const apart = first.pixels.reduce(
        (sum, value, at) => sum + Math.abs(value - (second.pixels[at] ?? 0)),
        0,
      );
      assert.ok(apart / first.pixels.length > 8);
    }
  }
});
