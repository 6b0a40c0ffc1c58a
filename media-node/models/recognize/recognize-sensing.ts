// The model hub's layouts of models that hear and see a whole source: audio-event classifiers (Audio Spectrogram
// Transformer) and image-text models (CLIP, SigLIP), whose two networks stand apart.
import { checkImageProcessor, checkTextTokenizer } from "../hub-files/image-text-files.ts";
import {
  ADDED_BY_HAND,
  firstPresent,
  listFiles,
  missingFile,
  type RecognizedFolder,
  readChecked,
  type Settings,
  withData,
} from "./model-folder.ts";

/** Precisions in the order of preference. */
const SUFFIXES = ["", "_quantized", "_int8", "_uint8", "_fp16", "_q4"];
const AUDIO_SETTINGS = ["config.json", "preprocessor_config.json"];
const IMAGE_TEXT_SETTINGS = [...AUDIO_SETTINGS, "tokenizer.json", "tokenizer_config.json"];

/** @throws AppError INVALID_REQUEST that says what is missing */
export async function recognizeAudioEvents(
  folder: string,
  config: Settings,
  name: string,
): Promise<RecognizedFolder> {
  const present = await listFiles(folder);
  for (const path of AUDIO_SETTINGS) if (!present.has(path)) throw missingFile(folder, path);
  const classes = Object.keys((config.id2label ?? {}) as object).length;
  return {
    description: {
      ...ADDED_BY_HAND,
      name,
      kind: "audio-events",
      family: "ast",
      priority: 500,
      title: `Audio Spectrogram Transformer, ${classes} classes`,
    },
    paths: [...AUDIO_SETTINGS, ...withData(present, firstPresent(present, "model", SUFFIXES, folder))],
  };
}

/** @throws AppError INVALID_REQUEST that says what is missing, or which setting could not be read */
export async function recognizeImageText(
  folder: string,
  family: "clip" | "siglip",
  name: string,
): Promise<RecognizedFolder> {
  const present = await listFiles(folder);
  for (const path of IMAGE_TEXT_SETTINGS) if (!present.has(path)) throw missingFile(folder, path);
  await readChecked(folder, "preprocessor_config.json", checkImageProcessor);
  await readChecked(folder, "tokenizer_config.json", checkTextTokenizer);
  const networks = ["text_model", "vision_model"].flatMap((network) =>
    withData(present, firstPresent(present, network, SUFFIXES, folder)),
  );
  return {
    description: {
      ...ADDED_BY_HAND,
      name,
      kind: "image-text",
      family,
      priority: 500,
      title: family === "clip" ? "CLIP" : "SigLIP",
    },
    paths: [...IMAGE_TEXT_SETTINGS, ...networks],
  };
}
