// What holds of images by diffusion whatever the networks are: masks, seeds, batches, memory, prompts, precision, aborts.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openDiffusionModel } from "../../../../media-node/images/diffusion/diffusion-model.ts";
import type { RawImage } from "../../../../media-node/images/image-model.ts";
import { SCHEDULER_NAMES } from "../../../../media-node/models/image-settings.ts";
import { openOnnxSession } from "../../../../media-node/onnx/onnx-session.ts";
import { createSessionCache } from "../../../../media-node/onnx/session-cache.ts";
import { AppError } from "../../../../shared/errors.ts";
import { writeTinyDiffusion } from "../../../support/models/tiny-diffusion.ts";
import {
  BUDGET_BYTES,
  HEIGHT,
  noiseImage,
  OPTIONS,
  openTiny,
  QUIET,
  RIGHT_HALF,
  WIDTH,
  WORK,
} from "../../../support/models/tiny-diffusion-work.ts";

function meanDistance(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

describe("what is not to change stays", () => {
  for (const kind of ["plain", "filling"] as const) {
    test(`with a mask, and a network that is ${kind === "plain" ? "not " : ""}trained to fill in`, async (t) => {
      const { model } = await openTiny(t, { kind });
      const initial = noiseImage(6);
      const [image] = await model.run({ ...WORK, initial, mask: RIGHT_HALF }, QUIET);
      assert.ok(image !== undefined);
      let changed = 0;
      image.pixels.forEach((value, index) => {
        const isRight = Math.floor(index / 3) % WIDTH >= WIDTH / 2;
        if (!isRight) assert.equal(value, initial.pixels[index]);
        else if (value !== initial.pixels[index]) changed += 1;
      });
      assert.ok(changed > 0.9 * 3 * HEIGHT * (WIDTH / 2));
    });
  }
});

test("a network that was trained to fill in makes all of an image where there is no mask, from a prompt or from an image", async (t) => {
  const { model } = await openTiny(t, { kind: "filling" });
  const mask: RawImage = { ...RIGHT_HALF, pixels: RIGHT_HALF.pixels.map(() => 255) };
  const initial = noiseImage(6);
  const [promptAlone] = await model.run(WORK, QUIET);
  const [allMasked] = await model.run({ ...WORK, initial, mask }, QUIET);
  assert.deepEqual(promptAlone, allMasked);
  const work = { ...WORK, initial, strength: 0.6 };
  const [fromImage] = await model.run(work, QUIET);
  const [fromMasked] = await model.run({ ...work, mask }, QUIET);
  assert.deepEqual(fromImage, fromMasked);
  assert.notDeepEqual(fromImage, promptAlone);
});

describe("in a single step", () => {
  const schedules = [
    {},
    { timestep_spacing: "linspace" },
    { timestep_spacing: "trailing", use_karras_sigmas: true },
  ];
  for (const scheduler of SCHEDULER_NAMES) {
    test(`${scheduler} keeps more of a given image at a lower strength, and none at 1`, async (t) => {
      for (const schedule of schedules) {
        const { model } = await openTiny(t, { schedule });
        const work = { ...WORK, scheduler, steps: 1, guidanceScale: 1 };
        const make = async (strength: number, initial: RawImage | null): Promise<Uint8Array> =>
          (await model.run({ ...work, strength, initial }, QUIET))[0]?.pixels ?? new Uint8Array();
        const [first, second] = [noiseImage(5), noiseImage(6)];
        const apart = async (strength: number): Promise<number> =>
          meanDistance(await make(strength, first), await make(strength, second));
        const [weak, half, whole] = [await apart(0.1), await apart(0.6), await apart(1)];
        assert.ok(weak > half && half > 0, `${JSON.stringify(schedule)}: ${weak}, ${half}`);
        assert.equal(whole, 0);
        assert.deepEqual(await make(1, first), await make(1, null));
      }
    });
  }
});

describe("seeds and batches", () => {
  test("an image is the same alone and among others, whatever the scheduler", async (t) => {
    const { model } = await openTiny(t);
    for (const scheduler of ["euler", "euler_ancestral", "ddim", "dpm++_2m", "lcm"] as const) {
      const work = { ...WORK, scheduler, seeds: [1, 2, 3] };
      const together = await model.run(work, QUIET);
      assert.equal(together.length, 3);
      for (const [index, seed] of work.seeds.entries()) {
        const [alone] = await model.run({ ...work, seeds: [seed] }, QUIET);
        const apart = together[index]?.pixels.map((value, at) => Math.abs(value - (alone?.pixels[at] ?? 0)));
        assert.ok(Math.max(...(apart ?? [255])) <= 1, `${scheduler}, seed ${seed}`);
      }
      assert.notDeepEqual(together[0]?.pixels, together[1]?.pixels);
    }
  });

  test("where memory runs out the batch is halved, and the images are the same", async (t) => {
    const { folder } = await openTiny(t);
    const bundle = await writeTinyDiffusion(folder);
    const rows: number[] = [];
    const narrow: typeof openOnnxSession = async (path, options) => {
      const session = await openOnnxSession(path, options);
      return {
        ...session,
        run: (feeds, fetches) => {
          const count = feeds.encoder_hidden_states?.dims[0] ?? 0;
          rows.push(count);
          if (count > 4) throw new AppError("OUT_OF_MEMORY");
          return session.run(feeds, fetches);
        },
      };
    };
    const cache = createSessionCache(BUDGET_BYTES, narrow);
    t.after(() => cache.clear());
    const model = await openDiffusionModel(bundle, cache, OPTIONS);
    const wide = await openTiny(t);
    const work = { ...WORK, seeds: [1, 2, 3, 4] };
    const [narrowly, widely] = [await model.run(work, QUIET), await wide.model.run(work, QUIET)];
    assert.deepEqual(
      narrowly.map(({ pixels }) => [...pixels]),
      widely.map(({ pixels }) => [...pixels]),
    );
    assert.ok(rows.includes(8) && rows.includes(4));
  });

  test("one image that does not fit ends with OUT_OF_MEMORY, and the model goes on", async (t) => {
    const { folder } = await openTiny(t);
    const bundle = await writeTinyDiffusion(folder);
    let isFull = true;
    const full: typeof openOnnxSession = async (path, options) => {
      const session = await openOnnxSession(path, options);
      return {
        ...session,
        run: (feeds, fetches) => {
          if (isFull && feeds.encoder_hidden_states !== undefined) throw new AppError("OUT_OF_MEMORY");
          return session.run(feeds, fetches);
        },
      };
    };
    const cache = createSessionCache(BUDGET_BYTES, full);
    t.after(() => cache.clear());
    const model = await openDiffusionModel(bundle, cache, OPTIONS);
    await assert.rejects(model.run({ ...WORK, seeds: [1, 2] }, QUIET), { code: "OUT_OF_MEMORY" });
    isFull = false;
    assert.equal((await model.run(WORK, QUIET)).length, 1);
  });
});

test("emphasis moves the image the further the stronger it is, and a long prompt is read to its end", async (t) => {
  const { model } = await openTiny(t);
  const make = async (prompt: string): Promise<Uint8Array> => {
    const [image] = await model.run({ ...WORK, prompt }, QUIET);
    return image?.pixels ?? new Uint8Array();
  };
  const plain = await make("red barn");
  const [slightly, strongly] = [await make("(red:1.1) barn"), await make("(red:1.8) barn")];
  assert.ok(meanDistance(plain, slightly) > 0);
  assert.ok(meanDistance(plain, strongly) > 2 * meanDistance(plain, slightly));
  assert.deepEqual(await make("(red barn:1.0)"), plain);
  const long = "blue ".repeat(14);
  assert.ok(meanDistance(await make(`${long} red`), await make(`${long} snow`)) > 0.05);
});

test("half precision gives nearly the same image", async (t) => {
  const [single, half] = [await openTiny(t), await openTiny(t, { precision: "float16" })];
  const [first] = await single.model.run(WORK, QUIET);
  const [second] = await half.model.run(WORK, QUIET);
  const apart = first?.pixels.map((value, index) => Math.abs(value - (second?.pixels[index] ?? 0)));
  const max = Math.max(...(apart ?? [255]));
  assert.ok(max <= 8, `largest distance ${max}`);
});

test("an abort is heard between two steps", async (t) => {
  const { model } = await openTiny(t);
  const stop = new AbortController();
  const reason = new Error("stopped");
  const hooks = { onProgress: () => stop.abort(reason), signal: stop.signal };
  await assert.rejects(model.run(WORK, hooks), reason);
});
