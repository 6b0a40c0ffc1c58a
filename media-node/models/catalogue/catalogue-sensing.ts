// Models that hear and see a whole source: what an audience does, and what frames show. Their files are not pinned:
// sizes are asked of the server, and hashes are recorded by the first download.
import type { CatalogueEntry, CatalogueFile } from "./catalogue-entry.ts";

function unpinned(paths: readonly string[]): CatalogueFile[] {
  return paths.map((path) => ({ path, sizeBytes: null, sha256: null }));
}

/** 8-bit weights: a quarter of the size, and the quicker ones on a CPU. */
const IMAGE_TEXT = {
  kind: "image-text",
  nonCommercial: false,
  files: unpinned([
    "config.json",
    "preprocessor_config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "onnx/text_model_quantized.onnx",
    "onnx/vision_model_quantized.onnx",
  ]),
} as const;

const AUDIO_EVENTS = {
  kind: "audio-events",
  family: "ast",
  license: "BSD-3-Clause",
  nonCommercial: false,
  languages: [],
  source: { site: "hub", repository: "Xenova/ast-finetuned-audioset-10-10-0.4593", revision: "main" },
} as const;

const AUDIO_EVENT_SETTINGS = ["config.json", "preprocessor_config.json"];

export const SENSING_MODELS: readonly CatalogueEntry[] = [
  {
    ...AUDIO_EVENTS,
    name: "ast-audioset",
    title: "Audio Spectrogram Transformer, AudioSet",
    improves: "clips with laughter and applause, which are heard instead of guessed; wants a GPU",
    priority: 200,
    recommended: { sense: "laughter and applause", gpuMemoryBytes: 4e9 },
    files: unpinned([...AUDIO_EVENT_SETTINGS, "onnx/model.onnx"]),
  },
  {
    ...AUDIO_EVENTS,
    name: "ast-audioset-int8",
    title: "Audio Spectrogram Transformer, AudioSet, 8-bit",
    improves: "clips with laughter and applause, which are heard instead of guessed; without a GPU",
    priority: 190,
    // It fills two cores for minutes of each job.
    recommended: { sense: "laughter and applause", cores: 4, memoryBytes: 3.5e9 },
    files: unpinned([...AUDIO_EVENT_SETTINGS, "onnx/model_quantized.onnx"]),
  },
  {
    ...IMAGE_TEXT,
    name: "siglip-base-patch16-224",
    family: "siglip",
    title: "SigLIP base, 8-bit",
    improves: "prompts that ask for what is seen, such as a goal or a dog",
    license: "Apache-2.0",
    languages: ["en"],
    priority: 300,
    source: { site: "hub", repository: "Xenova/siglip-base-patch16-224", revision: "main" },
  },
  {
    ...IMAGE_TEXT,
    name: "clip-vit-base-patch32",
    family: "clip",
    title: "CLIP ViT-B/32, 8-bit",
    improves: "prompts that ask for what is seen; quicker than SigLIP, and less sure",
    license: "MIT",
    languages: ["en"],
    priority: 200,
    source: { site: "hub", repository: "Xenova/clip-vit-base-patch32", revision: "main" },
  },
];
