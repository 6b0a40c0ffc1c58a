// The files of diffusion bundles that differ from one export to the next: parts without config.json, tokenizers of two
// files, with the line ends of either system.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { openClipTokenizer } from "../../../../media-node/images/diffusion/clip-tokenizer-files.ts";
import { readDiffusersConfig } from "../../../../media-node/images/diffusion/diffusers-config.ts";
import { decodeLatents, encodeImage } from "../../../../media-node/images/diffusion/latent-images.ts";
import type { OnnxSession } from "../../../../media-node/onnx/onnx-session.ts";
import type { Tensor } from "../../../../media-node/onnx/tensor.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

async function folderOf(t: TestContext, files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await temporaryFolder(t);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}

const EARLY = {
  "model_index.json": { _class_name: "OnnxStableDiffusionPipeline" },
  "unet/model.onnx": "",
  "vae_decoder/model.onnx": "",
  "scheduler/scheduler_config.json": { _class_name: "PNDMScheduler", beta_schedule: "scaled_linear" },
};

test("an early export without config.json is taken for Stable Diffusion 1, which all of them were", async (t) => {
  const folder = await folderOf(t, EARLY);
  const config = await readDiffusersConfig(folder);
  const { isTrainedToFill, latentChannels, pixelsPerLatent, scalingFactor, guidanceWidth } = config;
  assert.deepEqual(
    { isTrainedToFill, latentChannels, pixelsPerLatent, scalingFactor, guidanceWidth },
    {
      isTrainedToFill: false,
      latentChannels: 4,
      pixelsPerLatent: 8,
      scalingFactor: 0.18215,
      guidanceWidth: null,
    },
  );
  assert.deepEqual(
    config.textParts.map(({ windowTokens }) => windowTokens),
    [77],
  );
  assert.equal(config.isExtraLarge, false);
  assert.equal(config.encoderPath, null, "there is no file of an encoder");
});

test("a part that says what it is, is believed", async (t) => {
  const folder = await folderOf(t, {
    ...EARLY,
    "unet/config.json": { in_channels: 25, time_cond_proj_dim: 256 },
    "vae_encoder/model.onnx": "",
    "vae_decoder/config.json": { latent_channels: 12, scaling_factor: 1, block_out_channels: [1, 1, 1] },
    "text_encoder/config.json": { max_position_embeddings: 32 },
  });
  const config = await readDiffusersConfig(folder);
  const { isTrainedToFill, latentChannels, pixelsPerLatent, scalingFactor, guidanceWidth } = config;
  assert.deepEqual(
    { isTrainedToFill, latentChannels, pixelsPerLatent, scalingFactor, guidanceWidth },
    { isTrainedToFill: true, latentChannels: 12, pixelsPerLatent: 4, scalingFactor: 1, guidanceWidth: 256 },
  );
  assert.equal(config.textParts[0]?.windowTokens, 32);
});

test("of an early export the pipeline's class tells whether it was trained to fill in", async (t) => {
  for (const [_class_name, isTrainedToFill] of [
    ["OnnxStableDiffusionInpaintPipeline", true],
    ["OnnxStableDiffusionInpaintPipelineLegacy", false],
  ] as const) {
    const files = { ...EARLY, "model_index.json": { _class_name }, "vae_encoder/model.onnx": "" };
    assert.equal((await readDiffusersConfig(await folderOf(t, files))).isTrainedToFill, isTrainedToFill);
  }
});

test("a U-Net that takes neither latents alone nor what there is to fill in is refused, and so is filling in without an encoder", async (t) => {
  for (const [in_channels, cause] of [
    [8, /U-Net of 8 channels over latents of 4/],
    [9, /vae_encoder.model\.onnx is missing/],
  ] as const) {
    const folder = await folderOf(t, { ...EARLY, "unet/config.json": { in_channels } });
    await assert.rejects(readDiffusersConfig(folder), (error: Error) => {
      assert.match(String((error.cause as Error).message), cause);
      return (error as unknown as { code: string }).code === "MODEL_UNAVAILABLE";
    });
  }
});

test("what a scheduler's file leaves out is as its class has it, and classes that nothing here can stand in for are refused", async (t) => {
  const read = async (_class_name: string) => {
    const files = { ...EARLY, "scheduler/scheduler_config.json": { _class_name } };
    return (await readDiffusersConfig(await folderOf(t, files))).schedule;
  };
  for (const [className, name, spacing, betas, clipSample] of [
    ["LCMScheduler", "lcm", "leading", [0.00085, 0.012, "scaled_linear"], false],
    ["DDIMScheduler", "ddim", "leading", [0.0001, 0.02, "linear"], true],
    ["PNDMScheduler", "dpm++_2m", "leading", [0.0001, 0.02, "linear"], false],
    ["UniPCMultistepScheduler", "dpm++_2m", "linspace", [0.0001, 0.02, "linear"], false],
    ["HeunDiscreteScheduler", "dpm++_2m", "linspace", [0.00085, 0.012, "linear"], false],
  ] as const) {
    const { scheduler, config } = await read(className);
    assert.deepEqual([scheduler, config.timestepSpacing, config.clipSample], [name, spacing, clipSample]);
    assert.deepEqual([config.betaStart, config.betaEnd, config.betaSchedule], betas, className);
  }
  for (const className of ["EDMEulerScheduler", "FlowMatchHeunDiscreteScheduler", "TCDScheduler"]) {
    await assert.rejects(read(className), {
      code: "MODEL_UNAVAILABLE",
      message: new RegExp(`^This model is sampled by ${className}, `),
    });
  }
});

