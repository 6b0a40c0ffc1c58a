// Folders in the diffusers layout that were carried in by hand: what each is offered as, and which are refused.
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { describeImageModels } from "../../../../media-node/images/describe-image-model.ts";
import { recognizeDiffusers } from "../../../../media-node/models/recognize/recognize-diffusers.ts";
import { adding } from "../../../support/models/adding-bundles.ts";
import { carriedFolder } from "../../../support/models/carried-folder.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const WHOLE = {
  "model_index.json": { _class_name: "StableDiffusionPipeline" },
  "scheduler/scheduler_config.json": {},
  "text_encoder/model.onnx": "network",
  "tokenizer/vocab.json": {},
  "tokenizer/merges.txt": "",
  "tokenizer/tokenizer_config.json": {},
  "unet/model.onnx": "network",
  "vae_decoder/model.onnx": "network",
  "vae_encoder/model.onnx": "network",
};

/** What a folder with these files is taken for. */
async function recognize(t: TestContext, files: Parameters<typeof carriedFolder>[1], name = "painter") {
  const recognized = await recognizeDiffusers(await carriedFolder(await temporaryFolder(t), files), name);
  assert.ok(recognized !== undefined);
  return recognized;
}

test("a model that was trained to fill in is taken with its encoder, and one that takes other channels is refused", async (t) => {
  const filling = { ...WHOLE, "unet/config.json": { in_channels: 9 } };
  assert.ok((await recognize(t, filling)).paths.includes("vae_encoder/model.onnx"));
  const { "vae_encoder/model.onnx": _, ...withoutEncoder } = filling;
  await assert.rejects(recognize(t, withoutEncoder), { message: /has no vae_encoder\/model\.onnx/ });
  await recognize(t, { ...withoutEncoder, "unet/config.json": { in_channels: 4 } });
  await assert.rejects(recognize(t, { ...WHOLE, "unet/config.json": { in_channels: 8 } }), {
    code: "INVALID_REQUEST",
    message: /a U-Net of 8 channels; only those of 4 and, where they were trained to fill in, of 9 are run/,
  });
  const wide = { "vae_decoder/config.json": { latent_channels: 12 } };
  await recognize(t, { ...WHOLE, ...wide, "unet/config.json": { in_channels: 25 } });
});

test("a model that is sampled as no scheduler here does is refused with the scheduler's name", async (t) => {
  for (const _class_name of [
    "EDMDPMSolverMultistepScheduler",
    "FlowMatchEulerDiscreteScheduler",
    "TCDScheduler",
  ]) {
    await assert.rejects(recognize(t, { ...WHOLE, "scheduler/scheduler_config.json": { _class_name } }), {
      code: "INVALID_REQUEST",
      message: new RegExp(`is sampled by ${_class_name}, for which this version has no scheduler; it has`),
    });
  }
  for (const _class_name of ["PNDMScheduler", "UniPCMultistepScheduler", "KDPM2AncestralDiscreteScheduler"]) {
    await recognize(t, { ...WHOLE, "scheduler/scheduler_config.json": { _class_name } });
  }
});

test("all files of a tokenizer are taken", async (t) => {
  const more = ["tokenizer/special_tokens_map.json", "tokenizer/tokenizer.json"];
  const files = {
    ...WHOLE,
    ...Object.fromEntries(more.map((path) => [path, {}])),
    "tokenizer/notes.txt": "",
  };
  const { paths } = await recognize(t, files);
  assert.deepEqual(
    paths.filter((path) => path.startsWith("tokenizer/")),
    [
      "tokenizer/merges.txt",
      "tokenizer/special_tokens_map.json",
      "tokenizer/tokenizer.json",
      "tokenizer/tokenizer_config.json",
      "tokenizer/vocab.json",
    ],
  );
});

const XL = { addition_embed_type: "text_time" };

