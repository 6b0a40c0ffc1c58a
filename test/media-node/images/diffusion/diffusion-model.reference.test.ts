// The whole way from a prompt to latents and pixels, on small networks with random weights in the real layout, against a
// second way written here: its own tokens, its own batch of one, DDIM as its paper has it, sessions opened directly.
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { readDiffusersConfig } from "../../../../media-node/images/diffusion/diffusers-config.ts";
import { gaussianNoise } from "../../../../media-node/images/diffusion/gaussian-noise.ts";
import { openPromptEncoder } from "../../../../media-node/images/diffusion/prompt-encoder.ts";
import { sampleLatents } from "../../../../media-node/images/diffusion/sample-latents.ts";
import type { RawImage } from "../../../../media-node/images/image-model.ts";
import { createSessionCache } from "../../../../media-node/onnx/session-cache.ts";
import {
  GUIDANCE_WIDTH,
  LATENT_CHANNELS,
  LATENT_STEP,
  SCALING_FACTOR,
  TOKENS,
  WINDOW_TOKENS,
} from "../../../support/models/tiny-diffusion.ts";
import {
  BUDGET_BYTES,
  HEIGHT,
  noiseImage,
  OPTIONS,
  openTiny,
  QUIET,
  WIDTH,
  WORK,
} from "../../../support/models/tiny-diffusion-work.ts";

const LATENTS = LATENT_CHANNELS * (WIDTH / LATENT_STEP) * (HEIGHT / LATENT_STEP);

/** Networks of a bundle run directly. */
async function runner(folder: string, part: string) {
  const session = await InferenceSession.create(join(folder, part, "model.onnx"), {
    executionProviders: ["cpu"],
    intraOpNumThreads: 1,
  });
  return async (
    feeds: Record<string, [readonly number[] | Float32Array, readonly number[]]>,
    output: string,
  ) => {
    const tensors = Object.fromEntries(
      Object.entries(feeds).map(([name, [values, dims]]) => {
        const isInteger = name === "input_ids" || name === "timestep";
        return [
          name,
          isInteger
            ? new Tensor("int64", BigInt64Array.from(values as number[], BigInt), dims)
            : new Tensor("float32", Float32Array.from(values), dims),
        ];
      }),
    );
    const { [output]: result } = await session.run(tensors, [output]);
    return Float32Array.from(result?.data as Float32Array);
  };
}

/** Tokens of one window. */
function tokensOf(words: readonly string[]): number[] {
  const ids = words.map((word) => TOKENS[`${word}</w>`] ?? Number.NaN);
  const [start, end] = [TOKENS["<|startoftext|>"] ?? 0, TOKENS["<|endoftext|>"] ?? 0];
  return [start, ...ids, ...new Array<number>(WINDOW_TOKENS - 1 - ids.length).fill(end)];
}

function alphaBar(timestep: number): number {
  let product = 1;
  for (let t = 0; t <= timestep; t += 1) {
    product *= 1 - (Math.sqrt(0.00085) + (t / 999) * (Math.sqrt(0.012) - Math.sqrt(0.00085))) ** 2;
  }
  return product;
}

type Ask = (latents: Float32Array, timestep: number) => Promise<Float32Array>;

/** Timesteps as the bundle's schedule spaces them. */
function spaced(steps: number): number[] {
  return Array.from({ length: steps }, (_, step) => (steps - 1 - step) * Math.floor(1_000 / steps) + 1);
}

/** Song et al. 2020, equation 12. */
async function sampleByPaper(
  start: Float32Array,
  timesteps: readonly number[],
  ask: Ask,
): Promise<Float32Array> {
  let x = start;
  for (const [step, t] of timesteps.entries()) {
    const [now, next] = [alphaBar(t), alphaBar(timesteps[step + 1] ?? 0)];
    const epsilon = await ask(x, t);
    x = x.map((value, index) => {
      const e = epsilon[index] ?? 0;
      return Math.sqrt(next) * ((value - Math.sqrt(1 - now) * e) / Math.sqrt(now)) + Math.sqrt(1 - next) * e;
    });
  }
  return x;
}

function guided(without: Float32Array, withPrompt: Float32Array, scale: number): Float32Array {
  return without.map((value, index) => value + scale * ((withPrompt[index] ?? 0) - value));
}

