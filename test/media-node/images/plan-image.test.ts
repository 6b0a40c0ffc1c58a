// What an image task is refused for before anything is run.
import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import sharp from "sharp";
import { planCutOut } from "../../../media-node/images/mattes/plan-cut-out.ts";
import type { ImageTask } from "../../../media-node/images/plan-image.ts";
import { planUpscaling } from "../../../media-node/images/upscaling/plan-upscaling.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** A task on a grey image of this size. */
async function taskOn(t: TestContext, width: number, height: number, format: string): Promise<ImageTask> {
  const path = join(await temporaryFolder(t), "image.png");
  await sharp({ create: { width, height, channels: 3, background: "#808080" } }).toFile(path);
  const bundle = { manifest: { image: { tiers: {} } } } as unknown as ImageTask["bundle"];
  return { bundle, tier: "lite", input: { format }, files: { image: path }, randomSeed: 0, memoryBytes: 1e9 };
}

for (const [what, plan, scale] of [
  ["made larger", planUpscaling, 4],
  ["cut out", planCutOut, 1],
] as const) {
  test(`an image that is too long for its file's format once it is ${what} is refused before it is`, async (t) => {
    for (const [format, edge] of [
      ["webp", 16_384],
      ["jpeg", 65_504],
    ] as const) {
      await assert.rejects(plan(await taskOn(t, edge / scale, 4, format)), {
        code: "SOURCE_TOO_LARGE",
        message: new RegExp(`${edge} × ${4 * scale} pixels.*\`${format}\`.*\`png\``),
      });
      await assert.rejects(plan(await taskOn(t, 4, edge / scale, format)), { code: "SOURCE_TOO_LARGE" });
      await plan(await taskOn(t, edge / scale, 4, "png"));
    }
    await plan(await taskOn(t, 16_380 / scale, 4, "webp"));
  });
}
