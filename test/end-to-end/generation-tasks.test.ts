// Images through the public API, from the catalogue to the files, with a real media node's worker and a small diffusion
// model of random weights: what is asked for is what comes, and what cannot be made is refused or refunded.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import sharp from "sharp";
import type { Model } from "../../shared/schemas/model.ts";
import { callApi, failureOf } from "../support/control-plane/control-plane.ts";
import { imageAppliance, TINY_IMAGE, tinyPainter } from "../support/control-plane/image-appliance.ts";
import { moneyOf } from "../support/control-plane/tasks.ts";
import { importTestTemplates } from "../support/control-plane/templates.ts";
import { webhookReceiver } from "../support/control-plane/webhook-receiver.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { localServer } from "../support/local-server.ts";
import { until } from "../support/until.ts";

after(assertNoChildren);

const INPUT = { prompt: "red barn", seed: 7 };

function colour(width: number, height: number, background: string): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

async function pixelsOf(file: Buffer): Promise<Buffer> {
  return sharp(file).removeAlpha().raw().toBuffer();
}

describe("images", () => {
  test("a listed model makes what is asked for", { timeout: 120_000 }, async (t) => {
    const { plane, account, generate, download } = await imageAppliance(t, [await tinyPainter(t)]);
    const { body } = await callApi(plane, "GET", "/api/v1/models", { key: account.key });
    const [model] = body.data as unknown as Model[];
    assert.deepEqual(
      [model?.model, model?.title, model?.model_tiers, model?.default_output_count],
      ["tiny-painter", "Tiny painter", ["lite", "max"], 1],
    );
    const task = await generate({ input: INPUT, output_count: 2 });
    assert.equal(task.error, null);
    assert.deepEqual([task.status, task.billing.charged_moods], ["finished", 1]);
    const files = await Promise.all(task.result.map(({ file_url: url }) => download(url)));
    assert.deepEqual(
      files.map(({ type }) => type),
      ["image/png", "image/png"],
    );
    const [first, second] = files.map(({ content }) => content);
    assert.ok(first && second);
    const { width, height, format, xmp } = await sharp(first).metadata();
    assert.deepEqual([width, height, format], [64, 48, "png"]);
    for (const said of ["red barn", "<clipmill:seed>7<", "<clipmill:model>tiny-painter<", ">lite<"]) {
      assert.ok(xmp?.toString().includes(said), said);
    }
    const [item] = task.result;
    assert.match(item?.id ?? "", /^res_/);
    assert.match(item?.external_task_id ?? "", /^run_/);
    const thumbnail = await sharp((await download(item?.thumbnail_url ?? "")).content).metadata();
    assert.deepEqual([thumbnail.format, thumbnail.width], ["webp", 64]);

    const again = await generate({ input: { ...INPUT, seed: 8 } });
    const same = (await download(again.result[0]?.file_url ?? "")).content;
    assert.deepEqual(await pixelsOf(same), await pixelsOf(second), "outputs count up from the seed");
    assert.notDeepEqual(await pixelsOf(first), await pixelsOf(second));

    const plain = { ...INPUT, size: "48x64", format: "jpeg", quality: 40, metadata: false };
    const jpeg = await generate({ input: plain, model_tier: "max" });
    const [result] = jpeg.result;
    assert.deepEqual([result?.file_type, jpeg.billing.charged_moods], ["image/jpeg", 2]);
    const read = await sharp((await download(result?.file_url ?? "")).content).metadata();
    assert.deepEqual([read.format, read.width, read.height, read.xmp], ["jpeg", 48, 64, undefined]);
  });

  test("an image is started from, whole or behind a mask", { timeout: 120_000 }, async (t) => {
    const { generate, download, upload, post } = await imageAppliance(t, [await tinyPainter(t)]);
    const image = await upload(await colour(96, 128, "#3060c0"));
    const task = await generate({ input: { ...INPUT, image, strength: 0.4 } });
    assert.equal(task.error, null);
    const made = (await download(task.result[0]?.file_url ?? "")).content;
    const { width, height } = await sharp(made).metadata();
    assert.deepEqual([width, height], [48, 64], "the size of its shape");
    const left = await sharp(await colour(48, 64, "white"))
      .composite([{ input: await colour(24, 64, "black"), left: 0, top: 0 }])
      .png()
      .toBuffer();
    const filled = await generate({ input: { ...INPUT, image, mask: await upload(left) } });
    const pixels = await pixelsOf((await download(filled.result[0]?.file_url ?? "")).content);
    assert.deepEqual([...pixels.subarray(0, 3)], [0x30, 0x60, 0xc0], "black stays as it was");
    assert.notDeepEqual([...pixels.subarray(47 * 3, 48 * 3)], [0x30, 0x60, 0xc0]);

    const alone = await post("/generation-tasks", {
      model: TINY_IMAGE.slug,
      input: { ...INPUT, mask: image },
    });
    assert.equal(failureOf(alone), "422 INPUT_SCHEMA_VIOLATION", "a mask needs its image");
  });

  test("a template's input is overridden, and a task is cancelled in the middle", {
    timeout: 120_000,
  }, async (t) => {
    const { plane, account, generate, create, ended, post, download } = await imageAppliance(t, [
      await tinyPainter(t),
    ]);
    const [templateId] = await importTestTemplates(plane.sql, {
      model: TINY_IMAGE.slug,
      input: { prompt: "blue wave", size: "48x64", seed: 3 },
      raw_prompt: { prompt: "blue wave" },
    });
    const task = await generate({ template_id: templateId, input: { seed: 4, metadata: true } });
    assert.equal(task.error, null);
    const file = (await download(task.result[0]?.file_url ?? "")).content;
    const { width, xmp } = await sharp(file).metadata();
    assert.equal(width, 48);
    assert.ok(xmp?.includes("blue wave") && xmp.includes("<clipmill:seed>4<"));

    const silent = await localServer(t, () => undefined);
    const long = await create({ input: { ...INPUT, image: `${silent.url}/never.png` } });
    await until("the run to wait for its image", () => silent.connections() > 0);
    const reply = await post(`/generation-tasks/${long.task_id}/cancel`, {});
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    assert.equal((await ended(long.task_id)).error?.code, "CANCELLED");
    const next = await generate({ input: INPUT });
    assert.equal(next.status, "finished", "the node goes on");
    assert.ok(Number((await moneyOf(plane.sql, account.id)).used) > 0);
  });

  test("an input that cannot be is refused before anything is charged", { timeout: 60_000 }, async (t) => {
    const { plane, account, post, upload } = await imageAppliance(t, [await tinyPainter(t)]);
    const other = await plane.account();
    const foreign = await upload(await colour(8, 8, "red"));
    await plane.sql`update uploads set account_id = ${other.id}`;
    for (const [input, failure, path] of [
      [{}, "422 INPUT_SCHEMA_VIOLATION", "/input/prompt"],
      [{ ...INPUT, prompts: 1 }, "422 INPUT_SCHEMA_VIOLATION", "/input/prompts"],
      [{ ...INPUT, size: "63x63" }, "422 INPUT_SCHEMA_VIOLATION", "/input/size"],
      [{ ...INPUT, steps: 7 }, "422 INPUT_SCHEMA_VIOLATION", "/input/steps"],
      [{ ...INPUT, image: foreign }, "400 INVALID_REQUEST", "/input/image"],
      [{ ...INPUT, image: "../../etc/passwd" }, "400 INVALID_REQUEST", "/input/image"],
      [{ ...INPUT, image: "http://10.0.0.1/a.png" }, "400 INVALID_REQUEST", "/input/image"],
    ] as const) {
      const reply = await post("/generation-tasks", { model: TINY_IMAGE.slug, input });
      assert.equal(failureOf(reply), failure, JSON.stringify(input));
      assert.equal(reply.body.error?.details?.[0]?.path, path);
    }
    assert.equal((await moneyOf(plane.sql, account.id)).used, 0);
  });

  test("what fails late says why and is refunded, and webhooks tell of both ends", {
    timeout: 120_000,
  }, async (t) => {
    const { plane, account, generate, upload } = await imageAppliance(t, [await tinyPainter(t)]);
    const receiver = await webhookReceiver(t, [200]);
    const image = await upload(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "image.png");
    const failed = await generate({ input: { ...INPUT, image }, callback_url: receiver.url });
    assert.deepEqual([failed.status, failed.error?.code], ["failed", "SOURCE_UNSUPPORTED"]);
    assert.equal(failed.error?.message, "The image is no PNG, JPEG or WebP file.");
    assert.equal(failed.billing.refunded_moods, failed.billing.charged_moods);
    assert.equal((await moneyOf(plane.sql, account.id)).used, 0);
    const made = await generate({ input: INPUT, callback_url: receiver.url });
    await until("both calls", () => receiver.calls.length === 2);
    const payloads = receiver.calls.map(({ body }) => JSON.parse(body));
    const finished = payloads.find(({ event }) => event === "generation.finished");
    assert.equal(
      payloads.find(({ event }) => event === "generation.failed").error.code,
      "SOURCE_UNSUPPORTED",
    );
    assert.deepEqual([finished.task_id, finished.result[0].id], [made.task_id, made.result[0]?.id]);
    assert.equal("external_task_id" in finished.result[0], false);
  });
});