const SHAPE = [1, LATENT_CHANNELS, HEIGHT / LATENT_STEP, WIDTH / LATENT_STEP];

/** The pixels of latents, before they are rounded. */
async function decodeByHand(folder: string, latents: Float32Array): Promise<Float32Array> {
  const decode = await runner(folder, "vae_decoder");
  return decode({ latent_sample: [latents.map((value) => value / SCALING_FACTOR), SHAPE] }, "sample");
}

/** The largest distance between an image and pixel values [3, height, width] of -1 to 1, in steps of 255. */
function distance(image: RawImage | undefined, values: Float32Array): number {
  assert.ok(image !== undefined);
  let max = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel += 1) {
      const wanted = ((values[channel * WIDTH * HEIGHT + pixel] ?? 0) + 1) * 127.5;
      max = Math.max(max, Math.abs(wanted - (image.pixels[3 * pixel + channel] ?? 0)));
    }
  }
  return max;
}

/** The latents of WORK, before they become an image. */
async function latentsOf(t: TestContext, folder: string): Promise<Float32Array> {
  const config = await readDiffusersConfig(folder);
  const cache = createSessionCache(BUDGET_BYTES);
  t.after(() => cache.clear());
  const prompts = await openPromptEncoder(config, cache, OPTIONS);
  const encoded = await prompts.encode(WORK.prompt, WORK.negativePrompt);
  const [latents = new Float32Array()] = await sampleLatents(
    { config, cache, options: OPTIONS, onSession: () => undefined },
    WORK.seeds,
    {
      work: WORK,
      guidance: { ...encoded, scale: WORK.guidanceScale },
      original: null,
      surroundings: null,
      onStep: () => undefined,
      signal: QUIET.signal,
    },
  );
  return latents;
}

/** Rounding to bytes takes half a step; the rest is the arithmetic of two ways. */
const CLOSE = 0.6;

