// What a diffusion bundle says of itself in the files of the diffusers layout: model_index.json names its parts, each of
// which has a folder with a network and a config.json. Only Stable Diffusion's way of working is read here (a U-Net over
// latents, one or two CLIP text encoders); others say what they are and are refused.
import { access } from "node:fs/promises";
import { join } from "node:path";
import { Type } from "typebox";
import { AppError } from "../../../shared/errors.ts";
import { compileSchema } from "../../../shared/schemas/validate.ts";
import { readHubSettings } from "../../models/hub-settings.ts";
import { type DiffusionSchedule, readDiffusionSchedule } from "./diffusers-schedule.ts";

const Count = Type.Integer({ minimum: 1, maximum: 65_536 });
const Optional = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

const checkIndex = compileSchema(
  Type.Object({
    _class_name: Type.String({ maxLength: 200 }),
    text_encoder_2: Optional(Type.Array(Type.Union([Type.String(), Type.Null()]))),
    force_zeros_for_empty_prompt: Optional(Type.Boolean()),
  }),
);
const checkUnet = compileSchema(
  Type.Object({
    in_channels: Count,
    time_cond_proj_dim: Optional(Count),
    addition_embed_type: Optional(Type.String()),
  }),
);
const checkVae = compileSchema(
  Type.Object({
    latent_channels: Count,
    scaling_factor: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    latents_mean: Optional(Type.Array(Type.Number(), { maxItems: 65_536 })),
    latents_std: Optional(Type.Array(Type.Number({ exclusiveMinimum: 0 }), { maxItems: 65_536 })),
    block_out_channels: Type.Array(Count, { minItems: 1, maxItems: 10 }),
  }),
);
const checkTextEncoder = compileSchema(Type.Object({ max_position_embeddings: Type.Optional(Count) }));

/** Of Stable Diffusion 1 and 2, whose early exports do not say it. */
const DEFAULT_SCALING_FACTOR = 0.18215;
const DEFAULT_TOKENS = 77;
const EARLY_VAE: ReturnType<typeof checkVae> = {
  latent_channels: 4,
  block_out_channels: [128, 256, 512, 512],
};

export interface TextPart {
  readonly networkPath: string;
  readonly tokenizerFolder: string;
  /** Tokens of one window, with those of its beginning and end. */
  readonly windowTokens: number;
}

export interface DiffusersConfig {
  readonly textParts: readonly TextPart[];
  /** Whether prompts come from the last but one layer of two encoders, with a summary and sizes beside them (SDXL). */
  readonly isExtraLarge: boolean;
  readonly zerosForEmptyPrompt: boolean;
  readonly unetPath: string;
  /** Whether the U-Net sees a mask and what lies around it beside the latents. */
  readonly isTrainedToFill: boolean;
  /** Width of the guidance's embedding, for models that were distilled with guidance (LCM); null where there is none. */
  readonly guidanceWidth: number | null;
  readonly latentChannels: number;
  /** Latents are kept this many times their values, after what stands in `latentStatistics`. */
  readonly scalingFactor: number;
  /** Of each channel, by which latents are normalized; null where the bundle has none. */
  readonly latentStatistics: {
    readonly mean: readonly number[];
    readonly deviation: readonly number[];
  } | null;
  /** Pixels of the image along one number of the latents. */
  readonly pixelsPerLatent: number;
  readonly decoderPath: string;
  /** Null where the bundle has none: it starts from no image then. A model that was trained to fill in has one. */
  readonly encoderPath: string | null;
  readonly schedule: DiffusionSchedule;
}

const NETWORK = "model.onnx";

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** A part's config.json, or what early exports, which have none, all were: Stable Diffusion 1. */
async function readPart<T>(part: string, check: (value: unknown) => T, early: T): Promise<T> {
  return (await exists(join(part, "config.json"))) ? readHubSettings(part, "config.json", check) : early;
}

