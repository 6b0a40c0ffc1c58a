import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { RawImage } from "../../../../media-node/images/image-model.ts";
import { openUpscalingModel } from "../../../../media-node/images/upscaling/upscaling-model.ts";
import { openOnnxSession } from "../../../../media-node/onnx/onnx-session.ts";
import { createSessionCache } from "../../../../media-node/onnx/session-cache.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";
import { AppError } from "../../../../shared/errors.ts";
import { writeTinyUpscaler } from "../../../support/models/tiny-image-networks.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const OPTIONS = { providers: ["cpu"], threads: 1 } as const;
const QUIET = { onProgress: () => undefined, signal: new AbortController().signal };

function drawn(width: number, height: number, channels: 3 | 4 = 3): RawImage {
  const random = seededRandom(3);
  const pixels = Uint8Array.from({ length: width * height * channels }, (_, index) => {
    const pixel = Math.floor(index / channels);
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    return Math.round(127 + 90 * Math.sin(x / 9 + (index % channels)) * Math.cos(y / 7) + 20 * random());
  });
  return { width, height, channels, pixels };
}

/** The same formula without tiles: each pixel twice as wide and high, and the mean of its neighbourhood. */
function enlargedByHand({ width, height, pixels }: RawImage, scale: number, reach: number): Uint8Array {
  const [wide, high] = [width * scale, height * scale];
  const at = (x: number, y: number, channel: number): number => {
    const column = Math.floor(Math.min(wide - 1, Math.max(0, x)) / scale);
    const row = Math.floor(Math.min(high - 1, Math.max(0, y)) / scale);
    return pixels[3 * (row * width + column) + channel] ?? 0;
  };
  return Uint8Array.from({ length: 3 * wide * high }, (_, index) => {
    const [pixel, channel] = [Math.floor(index / 3), index % 3];
    const [x, y] = [pixel % wide, Math.floor(pixel / wide)];
    let sum = 0;
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) sum += at(x + dx, y + dy, channel);
    }
    return Math.round(sum / (2 * reach + 1) ** 2);
  });
}

function furthest(a: Uint8Array, b: Uint8Array): number {
  assert.equal(a.length, b.length);
  return a.reduce((max, value, index) => Math.max(max, Math.abs(value - (b[index] ?? 0))), 0);
}

async function upscaler(
  t: TestContext,
  layout: Parameters<typeof writeTinyUpscaler>[1] = {},
  open: typeof openOnnxSession = openOnnxSession,
) {
  const bundle = await writeTinyUpscaler(await temporaryFolder(t), layout);
  const cache = createSessionCache(1e8, open);
  t.after(() => cache.clear());
  return openUpscalingModel(bundle, cache, OPTIONS);
}

test("an image of many tiles is what it would be in one", async (t) => {
  const image = drawn(330, 290);
  const [made] = await (await upscaler(t)).run({ kind: "upscale", image }, QUIET);
  assert.deepEqual([made?.width, made?.height, made?.channels], [660, 580, 3]);
  assert.ok(furthest(made?.pixels ?? new Uint8Array(), enlargedByHand(image, 2, 2)) <= 1);
});

test("a network of fixed size gets tiles of that size, also of a smaller image", async (t) => {
  const model = await upscaler(t, { scale: 4, edge: 64 });
  for (const [width, height] of [
    [150, 70],
    [20, 10],
  ] as const) {
    const image = drawn(width, height);
    const [made] = await model.run({ kind: "upscale", image }, QUIET);
    assert.deepEqual([made?.width, made?.height], [4 * width, 4 * height]);
    const apart = furthest(made?.pixels ?? new Uint8Array(), enlargedByHand(image, 4, 2));
    assert.ok(apart <= 1, `${width} × ${height}: ${apart}`);
  }
});

