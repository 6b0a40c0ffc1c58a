import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { RawImage } from "../../../../media-node/images/image-model.ts";
import { openMatteModel } from "../../../../media-node/images/mattes/matte-model.ts";
import { type MatteFamily, matteBlock } from "../../../../media-node/models/catalogue/image-tool-settings.ts";
import { createSessionCache } from "../../../../media-node/onnx/session-cache.ts";
import { writeTinyMatte } from "../../../support/models/tiny-image-networks.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const OPTIONS = { providers: ["cpu"], threads: 1 } as const;
const QUIET = { onProgress: () => undefined, signal: new AbortController().signal };
const [WIDTH, HEIGHT] = [120, 80];

/** A red disc of this radius on blue, with a part of its light. */
function disc(radius: number, channels: 3 | 4 = 3, light = 1): RawImage {
  const pixels = new Uint8Array(WIDTH * HEIGHT * channels).fill(255);
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel += 1) {
    const isInside = Math.hypot((pixel % WIDTH) - 60, Math.floor(pixel / WIDTH) - 40) < radius;
    const color = isInside ? [220, 20, 30] : [20, 30, 200];
    pixels.set(
      color.map((value) => light * value),
      channels * pixel,
    );
  }
  return { width: WIDTH, height: HEIGHT, channels, pixels };
}

async function cutOut(
  t: TestContext,
  image: RawImage,
  settings: Parameters<typeof writeTinyMatte>[1] = {},
): Promise<RawImage> {
  const bundle = await writeTinyMatte(await temporaryFolder(t), settings);
  const cache = createSessionCache(1e8);
  t.after(() => cache.clear());
  const model = await openMatteModel(bundle, cache, OPTIONS);
  const [made] = await model.run({ kind: "cut-out", image }, QUIET);
  assert.ok(made !== undefined);
  return made;
}

function opacityAt({ pixels }: RawImage, x: number, y: number): number {
  return pixels[4 * (y * WIDTH + x) + 3] ?? -1;
}

test("the subject stays, its background goes, and its colours are untouched", async (t) => {
  const image = disc(25);
  const made = await cutOut(t, image);
  assert.deepEqual([made.width, made.height, made.channels], [WIDTH, HEIGHT, 4]);
  // Scaling a hard edge overshoots, which the stretching of the mask then takes for the surest subject.
  assert.ok(opacityAt(made, 60, 40) > 215, `${opacityAt(made, 60, 40)}`);
  assert.ok(opacityAt(made, 5, 5) < 30, `${opacityAt(made, 5, 5)}`);
  assert.deepEqual([...made.pixels.subarray(0, 3)], [...image.pixels.subarray(0, 3)]);
  let wrong = 0;
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const distance = Math.hypot(x - 60, y - 40) - 25;
      if (Math.abs(distance) > 2 && opacityAt(made, x, y) > 127 !== distance < 0) wrong += 1;
    }
  }
  assert.equal(wrong, 0);
});

test("a network that gives no numbers is not taken for one that sees no subject", async (t) => {
  const settings = { deviation: [0, 0, 0], mean: [0, 0, 0] };
  await assert.rejects(cutOut(t, disc(25), settings), { code: "MODEL_UNAVAILABLE" });
});

test("networks that give logits, see another size, or want other pixels are read by their manifest", async (t) => {
  const settings = { edgePx: 64, mean: [0.5, 0.5, 0.5], deviation: [0.01, 0.01, 0.01], isLogits: true };
  const made = await cutOut(t, disc(25), settings);
  assert.ok(opacityAt(made, 60, 40) > 250);
  assert.ok(opacityAt(made, 5, 5) < 5);
});

test("what was transparent stays so", async (t) => {
  const image = disc(25, 4);
  image.pixels[4 * (40 * WIDTH + 60) + 3] = 0;
  assert.equal(opacityAt(await cutOut(t, image), 60, 40), 0);
});

test("an image without anything to tell apart is not torn to pieces", async (t) => {
  const made = await cutOut(t, disc(0));
  const values = new Set(Array.from({ length: WIDTH * HEIGHT }, (_, pixel) => made.pixels[4 * pixel + 3]));
  assert.equal(values.size, 1);
});

test("U²-Net sees a dark image as bright as any, also by manifests that do not say it, and the others see it dark", async (t) => {
  const spanOf = async (light: number, settings: Parameters<typeof writeTinyMatte>[1]): Promise<number> => {
    // Masks of little contrast are not stretched: what the network gave shows in them.
    const deviation = new Array<number>(3).fill(settings?.isLogits ? 1.3 : 6);
    const made = await cutOut(t, disc(25, 3, light), { ...settings, deviation });
    return opacityAt(made, 60, 40) - opacityAt(made, 5, 5);
  };
  const earlier = (family: MatteFamily) => {
    const { isBrightestOne: _, ...block } = matteBlock(family, 64);
    return block;
  };
  for (const [settings, isAlike] of [
    [matteBlock("u2net", 64), true],
    [earlier("u2net"), true],
    [matteBlock("isnet", 64), false],
    [earlier("isnet"), false],
    [matteBlock("birefnet", 64), false],
    [earlier("birefnet"), false],
  ] as const) {
    const [bright, dark] = [await spanOf(1, settings), await spanOf(0.1, settings)];
    assert.equal(Math.abs(bright - dark) <= 1, isAlike, `${JSON.stringify(settings)}: ${bright}, ${dark}`);
  }
});