async function readTextPart(folder: string, suffix: string): Promise<TextPart> {
  const part = join(folder, `text_encoder${suffix}`);
  const { max_position_embeddings: tokens = DEFAULT_TOKENS } = await readPart(part, checkTextEncoder, {});
  return {
    networkPath: join(part, NETWORK),
    tokenizerFolder: join(folder, `tokenizer${suffix}`),
    windowTokens: tokens,
  };
}

function unusable(message: string, reason: string): AppError {
  return new AppError("MODEL_UNAVAILABLE", message, { cause: new Error(reason) });
}

async function requireUnet(folder: string, className: string): Promise<void> {
  if (await exists(join(folder, "unet", NETWORK))) return;
  throw unusable(
    "This version runs diffusion models that are built around a U-Net.",
    `${folder} is a ${className} without unet/${NETWORK}`,
  );
}

/** Of early exports only the pipeline's class tells those that were trained to fill in. */
function earlyUnet(className: string): ReturnType<typeof checkUnet> {
  return { in_channels: className.endsWith("InpaintPipeline") ? 9 : 4 };
}

/** Networks that follow instructions, depth or a small image take other channels, of which nothing is known here. */
function seesSurroundings(folder: string, inputChannels: number, latentChannels: number): boolean {
  if (inputChannels === latentChannels) return false;
  if (inputChannels === 2 * latentChannels + 1) return true;
  throw unusable(
    "This version runs diffusion models that see latents alone, or a mask and its surroundings beside them.",
    `${folder} has a U-Net of ${inputChannels} channels over latents of ${latentChannels}`,
  );
}

function latentStatistics(
  folder: string,
  { latent_channels, latents_mean: mean, latents_std: deviation }: ReturnType<typeof checkVae>,
): DiffusersConfig["latentStatistics"] {
  if (mean == null || deviation == null) return null;
  if (mean.length === latent_channels && deviation.length === latent_channels) return { mean, deviation };
  const reason = `${folder} has latents_mean and latents_std of another number of channels than ${latent_channels}`;
  throw unusable("The model's autoencoder contradicts itself.", reason);
}

/** @throws AppError MODEL_UNAVAILABLE where a part is missing or is not what an engine of ours reads */
export async function readDiffusersConfig(folder: string): Promise<DiffusersConfig> {
  const index = await readHubSettings(folder, "model_index.json", checkIndex);
  await requireUnet(folder, index._class_name);
  const unet = await readPart(join(folder, "unet"), checkUnet, earlyUnet(index._class_name));
  const vae = await readPart(join(folder, "vae_decoder"), checkVae, EARLY_VAE);
  const isSecond = (index.text_encoder_2 ?? []).some((name) => name !== null);
  const suffixes = isSecond ? ["", "_2"] : [""];
  const encoderPath = join(folder, "vae_encoder", NETWORK);
  const hasEncoder = await exists(encoderPath);
  const isTrainedToFill = seesSurroundings(folder, unet.in_channels, vae.latent_channels);
  if (isTrainedToFill && !hasEncoder) {
    throw unusable("A model that was trained to fill in needs its encoder.", `${encoderPath} is missing`);
  }
  return {
    textParts: await Promise.all(suffixes.map((suffix) => readTextPart(folder, suffix))),
    isExtraLarge: unet.addition_embed_type === "text_time",
    zerosForEmptyPrompt: index.force_zeros_for_empty_prompt === true,
    unetPath: join(folder, "unet", NETWORK),
    isTrainedToFill,
    guidanceWidth: unet.time_cond_proj_dim ?? null,
    latentChannels: vae.latent_channels,
    scalingFactor: vae.scaling_factor ?? DEFAULT_SCALING_FACTOR,
    latentStatistics: latentStatistics(folder, vae),
    pixelsPerLatent: 2 ** (vae.block_out_channels.length - 1),
    decoderPath: join(folder, "vae_decoder", NETWORK),
    encoderPath: hasEncoder ? encoderPath : null,
    schedule: await readDiffusionSchedule(folder),
  };
}
