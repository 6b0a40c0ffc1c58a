// The layouts of models that the engines read: Whisper's, sentence encoders', audio-event, image-text and diffusion models'
// of the model hub, NeMo's of onnx-asr, and single networks that change images. One pair of networks is taken where a
// folder has several precisions of it, the most precise one.
import { AppError } from "../../../shared/errors.ts";
import { WHISPER_LANGUAGES } from "../catalogue/catalogue-whisper.ts";
import { checkWhisperConfig, checkWhisperGeneration, isEnglishOnly } from "../hub-files/whisper-files.ts";
import {
  ADDED_BY_HAND,
  firstPresent,
  listFiles,
  missingFile,
  type RecognizedFolder,
  readChecked,
  readSettings,
  type Settings,
  withData,
} from "./model-folder.ts";
import { recognizeDiffusers } from "./recognize-diffusers.ts";
import { ENCODER_TYPES, recognizeEncoder } from "./recognize-encoder.ts";
import { recognizeImageFolder } from "./recognize-image-tools.ts";
import { recognizeAudioEvents, recognizeImageText } from "./recognize-sensing.ts";

/** Undefined where the folder is in no such layout. @throws AppError INVALID_REQUEST that says what is missing */
export async function recognizeLayout(folder: string, name: string): Promise<RecognizedFolder | undefined> {
  const diffusion = await recognizeDiffusers(folder, name);
  if (diffusion !== undefined) return diffusion;
  const config = await readSettings(folder, "config.json");
  const type = String(config?.model_type ?? "");
  if (config !== undefined && type === "whisper") return recognizeWhisper(folder, config, name);
  if (config !== undefined && type.startsWith("nemo-conformer-")) return recognizeNemo(folder, config, name);
  if (config !== undefined && ENCODER_TYPES.has(type)) return recognizeEncoder(folder, config, name);
  if (config !== undefined && type === "audio-spectrogram-transformer")
    return recognizeAudioEvents(folder, config, name);
  if (type === "clip" || type === "siglip") return recognizeImageText(folder, type, name);
  return recognizeImageFolder(folder, name);
}

/** Precisions in the order of preference, as the exports name them. */
const WHISPER_SUFFIXES = ["", "_q4", "_int8", "_quantized", "_uint8", "_fp16", "_q4f16"];
const WHISPER_SETTINGS = ["config.json", "generation_config.json", "tokenizer.json"];
/** Models that were trained further are often saved without what decoding needs. */
const GENERATION_ADVICE =
  "Take generation_config.json from the model that this one was trained from, such as openai/whisper-small.";
const WHISPER_FURTHER = ["preprocessor_config.json", "tokenizer_config.json"];

async function recognizeWhisper(folder: string, config: Settings, name: string): Promise<RecognizedFolder> {
  const present = await listFiles(folder);
  const encoder = firstPresent(present, "encoder_model", WHISPER_SUFFIXES, folder);
  const decoder = firstPresent(present, "decoder_model_merged", WHISPER_SUFFIXES, folder);
  for (const path of WHISPER_SETTINGS) if (!present.has(path)) throw missingFile(folder, path);
  await readChecked(folder, "config.json", checkWhisperConfig);
  const generation = await readChecked(
    folder,
    "generation_config.json",
    checkWhisperGeneration,
    GENERATION_ADVICE,
  );
  const further = WHISPER_FURTHER.filter((path) => present.has(path));
  const melBins = Number(config.num_mel_bins ?? 80);
  const layers = Number(config.encoder_layers ?? 0);
  return {
    description: {
      ...ADDED_BY_HAND,
      name,
      kind: "speech-recognition",
      family: "whisper",
      title: `Whisper, ${layers} encoder layers`,
      languages: isEnglishOnly(generation) ? ["en"] : WHISPER_LANGUAGES,
      // As the catalogue ranks the sizes: tiny has 4 layers, large has 32.
      priority: 300 + Math.min(32, layers) * 12,
      speech: { melBins },
    },
    paths: [...WHISPER_SETTINGS, ...further, ...withData(present, encoder), ...withData(present, decoder)],
  };
}

async function recognizeNemo(folder: string, config: Settings, name: string): Promise<RecognizedFolder> {
  const present = await listFiles(folder);
  const decoder = String(config.model_type).slice("nemo-conformer-".length);
  if (decoder !== "ctc" && decoder !== "tdt") {
    throw new AppError(
      "INVALID_REQUEST",
      `${folder} has a ${decoder} decoder; only CTC and TDT decoders are run.`,
    );
  }
  const networks = decoder === "ctc" ? ["model"] : ["encoder-model", "decoder_joint-model"];
  const weights = networks.map((network) => firstPresent(present, network, ["", ".int8"], folder));
  if (!present.has("vocab.txt")) throw missingFile(folder, "vocab.txt");
  const melBins = Number(config.features_size ?? 80);
  const subsampling = Number(config.subsampling_factor ?? 8);
  return {
    description: {
      ...ADDED_BY_HAND,
      name,
      kind: "speech-recognition",
      family: `nemo-${decoder}`,
      title: `NeMo ${decoder.toUpperCase()} model`,
      priority: 750,
      speech: { melBins, subsampling },
    },
    paths: ["config.json", "vocab.txt", ...weights.flatMap((path) => withData(present, path))],
  };
}
