// Networks that change images, known by their names and by what they do when they are asked.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { describeImageModels } from "../../../../media-node/images/describe-image-model.ts";
import { addBundle } from "../../../../media-node/models/add-bundle.ts";
import { CATALOGUE } from "../../../../media-node/models/catalogue/catalogue.ts";
import { readBundle } from "../../../../media-node/models/model-bundle.ts";
import { carriedFolder } from "../../../support/models/carried-folder.ts";
import { writeTinyMatte, writeTinyUpscaler } from "../../../support/models/tiny-image-networks.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

type Network = (folder: string) => Promise<unknown>;

/** Adds a network's file under a name, or a folder of this name that has it. */
async function added(t: TestContext, write: Network, path: string) {
  const root = await temporaryFolder(t);
  await write(join(root, "made"));
  await carriedFolder(root, { [path]: await readFile(join(root, "made", "model.onnx")) });
  const [taken = ""] = path.split("/");
  const { folder: installed } = await addBundle({
    path: join(root, taken),
    modelsDir: join(root, "models"),
    catalogue: CATALOGUE,
  });
  return (await readBundle(installed)).manifest;
}

test("an upscaler is run once to find how much larger it makes images", async (t) => {
  for (const [path, scale, edge, tiers] of [
    ["RealESRGAN_x4plus.onnx", 4, "edge", { lite: { scale: 2 }, max: { scale: 4 } }],
    ["realesr-general-x4v3.onnx", 4, 48, { lite: { scale: 2 }, max: { scale: 4 } }],
    ["my-upscaler/onnx/model.onnx", 2, "edge", { lite: { scale: 2 } }],
    ["anime_upscaler.onnx", 3, "edge", { lite: { scale: 3 } }],
  ] as const) {
    const manifest = await added(t, (folder) => writeTinyUpscaler(folder, { scale, edge }), path);
    assert.deepEqual([manifest.kind, manifest.family], ["image-upscaling", "esrgan"], path);
    assert.deepEqual(manifest.image?.tiers, tiers, path);
    const [offered] = describeImageModels([{ folder: "", manifest, isBuiltIn: false }]);
    assert.deepEqual([offered?.model, offered?.model_tiers], [manifest.name, Object.keys(tiers)]);
  }
});

test("how a network wants its pixels is told by its name, and their number by itself", async (t) => {
  for (const [path, edgePx, isBrightestOne, mean, isLogits] of [
    ["u2netp.onnx", 320, true, 0.485, false],
    ["U-2-Net human.onnx", 64, true, 0.485, false],
    ["isnet-anime.onnx", 1_024, false, 0.5, false],
    ["birefnet-portrait/onnx/model.onnx", 1_024, false, 0.485, true],
  ] as const) {
    const { kind, family, matte } = await added(t, (folder) => writeTinyMatte(folder, { edgePx }), path);
    assert.deepEqual([kind, family], ["background-removal", "matte"], path);
    const found = [matte?.edgePx, matte?.isBrightestOne, matte?.mean?.[0], matte?.isLogits];
    assert.deepEqual(found, [edgePx, isBrightestOne, mean, isLogits], path);
  }
  const bria = await added(t, (folder) => writeTinyMatte(folder, { edgePx: 1_024 }), "RMBG-1.4.onnx");
  assert.deepEqual([bria.name, bria.matte?.mean?.[0]], ["rmbg-1.4", 0.5]);
  assert.match(bria.license, /non-commercial/);
});

test("a network that does not do what its name says is refused with the reason", async (t) => {
  const matte: Network = (folder) => writeTinyMatte(folder, { edgePx: 64 });
  await assert.rejects(added(t, matte, "realesrgan.onnx"), {
    code: "INVALID_REQUEST",
    message: /realesrgan\.onnx does not make images a whole number of times as large\.$/,
  });
  const text: Network = (folder) => carriedFolder(folder, { "model.onnx": "?" });
  await assert.rejects(added(t, text, "empty/u2net.onnx"), {
    code: "INVALID_REQUEST",
    message: /u2net\.onnx cannot be opened as an ONNX model\.$/,
  });
});