/** A network that gives back what it sees, as an autoencoder's half. */
function echo(seen: Float32Array[]): OnnxSession {
  const session: Pick<OnnxSession, "inputNames" | "outputNames" | "inputs" | "run"> = {
    inputNames: ["sample"],
    outputNames: ["sample"],
    inputs: [{ name: "sample", isTensor: true, type: "float32", shape: [1, "channels", "height", "width"] }],
    run: async ({ sample }) => {
      seen.push((sample as Tensor).data as Float32Array);
      return { sample: sample as Tensor };
    },
  };
  return session as OnnxSession;
}

test("latents are normalized by the autoencoder's own mean and deviation, both ways", async (t) => {
  const vae = { latent_channels: 3, scaling_factor: 0.5, block_out_channels: [1] };
  const statistics = { latents_mean: [-1, 0, 2], latents_std: [8, 5, 4] };
  const readVae = async (config: object) =>
    readDiffusersConfig(
      await folderOf(t, {
        ...EARLY,
        "unet/config.json": { in_channels: 3 },
        "vae_decoder/config.json": config,
      }),
    );
  const config = await readVae({ ...vae, ...statistics });
  const seen: Float32Array[] = [];
  await decodeLatents(echo(seen), config, Float32Array.of(1, 1, 1), { height: 1, width: 1 });
  assert.deepEqual([...(seen[0] ?? [])], [8 / 0.5 - 1, 5 / 0.5, 4 / 0.5 + 2]);
  const white = { width: 1, height: 1, channels: 3, pixels: new Uint8Array(3).fill(255) } as const;
  const latents = await encodeImage(echo([]), config, white);
  assert.deepEqual([...latents], [(2 * 0.5) / 8, 0.5 / 5, (-1 * 0.5) / 4].map(Math.fround));
  assert.equal((await readVae({ ...vae, latents_mean: null, latents_std: null })).latentStatistics, null);
  await assert.rejects(readVae({ ...vae, ...statistics, latents_std: [1] }), { code: "MODEL_UNAVAILABLE" });
});

const VOCABULARY = ["r", "e", "d</w>", "re", "red</w>", "d", "<|startoftext|>", "<|endoftext|>"];

test("a tokenizer of two files reads alike whatever ends its lines", async (t) => {
  const vocab = Object.fromEntries(VOCABULARY.map((piece, index) => [piece, index]));
  const merges = ["#version: 0.2", "r e", "re d</w>", ""];
  for (const lineEnd of ["\n", "\r\n"]) {
    const folder = await folderOf(t, {
      "tokenizer_config.json": {},
      "vocab.json": vocab,
      "merges.txt": merges.join(lineEnd),
    });
    const tokenizer = await openClipTokenizer(folder);
    assert.deepEqual(tokenizer.tokensOf(" RED  red"), [4, 4], JSON.stringify(lineEnd));
    const { startToken, endToken, padToken } = tokenizer;
    assert.deepEqual([startToken, endToken, padToken], [6, 7, 7]);
  }
});

test("prompts are padded with the token of special_tokens_map.json, as those of Stable Diffusion 2 are", async (t) => {
  const vocab = { ...Object.fromEntries(VOCABULARY.map((piece, index) => [piece, index])), "!": 8 };
  const files = {
    "tokenizer_config.json": { pad_token: "<|endoftext|>" },
    "vocab.json": vocab,
    "merges.txt": "r e\nre d</w>\n",
  };
  assert.equal((await openClipTokenizer(await folderOf(t, files))).padToken, 7);
  const map = { pad_token: "!", eos_token: { content: "<|endoftext|>" } };
  const mapped = await openClipTokenizer(await folderOf(t, { ...files, "special_tokens_map.json": map }));
  assert.deepEqual([mapped.padToken, mapped.endToken, mapped.startToken], [8, 7, 6]);
  const broken = await folderOf(t, { ...files, "special_tokens_map.json": "{" });
  await assert.rejects(openClipTokenizer(broken), { code: "MODEL_UNAVAILABLE" });
});

test("a folder without a tokenizer is refused with its name", async (t) => {
  const folder = await folderOf(t, { "tokenizer_config.json": {} });
  await assert.rejects(openClipTokenizer(folder), (error: Error) => {
    assert.match(String((error.cause as Error).message), new RegExp(folder));
    return (error as unknown as { code: string }).code === "MODEL_UNAVAILABLE";
  });
});
