// Images made larger and subjects cut out through the public API: networks of a few weights are added as an operator
// adds them, and clients upload, create tasks, and get files whose pixels are known.
import assert from "node:assert/strict";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, type TestContext, test } from "node:test";
import sharp, { type Sharp } from "sharp";
import { addBundle } from "../../media-node/models/add-bundle.ts";
import { CATALOGUE } from "../../media-node/models/catalogue/catalogue.ts";
import type { FoundBundle } from "../../media-node/models/find-bundles.ts";
import { readBundle } from "../../media-node/models/model-bundle.ts";
import type { Model } from "../../shared/schemas/model.ts";
import { callApi, failureOf } from "../support/control-plane/control-plane.ts";
import { type ImageAppliance, imageAppliance } from "../support/control-plane/image-appliance.ts";
import { moneyOf } from "../support/control-plane/tasks.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { writeTinyMatte, writeTinyUpscaler } from "../support/models/tiny-image-networks.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

after(assertNoChildren);

const [UPSCALER, MATTE] = ["tiny-realesrgan", "tiny-u2net"];

/** Both networks, added as files with telling names. */
async function addedBundles(t: TestContext): Promise<FoundBundle[]> {
  const root = await temporaryFolder(t);
  const networks = [
    [await writeTinyUpscaler(join(root, "a"), { scale: 4 }), UPSCALER],
    [await writeTinyMatte(join(root, "b"), { edgePx: 64 }), MATTE],
  ] as const;
  const found: FoundBundle[] = [];
  for (const [{ folder }, name] of networks) {
    const path = join(root, `${name}.onnx`);
    await rename(join(folder, "model.onnx"), path);
    const added = await addBundle({ path, modelsDir: join(root, "models"), catalogue: CATALOGUE });
    found.push({ ...(await readBundle(added.folder)), isBuiltIn: false });
  }
  return found;
}

/** A red disc on blue. */
function disc(width: number, height: number): Sharp {
  const radius = Math.min(width, height) / 3;
  const circle = `<circle cx="${width / 2}" cy="${height / 2}" r="${radius}" fill="#dc141e"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${circle}</svg>`;
  return sharp({ create: { width, height, channels: 3, background: "#141ec8" } }).composite([
    { input: Buffer.from(svg) },
  ]);
}

async function made({ generate, download }: ImageAppliance, body: object): Promise<Buffer> {
  const task = await generate(body);
  assert.equal(task.error, null);
  assert.equal(task.result.length, 1);
  return (await download(task.result[0]?.file_url ?? "")).content;
}

async function pixelAt(file: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x + 1) * info.channels)];
}

/** Mean difference of two images of one size. */
async function difference(a: Buffer, b: Sharp): Promise<number> {
  const [first, second] = [await sharp(a).removeAlpha().raw().toBuffer(), await b.raw().toBuffer()];
  assert.equal(first.length, second.length);
  return first.reduce((sum, value, index) => sum + Math.abs(value - (second[index] ?? 0)), 0) / first.length;
}

