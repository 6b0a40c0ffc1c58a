// The diffusers layout of diffusion models: model_index.json and a folder for each part. What the model is offered as
// follows from how it was trained, as far as its files say it; whether it was distilled to a few steps, and to how many,
// is told by its name, for no file says so.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../../shared/errors.ts";
import {
  CONSISTENCY,
  type DiffusionPreset,
  GUIDED,
  LARGE_SIZES,
  lightning,
  SIZES_BY_TRAINED_PX,
  TURBO,
} from "../catalogue/image-presets.ts";
import { schedulerClass, unknownScheduler } from "../hub-files/scheduler-classes.ts";
import {
  ADDED_BY_HAND,
  missingFile,
  type RecognizedFolder,
  readSettings,
  type Settings,
} from "./model-folder.ts";

const TOKENIZERS = ["tokenizer", "tokenizer_2"];
const NETWORKS = ["text_encoder", "text_encoder_2", "unet", "vae_decoder", "vae_encoder"];
const REQUIRED = [
  "scheduler/scheduler_config.json",
  "text_encoder/model.onnx",
  "unet/model.onnx",
  "vae_decoder/model.onnx",
];

const TOKENIZER_FILE =
  /^(?:vocab\.json|merges\.txt|tokenizer\.json|tokenizer_config\.json|special_tokens_map\.json)$/;
/** Weights of networks over 2 GiB lie beside them under one of these names. */
const NETWORK_FILE = /^(?:config\.json|model\.onnx|model\.onnx[._]data.*|weights\.pb)$/;

async function filesIn(folder: string, part: string, wanted: RegExp): Promise<string[]> {
  const names = await readdir(join(folder, part)).catch(() => []);
  return names
    .filter((name) => wanted.test(name))
    .sort()
    .map((name) => `${part}/${name}`);
}

/** As the engine takes them: latents alone, or a mask and its surroundings beside them. @throws AppError INVALID_REQUEST */
async function requireChannels(folder: string, unet: Settings, paths: readonly string[]): Promise<void> {
  const { latent_channels } = (await readSettings(join(folder, "vae_decoder"), "config.json")) ?? {};
  const [channels, latents] = [unet.in_channels, Number(latent_channels ?? 4)];
  if (channels === undefined || channels === latents) return;
  const filling = 2 * latents + 1;
  if (channels !== filling) {
    throw new AppError(
      "INVALID_REQUEST",
      `${folder} has a U-Net of ${channels} channels; only those of ${latents} and, where they were trained to fill in, of ${filling} are run.`,
    );
  }
  const encoder = "vae_encoder/model.onnx";
  if (!paths.includes(encoder)) throw missingFile(folder, encoder);
}

/** @throws AppError INVALID_REQUEST where the model is sampled as no scheduler of ours does */
async function requireScheduler(folder: string): Promise<void> {
  const { _class_name } = (await readSettings(join(folder, "scheduler"), "scheduler_config.json")) ?? {};
  if (_class_name === undefined || schedulerClass(String(_class_name)) !== undefined) return;
  throw new AppError("INVALID_REQUEST", `${folder} ${unknownScheduler(String(_class_name))}.`);
}

function presetByTraining(unet: Settings, name: string): DiffusionPreset {
  if (typeof unet.time_cond_proj_dim === "number") return CONSISTENCY;
  if (/(?:^|[-_.])turbo(?:[-_.]|$)/.test(name)) return TURBO;
  if (/(?:^|[-_.])(?:lightning|hyper)(?:[-_.]|$)/.test(name)) {
    const [, steps] = /(?:^|[-_.])([1-9]\d?)[-_]?steps?(?:[-_.]|$)/.exec(name) ?? [];
    return lightning(steps === undefined ? undefined : Number(steps));
  }
  return GUIDED;
}

/** Stable Diffusion's latents have one number for so many pixels in a row. */
const PIXELS_PER_LATENT = 8;

/** The sizes are those that the network was trained at, as far as its files say it. */
function presetOf(unet: Settings, name: string): DiffusionPreset {
  const preset = presetByTraining(unet, name);
  const sizes = SIZES_BY_TRAINED_PX[PIXELS_PER_LATENT * Number(unet.sample_size)];
  const isExtraLarge = unet.addition_embed_type === "text_time";
  return { ...preset, sizes: sizes ?? (isExtraLarge ? LARGE_SIZES : preset.sizes) };
}

/** Undefined where the folder is in another layout. @throws AppError INVALID_REQUEST that says what is missing, or what is not run */
export async function recognizeDiffusers(
  folder: string,
  name: string,
): Promise<RecognizedFolder | undefined> {
  const index = await readSettings(folder, "model_index.json");
  if (index === undefined) return undefined;
  const parts = await Promise.all([
    filesIn(folder, "scheduler", /^scheduler_config\.json$/),
    ...TOKENIZERS.map((part) => filesIn(folder, part, TOKENIZER_FILE)),
    ...NETWORKS.map((part) => filesIn(folder, part, NETWORK_FILE)),
  ]);
  const paths = ["model_index.json", ...parts.flat()];
  for (const path of REQUIRED) if (!paths.includes(path)) throw missingFile(folder, path);
  const unet = (await readSettings(join(folder, "unet"), "config.json")) ?? {};
  await requireChannels(folder, unet, paths);
  await requireScheduler(folder);
  const title = String(index._class_name ?? "").startsWith("StableDiffusionXL")
    ? "Stable Diffusion XL"
    : "Diffusion model";
  return {
    description: {
      ...ADDED_BY_HAND,
      name,
      kind: "image-generation",
      family: "diffusers",
      priority: 500,
      title: `${title} (${name})`,
      image: {
        ...presetOf(unet, name),
        slug: name,
        subtitle: "Added by this appliance's operator",
      },
    },
    paths,
  };
}
