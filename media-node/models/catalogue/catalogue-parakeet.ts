// NVIDIA's Parakeet models in the export that onnx-asr reads. Sizes and hashes were compared between several public
// lists of pins on 2026-11-21. `nemo128.onnx` of these repositories is left out: the features are computed here.
import type { CatalogueEntry, CatalogueFile } from "./catalogue-entry.ts";

/** English first: the model does not say which language it heard, and the first one is reported then. */
const EUROPEAN = "en bg hr cs da nl et fi fr de el hu it lv lt mt pl pt ro sk sl es sv ru uk".split(" ");

const TDT_SPEECH = { melBins: 128, subsampling: 8 };

function file(path: string, sizeBytes: number | null, sha256: string | null): CatalogueFile {
  return { path, sizeBytes, sha256 };
}

const TDT_CONFIG = file(
  "config.json",
  97,
  "666903c76b9798caf2c210afd4f6cd60b08a8dbf9800ec8d7a3bc0d2148ac466",
);

const V3_VOCABULARY = file(
  "vocab.txt",
  93_939,
  "d58544679ea4bc6ac563d1f545eb7d474bd6cfa467f0a6e2c1dc1c7d37e3c35d",
);

const V2_VOCABULARY = file(
  "vocab.txt",
  9_384,
  "ec182b70dd42113aff6c5372c75cac58c952443eb22322f57bbd7f53977d497d",
);

const TDT = {
  kind: "speech-recognition",
  family: "nemo-tdt",
  license: "CC-BY-4.0",
  nonCommercial: false,
  speech: TDT_SPEECH,
} as const;

const V3 = {
  ...TDT,
  languages: EUROPEAN,
  source: {
    site: "hub",
    repository: "istupakov/parakeet-tdt-0.6b-v3-onnx",
    revision: "8f23f0c03c8761650bdb5b40aaf3e40d2c15f1ce",
  },
} as const;

const V2 = {
  ...TDT,
  languages: ["en"],
  source: {
    site: "hub",
    repository: "istupakov/parakeet-tdt-0.6b-v2-onnx",
    revision: "0bbb45a3365852604aef28b538a8f066f4ccaa85",
  },
} as const;

export const PARAKEET_MODELS: readonly CatalogueEntry[] = [
  {
    ...V3,
    name: "parakeet-tdt-0.6b-v3",
    title: "Parakeet TDT 0.6B v3",
    improves: "speech in 25 European languages, with punctuation; the best choice on a GPU",
    priority: 900,
    recommended: { sense: "speech", gpuMemoryBytes: 6e9, memoryBytes: 7.5e9 },
    files: [
      TDT_CONFIG,
      V3_VOCABULARY,
      file(
        "encoder-model.onnx",
        41_770_866,
        "98a74b21b4cc0017c1e7030319a4a96f4a9506e50f0708f3a516d02a77c96bb1",
      ),
      file(
        "encoder-model.onnx.data",
        2_435_420_160,
        "9a22d372c51455c34f13405da2520baefb7125bd16981397561423ed32d24f36",
      ),
      file(
        "decoder_joint-model.onnx",
        72_520_893,
        "e978ddf6688527182c10fde2eb4b83068421648985ef23f7a86be732be8706c1",
      ),
    ],
  },
  {
    ...V3,
    name: "parakeet-tdt-0.6b-v3-int8",
    title: "Parakeet TDT 0.6B v3, 8-bit",
    improves: "speech in 25 European languages, with punctuation; the best choice without a GPU",
    priority: 890,
    recommended: { sense: "speech", memoryBytes: 3.5e9 },
    files: [
      TDT_CONFIG,
      V3_VOCABULARY,
      file(
        "encoder-model.int8.onnx",
        652_183_999,
        "6139d2fa7e1b086097b277c7149725edbab89cc7c7ae64b23c741be4055aff09",
      ),
      file(
        "decoder_joint-model.int8.onnx",
        18_202_004,
        "eea7483ee3d1a30375daedc8ed83e3960c91b098812127a0d99d1c8977667a70",
      ),
    ],
  },
  {
    ...V2,
    name: "parakeet-tdt-0.6b-v2",
    title: "Parakeet TDT 0.6B v2",
    improves: "English speech, with punctuation; a little better in English than v3",
    priority: 880,
    files: [
      TDT_CONFIG,
      V2_VOCABULARY,
      file(
        "encoder-model.onnx",
        41_770_866,
        "3987bcd28175d829d12888a996a84e8f62a0e374d9ffd640662c1515adc679d3",
      ),
      file(
        "encoder-model.onnx.data",
        2_435_420_160,
        "4dab7362d4874d85965045b1e41b2d61dd2cc0fb25671a7f6b3dc47bf120cc41",
      ),
      file(
        "decoder_joint-model.onnx",
        35_792_059,
        "cbb52a07bd70ab5b67f8439d4b3cd8704b18467b4430bcacb5adabe154b8d191",
      ),
    ],
  },
  {
    ...V2,
    name: "parakeet-tdt-0.6b-v2-int8",
    title: "Parakeet TDT 0.6B v2, 8-bit",
    improves: "English speech, with punctuation, without a GPU",
    priority: 870,
    files: [
      TDT_CONFIG,
      V2_VOCABULARY,
      file(
        "encoder-model.int8.onnx",
        652_184_014,
        "3e0581fda6ab843888b51e56d7ee78b6d5bc3237ec113af1f732d1d5286aa155",
      ),
      file(
        "decoder_joint-model.int8.onnx",
        8_998_286,
        "a449f49acd68979d418651dd2dcb737cc0f1bf0225e009e29ee326354edbf7d3",
      ),
    ],
  },
  {
    name: "parakeet-ctc-0.6b",
    kind: "speech-recognition",
    family: "nemo-ctc",
    title: "Parakeet CTC 0.6B",
    improves: "English speech, lower case without punctuation; the fastest large model",
    license: "CC-BY-4.0",
    nonCommercial: false,
    languages: ["en"],
    priority: 800,
    source: { site: "hub", repository: "istupakov/parakeet-ctc-0.6b-onnx", revision: "main" },
    files: [
      file("config.json", null, null),
      file("vocab.txt", null, "ed16e1a4e3a3aa379138c0b1888e5d49f993c9d512b2be4d46e90a87afd54921"),
      file("model.onnx", null, "4d2866ba5d0162d870776bad53991f29dac04238d1d7b1e02874b43ebc5c702a"),
      file("model.onnx.data", null, "e1951d4e0bdcde6e3059b8796140d98d73b3b9c7bee1adbc60505ceb09b9473f"),
    ],
    speech: { melBins: 80, subsampling: 8 },
  },
];