describe("models that change images", () => {
  test("what was added is offered, and an image becomes as much larger as its tier says", {
    timeout: 120_000,
  }, async (t) => {
    const appliance = await imageAppliance(t, await addedBundles(t));
    const { plane, account, upload } = appliance;
    const { body } = await callApi(plane, "GET", "/api/v1/models", { key: account.key });
    const models = body.data as unknown as Model[];
    const offers = models.map(({ model, capability, model_tiers: tiers, default_output_count: count }) =>
      [model, capability, count, ...tiers].join(),
    );
    assert.deepEqual(offers.sort(), [
      `${UPSCALER},IMAGE_GENERATION,1,lite,max`,
      `${MATTE},IMAGE_GENERATION,1,lite`,
    ]);
    for (const { input_schema: schema } of models) assert.deepEqual(schema.required, ["image"]);

    // A camera that was held upright: EXIF says that the image lies on its side.
    const lying = await disc(60, 40).jpeg({ quality: 95 }).withMetadata({ orientation: 6 }).toBuffer();
    const image = await upload(lying, "photo.jpg");
    const small = await made(appliance, { model: UPSCALER, input: { image } });
    const large = await made(appliance, { model: UPSCALER, model_tier: "max", input: { image } });
    for (const [file, scale] of [
      [small, 2],
      [large, 4],
    ] as const) {
      const { width, height, orientation, hasAlpha, xmp } = await sharp(file).metadata();
      assert.deepEqual([width, height, orientation, hasAlpha], [40 * scale, 60 * scale, undefined, false]);
      const wanted = sharp(lying).autoOrient().resize(width, height, { fit: "fill", kernel: "cubic" });
      assert.ok((await difference(file, wanted)) < 3);
      assert.ok(xmp?.toString().includes("/algorithmicallyEnhanced<"), "a photograph is not called made up");
      assert.ok(xmp?.toString().includes(`<clipmill:scale>${scale}<`));
    }
    assert.equal((await moneyOf(plane.sql, account.id)).used, 1 + 2);
  });

  test("a subject is cut out, transparent or on a colour", { timeout: 120_000 }, async (t) => {
    const appliance = await imageAppliance(t, await addedBundles(t));
    const image = await appliance.upload(await disc(90, 60).png().toBuffer());
    const cut = (input: object): Promise<Buffer> =>
      made(appliance, { model: MATTE, input: { image, ...input } });
    const transparent = await cut({});
    const [red = 0, green, blue, opacity = 0] = await pixelAt(transparent, 45, 30);
    assert.deepEqual([red, green, blue], [0xdc, 0x14, 0x1e]);
    assert.ok(opacity > 215, `${opacity}`);
    assert.ok(((await pixelAt(transparent, 2, 2))[3] ?? 255) < 30);
    assert.equal((await sharp(await cut({ format: "webp" })).metadata()).hasAlpha, true);
    const onGreen = await cut({ background: "#00ff40", metadata: false });
    const { hasAlpha, xmp } = await sharp(onGreen).metadata();
    assert.deepEqual([hasAlpha, xmp], [false, undefined]);
    const [, corner = 0] = await pixelAt(onGreen, 2, 2);
    assert.ok(corner > 225, `${corner}`);
    const onWhite = await cut({ format: "jpeg", quality: 95 });
    for (const channel of await pixelAt(onWhite, 2, 2)) assert.ok(channel > 220, `${channel}`);
  });

  test("an input that cannot be is refused before anything is charged", { timeout: 60_000 }, async (t) => {
    const { plane, account, post, upload } = await imageAppliance(t, await addedBundles(t));
    const image = await upload(await disc(8, 8).png().toBuffer());
    for (const [body, failure, path] of [
      [{ model: UPSCALER, input: {} }, "422 INPUT_SCHEMA_VIOLATION", "/input/image"],
      [{ model: UPSCALER, input: { image, scale: 3 } }, "422 INPUT_SCHEMA_VIOLATION", "/input/scale"],
      [
        { model: MATTE, input: { image, background: "red" } },
        "422 INPUT_SCHEMA_VIOLATION",
        "/input/background",
      ],
      [{ model: MATTE, input: { image }, output_count: 2 }, "400 INVALID_REQUEST", "/output_count"],
      [
        { model: MATTE, input: { image: "http://127.1/a.svg" }, model_tier: "max" },
        "400 INVALID_REQUEST",
        "/model_tier",
      ],
    ] as const) {
      const reply = await post("/generation-tasks", body);
      assert.equal(failureOf(reply), failure, JSON.stringify(body));
      assert.equal(reply.body.error?.details?.[0]?.path, path);
    }
    assert.equal((await moneyOf(plane.sql, account.id)).used, 0);
  });

  test("images that are too large, damaged or no images are refunded, with the reason", {
    timeout: 120_000,
  }, async (t) => {
    const { plane, account, create, ended, upload } = await imageAppliance(t, await addedBundles(t));
    const jpeg = await disc(400, 300).jpeg({ quality: 100 }).toBuffer();
    const huge = { width: 2_100, height: 2_000, channels: 3, background: "white" } as const;
    const broken: readonly (readonly [Buffer, string, RegExp])[] = [
      [
        await sharp({ create: huge }).png().toBuffer(),
        "SOURCE_TOO_LARGE",
        /^4 times as large, this image of 2100 × 2000 would have 68 million pixels; at most 64 million/,
      ],
      [jpeg.subarray(0, jpeg.length / 3), "SOURCE_UNSUPPORTED", /damaged/],
      [await disc(9, 9).gif().toBuffer(), "SOURCE_UNSUPPORTED", /no PNG, JPEG or WebP/],
      [Buffer.from("%PDF-1.7\n"), "SOURCE_UNSUPPORTED", /no PNG, JPEG or WebP/],
      [Buffer.alloc(1), "SOURCE_UNSUPPORTED", /no PNG, JPEG or WebP/],
    ];
    const tasks = [];
    for (const [content] of broken) {
      const image = await upload(content);
      tasks.push(await create({ model: UPSCALER, model_tier: "max", input: { image } }));
    }
    for (const [index, [, code, message]] of broken.entries()) {
      const { status, error, billing } = await ended(tasks[index]?.task_id ?? "");
      assert.deepEqual([status, error?.code], ["failed", code]);
      assert.match(error?.message ?? "", message);
      assert.equal(billing.refunded_moods, billing.charged_moods);
    }
    assert.equal((await moneyOf(plane.sql, account.id)).used, 0);
  });
});