for (const [name, unet, { sizes, steps, scheduler }] of [
  [
    "stable-diffusion-2-1",
    { sample_size: 96 },
    { sizes: [768, 1_024, 576], steps: [20, 40], scheduler: "dpm++_2m" },
  ],
  [
    "stable-diffusion-2-1-base",
    { sample_size: 64 },
    { sizes: [512, 768, 512], steps: [20, 40], scheduler: "dpm++_2m" },
  ],
  [
    "stable-diffusion-xl",
    { ...XL, sample_size: 128 },
    { sizes: [1_024, 1_344, 768], steps: [20, 40], scheduler: "dpm++_2m" },
  ],
  [
    "sdxl-turbo",
    { ...XL, sample_size: 64 },
    { sizes: [512, 768, 512], steps: [1, 4], scheduler: "euler_ancestral" },
  ],
  [
    "lcm-sdxl",
    { ...XL, sample_size: 128, time_cond_proj_dim: 256 },
    { sizes: [1_024, 1_344, 768], steps: [4, 8], scheduler: "lcm" },
  ],
  [
    "sdxl_lightning_8step",
    { ...XL, sample_size: 128 },
    { sizes: [1_024, 1_344, 768], steps: [8], scheduler: undefined },
  ],
  ["dreamshaper-xl-lightning", XL, { sizes: [1_024, 1_344, 768], steps: [4], scheduler: undefined }],
  ["hyper-sd15-1step", { sample_size: 64 }, { sizes: [512, 768, 512], steps: [1], scheduler: undefined }],
  ["a-painter", {}, { sizes: [512, 768, 512], steps: [20, 40], scheduler: "dpm++_2m" }],
] as const) {
  test(`${name} is offered at the size that it was trained at, in the steps that its name says`, async (t) => {
    const { image } = (await recognize(t, { ...WHOLE, "unet/config.json": unet }, name)).description;
    assert.deepEqual(
      {
        sizes: image?.sizes?.map(([width]) => width),
        steps: Object.values(image?.tiers ?? {}).map((tier) => tier.steps),
        scheduler: image?.scheduler,
      },
      { sizes, steps, scheduler },
    );
  });
}

for (const [name, unet, tiers, fields] of [
  ["my-painter", {}, [20, 40], ["negative_prompt", "steps", "guidance_scale", "scheduler"]],
  ["my-turbo", {}, [1, 4], []],
  ["my-lcm", { time_cond_proj_dim: 256 }, [4, 8], ["steps", "guidance_scale"]],
] as const) {
  test(`a folder in the diffusers layout is recognized, and ${name} is offered as what it is`, async (t) => {
    const { add, carried } = await adding(t);
    const network = { "config.json": {}, "model.onnx": Buffer.from("network") };
    const parts = {
      text_encoder: network,
      unet: { "config.json": unet, "model.onnx": Buffer.from("graph"), "weights.pb": Buffer.from("weights") },
      vae_decoder: network,
      vae_encoder: network,
      tokenizer: { "vocab.json": {}, "merges.txt": "", "tokenizer_config.json": {} },
      scheduler: { "scheduler_config.json": {} },
      safety_checker: network,
    };
    const files = Object.entries(parts).flatMap(([part, each]) =>
      Object.entries(each).map(([file, content]) => [`${part}/${file}`, content]),
    );
    const index = { "model_index.json": { _class_name: "StableDiffusionPipeline" } };
    const folder = await carriedFolder(carried(name), { ...index, ...Object.fromEntries(files) });
    const { manifest } = await add(folder);
    assert.deepEqual(
      [manifest.kind, manifest.family, manifest.image?.slug],
      ["image-generation", "diffusers", name],
    );
    const paths = manifest.files.map(({ path }) => path);
    assert.ok(paths.includes("unet/weights.pb") && paths.includes("tokenizer/merges.txt"));
    assert.ok(paths.every((path) => !path.startsWith("safety_checker")));
    const [model] = describeImageModels([{ folder, manifest, isBuiltIn: false }]);
    assert.deepEqual(
      Object.values(manifest.image?.tiers ?? {}).map(({ steps }) => steps),
      tiers,
    );
    const chosen = ["negative_prompt", "steps", "guidance_scale", "scheduler"].filter(
      (field) => field in (model?.input_schema.properties ?? {}),
    );
    assert.deepEqual(chosen, fields);
    await rm(join(folder, "unet", "model.onnx"));
    await assert.rejects(add(folder), /has no unet\/model\.onnx/);
  });
}