test("a lesser scale than the network's is the mean of its pixels, in many tiles as in one", async (t) => {
  const image = drawn(150, 70);
  const model = await upscaler(t, { scale: 4, edge: 64 });
  const [whole] = await model.run({ kind: "upscale", image }, QUIET);
  const [made] = await model.run({ kind: "upscale", image, scale: 2 }, QUIET);
  assert.deepEqual([made?.width, made?.height], [300, 140]);
  const pixels = whole?.pixels ?? new Uint8Array();
  const halved = Uint8Array.from({ length: 3 * 300 * 140 }, (_, index) => {
    const [pixel, channel] = [Math.floor(index / 3), index % 3];
    const first = 3 * (2 * Math.floor(pixel / 300) * 600 + 2 * (pixel % 300)) + channel;
    return [0, 3, 1_800, 1_803].reduce((sum, offset) => sum + (pixels[first + offset] ?? 0) / 4, 0.5);
  });
  assert.ok(furthest(made?.pixels ?? new Uint8Array(), halved) <= 1);
  await assert.rejects(model.run({ kind: "upscale", image, scale: 3 }, QUIET), {
    code: "MODEL_UNAVAILABLE",
    message: "This model makes images 4 times as large, and cannot make them 3 times.",
  });
});

test("opacity is kept", async (t) => {
  const image = drawn(40, 30, 4);
  for (let pixel = 0; pixel < 40 * 30; pixel += 1) image.pixels[4 * pixel + 3] = pixel % 40 < 20 ? 255 : 0;
  const [made] = await (await upscaler(t)).run({ kind: "upscale", image }, QUIET);
  assert.equal(made?.channels, 4);
  const opacityAt = (x: number): number => made?.pixels[4 * (30 * 80 + x) + 3] ?? -1;
  assert.deepEqual([opacityAt(5), opacityAt(75)], [255, 0]);
});

test("what stands in transparent parts does not darken the rim of the rest", async (t) => {
  const pixels = new Uint8Array(4 * 40 * 30);
  for (let pixel = 0; pixel < 40 * 30; pixel += 1)
    if (pixel % 40 < 20) pixels.set([240, 30, 60, 255], 4 * pixel);
  const image: RawImage = { width: 40, height: 30, channels: 4, pixels };
  const [made] = await (await upscaler(t)).run({ kind: "upscale", image }, QUIET);
  for (let x = 0; x < 80; x += 1) {
    assert.deepEqual(
      [...(made?.pixels.subarray(4 * (30 * 80 + x), 4 * (30 * 80 + x) + 3) ?? [])],
      [240, 30, 60],
      `${x}`,
    );
  }
});

test("where memory runs out tiles get smaller, and the image is the same", async (t) => {
  const image = drawn(200, 120);
  const edges = new Set<number>();
  const narrow: typeof openOnnxSession = async (path, options) => {
    const session = await openOnnxSession(path, options);
    return {
      ...session,
      run: (feeds, fetches) => {
        const edge = feeds.input?.dims.at(-1) ?? 0;
        edges.add(edge);
        if (edge > 64) throw new AppError("OUT_OF_MEMORY");
        return session.run(feeds, fetches);
      },
    };
  };
  const [made] = await (await upscaler(t, {}, narrow)).run({ kind: "upscale", image }, QUIET);
  assert.deepEqual([...edges], [256, 128, 64]);
  assert.ok(furthest(made?.pixels ?? new Uint8Array(), enlargedByHand(image, 2, 2)) <= 1);
});

test("a result beyond the bounds is refused before it takes memory", async (t) => {
  const model = await upscaler(t, { scale: 8 });
  const image: RawImage = { width: 2_000, height: 2_000, channels: 3, pixels: new Uint8Array(12_000_000) };
  await assert.rejects(model.run({ kind: "upscale", image }, QUIET), { code: "SOURCE_TOO_LARGE" });
});

test("an abort is heard between two tiles", async (t) => {
  const model = await upscaler(t, { edge: 64 });
  const stop = new AbortController();
  const reason = new Error("stopped");
  const hooks = { onProgress: () => stop.abort(reason), signal: stop.signal };
  await assert.rejects(model.run({ kind: "upscale", image: drawn(300, 64) }, hooks), reason);
});
