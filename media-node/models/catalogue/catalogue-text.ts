// Sentence encoders: what a prompt means, compared with what is said. Their files are not pinned yet: sizes are asked of
// the server, and hashes are recorded by the first download.
import type { CatalogueEntry, CatalogueFile } from "./catalogue-entry.ts";

const FILES: readonly CatalogueFile[] = [
  "config.json",
  "tokenizer.json",
  "tokenizer_config.json",
  "onnx/model_quantized.onnx",
].map((path) => ({ path, sizeBytes: null, sha256: null }));

const ENCODER = {
  kind: "sentence-embedding",
  family: "bert",
  nonCommercial: false,
  files: FILES,
} as const;

/** As the model's own page asks for searches in English. */
const BGE_QUERY = "Represent this sentence for searching relevant passages: ";

export const TEXT_MODELS: readonly CatalogueEntry[] = [
  {
    ...ENCODER,
    name: "multilingual-e5-small",
    title: "multilingual-e5-small, 8-bit",
    improves: "prompts that mean what is said in other words, in about 100 languages",
    license: "MIT",
    languages: [],
    priority: 300,
    recommended: { sense: "meaning", memoryBytes: 1.8e9 },
    source: { site: "hub", repository: "Xenova/multilingual-e5-small", revision: "main" },
    embedding: { pooling: "mean", queryPrefix: "query: ", passagePrefix: "passage: ", maxTokens: 512 },
  },
  {
    ...ENCODER,
    name: "bge-small-en-v1.5",
    title: "bge-small-en-v1.5, 8-bit",
    improves: "prompts that mean what is said in other words, in English",
    license: "MIT",
    languages: ["en"],
    priority: 200,
    source: { site: "hub", repository: "Xenova/bge-small-en-v1.5", revision: "main" },
    embedding: { pooling: "first", queryPrefix: BGE_QUERY, maxTokens: 512 },
  },
  {
    ...ENCODER,
    name: "all-minilm-l6-v2",
    title: "all-MiniLM-L6-v2, 8-bit",
    improves: "prompts that mean what is said in other words, in English; the quickest",
    license: "Apache-2.0",
    languages: ["en"],
    priority: 100,
    source: { site: "hub", repository: "Xenova/all-MiniLM-L6-v2", revision: "main" },
    embedding: { pooling: "mean", maxTokens: 256 },
  },
];