describe("a prompt's image is what the networks and the papers say", () => {
  test("with guidance, from noise", async (t) => {
    const { folder, model } = await openTiny(t);
    const [encode, ask] = [await runner(folder, "text_encoder"), await runner(folder, "unet")];
    const states = (words: string[]) =>
      encode({ input_ids: [tokensOf(words), [1, WINDOW_TOKENS]] }, "last_hidden_state");
    const [prompt, negative] = [await states(["red", "barn"]), await states([])];
    const latents = await sampleByPaper(gaussianNoise(11)(LATENTS), spaced(6), async (x, timestep) => {
      const with_ = (text: Float32Array) =>
        ask(
          {
            sample: [x, SHAPE],
            timestep: [[timestep], [1]],
            encoder_hidden_states: [text, [1, WINDOW_TOKENS, 16]],
          },
          "out_sample",
        );
      return guided(await with_(negative), await with_(prompt), 4);
    });
    const [image] = await model.run(WORK, QUIET);
    const max = distance(image, await decodeByHand(folder, latents));
    t.diagnostic(`largest distance ${max.toFixed(3)} of 255`);
    assert.ok(max < CLOSE);
    const ours = await latentsOf(t, folder);
    const apart = Math.max(...ours.map((value, index) => Math.abs(value - (latents[index] ?? 0))));
    t.diagnostic(`largest distance of latents ${apart.toExponential(1)}`);
    assert.ok(apart < 1e-3);
  });

  test("with two encoders, their last layers but one side by side, a summary and sizes", async (t) => {
    const { folder, model } = await openTiny(t, { kind: "extra-large" });
    const encoders = [await runner(folder, "text_encoder"), await runner(folder, "text_encoder_2")];
    const ask = await runner(folder, "unet");
    const ids: [number[], number[]] = [tokensOf(["blue", "wave"]), [1, WINDOW_TOKENS]];
    const parts = await Promise.all(encoders.map((encode) => encode({ input_ids: ids }, "hidden_states.1")));
    const summary = await (encoders[1] as (typeof encoders)[0])({ input_ids: ids }, "text_embeds");
    const states = new Float32Array(WINDOW_TOKENS * 32);
    for (let token = 0; token < WINDOW_TOKENS; token += 1) {
      parts.forEach((part, index) => {
        states.set(part.slice(token * 16, token * 16 + 16), token * 32 + index * 16);
      });
    }
    const latents = await sampleByPaper(gaussianNoise(11)(LATENTS), spaced(4), async (x, timestep) => {
      const with_ = (text: Float32Array, pooled: Float32Array) =>
        ask(
          {
            sample: [x, SHAPE],
            timestep: [[timestep], [1]],
            text_embeds: [pooled, [1, 8]],
            encoder_hidden_states: [text, [1, WINDOW_TOKENS, 32]],
            time_ids: [
              [HEIGHT, WIDTH, 0, 0, HEIGHT, WIDTH],
              [1, 6],
            ],
          },
          "out_sample",
        );
      const nothing = await with_(new Float32Array(states.length), new Float32Array(8));
      return guided(nothing, await with_(states, summary), 3);
    });
    const work = { ...WORK, prompt: "blue wave", steps: 4, guidanceScale: 3 };
    const [image] = await model.run(work, QUIET);
    const max = distance(image, await decodeByHand(folder, latents));
    assert.ok(max < CLOSE, `largest distance ${max}`);
  });

  test("of a model that was distilled with guidance, which is told it", async (t) => {
    const { folder, model } = await openTiny(t, { kind: "distilled" });
    const [encode, ask] = [await runner(folder, "text_encoder"), await runner(folder, "unet")];
    const text = await encode({ input_ids: [tokensOf(["snow"]), [1, WINDOW_TOKENS]] }, "last_hidden_state");
    // Meng et al. 2023: a sinusoidal embedding of a thousand times the scale less one.
    const half = GUIDANCE_WIDTH / 2;
    const angles = Array.from({ length: half }, (_, i) => 1_000 * 7 * 10_000 ** (-i / (half - 1)));
    const told = [...angles.map(Math.sin), ...angles.map(Math.cos)];
    const latents = await sampleByPaper(gaussianNoise(11)(LATENTS), spaced(5), (x, timestep) =>
      ask(
        {
          sample: [x, SHAPE],
          timestep: [[timestep], [1]],
          timestep_cond: [told, [1, GUIDANCE_WIDTH]],
          encoder_hidden_states: [text, [1, WINDOW_TOKENS, 16]],
        },
        "out_sample",
      ),
    );
    const [image] = await model.run({ ...WORK, prompt: "snow", steps: 5, guidanceScale: 8 }, QUIET);
    const max = distance(image, await decodeByHand(folder, latents));
    assert.ok(max < CLOSE, `largest distance ${max}`);
  });

  for (const [strength, what, timesteps] of [
    [0.5, "half of the steps", spaced(8).slice(4)],
    [0.1, "a step at a tenth of the noise where that is less than one", [99]],
  ] as const) {
    test(`from another image, as far as the strength says: ${what}`, async (t) => {
      const { folder, model } = await openTiny(t);
      const [encode, ask] = [await runner(folder, "text_encoder"), await runner(folder, "unet")];
      const encodeImage = await runner(folder, "vae_encoder");
      const initial = noiseImage(5);
      const size = WIDTH * HEIGHT;
      const planes = new Float32Array(3 * size).map(
        (_, index) => (initial.pixels[3 * (index % size) + Math.floor(index / size)] ?? 0) / 127.5 - 1,
      );
      const known = (await encodeImage({ sample: [planes, [1, 3, HEIGHT, WIDTH]] }, "latent_sample")).map(
        (value) => value * SCALING_FACTOR,
      );
      const text = await encode({ input_ids: [tokensOf(["blue"]), [1, WINDOW_TOKENS]] }, "last_hidden_state");
      const noise = gaussianNoise(11)(LATENTS);
      const share = alphaBar(timesteps[0] ?? 0);
      const start = known.map(
        (value, i) => Math.sqrt(share) * value + Math.sqrt(1 - share) * (noise[i] ?? 0),
      );
      const latents = await sampleByPaper(start, timesteps, (x, timestep) =>
        ask(
          {
            sample: [x, SHAPE],
            timestep: [[timestep], [1]],
            encoder_hidden_states: [text, [1, WINDOW_TOKENS, 16]],
          },
          "out_sample",
        ),
      );
      const work = { ...WORK, prompt: "blue", steps: 8, guidanceScale: 1, initial, strength };
      const [image] = await model.run(work, QUIET);
      const max = distance(image, await decodeByHand(folder, latents));
      assert.ok(max < CLOSE, `largest distance ${max}`);
    });
  }
});
