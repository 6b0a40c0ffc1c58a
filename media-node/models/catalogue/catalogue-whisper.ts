// OpenAI's Whisper in the exports whose decoders also give cross-attentions (`*_timestamped`): without them there are
// no word times. Each size comes whole and with a 4-bit decoder, those that want a GPU also in half precision: half as much
// to hold and to move there. None of these has run on a card here; on WebGPU their encoders are reported to lose what they
// should hear (huggingface/transformers.js, issue 1590), so that they are offered for CUDA, and recommended to nobody. The
// 8-bit files of these repositories are left out: newer versions of ONNX Runtime are reported to refuse their decoders
// (huggingface/transformers.js, issue 1707). Hashes are known for base and small only, compared between several public
// lists of pins on 2026-11-21.
import type { CatalogueEntry, CatalogueFile, Recommendation } from "./catalogue-entry.ts";

type Pin = readonly [sizeBytes: number | null, sha256: string | null];

interface WhisperSize {
  readonly size: string;
  readonly revision: string;
  readonly priority: number;
  readonly improves: string;
  readonly license?: string;
  readonly melBins?: number;
  readonly pins?: Readonly<Record<string, Pin>>;
  /** The encoder is over ONNX's 2 GiB, and has a 4-bit form that is worth having. */
  readonly hasLargeEncoder?: boolean;
  /** Whether it has a form for devices: half precision, which processors have to widen. */
  readonly isForDevices?: boolean;
  /** Of its 4-bit form. */
  readonly recommended?: Recommendation;
}

const UNKNOWN: Pin = [null, null];

// The multilingual vocabulary is one file in all sizes below large.
const TOKENIZER: Pin = [2_480_466, "27fc476bfe7f17299480be2273fc0608e4d5a99aba2ab5dec5374b4482d1a566"];
const PREPROCESSOR: Pin = [339, "a6a76d28c93edb273669eb9e0b0636a2bddbb1272c3261e47b7ca6dfdbac1b8d"];

const SETTINGS_FILES = [
  "config.json",
  "generation_config.json",
  "preprocessor_config.json",
  "tokenizer.json",
  "tokenizer_config.json",
];

const SIZES: readonly WhisperSize[] = [
  {
    size: "large-v3-turbo",
    revision: "b3f77bf9a8c4d5ea3415827033d1ffea7955fd9a",
    priority: 700,
    improves: "speech in about 100 languages, best of the Whisper sizes here; wants a GPU",
    license: "MIT",
    melBins: 128,
    hasLargeEncoder: true,
    isForDevices: true,
    pins: {
      "config.json": [1_330, "32c02d1dfb9a93ff236cdcf0f741f8f3a4cedb437c407a361a022451ac009131"],
      "generation_config.json": [3_797, "8568ddf83476167b4607014956b87142763fa6923e71259a606734beb39bdfc8"],
      "preprocessor_config.json": [340, "7ccc62c6f2765af1f3b46c00c9b5894426835a05021c8b9c01eecb6dfb542711"],
      "tokenizer.json": [2_480_645, "b3c8202bbf06d8ee4232c5984baa563784ac4737e2e7fdc42fa180200d3cfcdb"],
      "tokenizer_config.json": [282_843, "844b642c73a91359722f47b35705f7174686df33d252695d8572cf9ac03a6389"],
    },
  },
  {
    size: "medium",
    revision: "main",
    priority: 600,
    improves: "speech in about 100 languages, better than small; slow without a GPU",
    isForDevices: true,
  },
  {
    size: "small",
    revision: "65caa70f294b46e1c33ff820aae6b16d048ab818",
    priority: 500,
    improves: "speech in about 100 languages; a fair balance without a GPU",
    isForDevices: true,
    pins: {
      "config.json": [2_227, null],
      "generation_config.json": [3_893, null],
      "preprocessor_config.json": PREPROCESSOR,
      "tokenizer.json": TOKENIZER,
      "tokenizer_config.json": [282_683, null],
      "onnx/encoder_model.onnx": [
        352_791_798,
        "c0908c1ef2326f5487d1f77e56c6925f910ae56c87fa269ed885682ac851e588",
      ],
      "onnx/decoder_model_merged_q4.onnx": [
        233_421_212,
        "333bf5560a548e89b03abab5c4d33a7057129b08782707cebcbdf25b63588915",
      ],
    },
  },
  {
    size: "base.en",
    revision: "main",
    priority: 410,
    improves: "English speech; small and quick",
  },
  {
    size: "base",
    revision: "608c49e61301901684bc36cac8f74b95ff6b5a8e",
    priority: 400,
    improves: "speech in about 100 languages, with more errors than small",
    // For machines without the memory for Parakeet.
    recommended: { sense: "speech" },
    pins: {
      "config.json": [2_243, "f4d0608f7d918166da7edb3e188de5ef1bfe70d9802e785d271fd88111e9cf4b"],
      "generation_config.json": [3_832, "61070cf8de25b1e9256e8e102ded49d8d24a8369ed36ef84fdf21549e68125a0"],
      "preprocessor_config.json": PREPROCESSOR,
      "tokenizer.json": TOKENIZER,
      "tokenizer_config.json": [282_682, "2e036e4dbacfdeb7242c7d4ec4149f4a16e86026048f94d1637e3a8ee9c6a573"],
      "onnx/encoder_model.onnx": [
        82_451_730,
        "7fcea817bb2be4d86729b521e5a7fcbec28fa743edfed67e882b33ff15852540",
      ],
      "onnx/decoder_model_merged_q4.onnx": [
        123_738_327,
        "fc1902ce2e42c69b2346d8e2a98898c60c01da1e6a64ae90f41d22350ac7db13",
      ],
    },
  },
  {
    size: "tiny.en",
    revision: "aeaa13760958b03fac5062f457d317d3319c3168",
    priority: 310,
    improves: "English speech, with many errors; for trying things out",
  },
  {
    size: "tiny",
    revision: "517244293732ee2d58139af5814231b7e6830a0d",
    priority: 300,
    improves: "speech in about 100 languages, with many errors; for trying things out",
  },
];

/** Of Whisper's own list: the languages with an ISO 639-1 code. */
export const WHISPER_LANGUAGES =
  "en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt ln ha ba jv su".split(
    " ",
  );

type Precision = "whole" | "fp16" | "q4";

interface Form {
  readonly suffix: string;
  readonly title: string;
  /** Undefined for the form that the others are compared with. */
  readonly improves?: string;
  /** Below the whole form's. */
  readonly priority: number;
}

const FORMS: Readonly<Record<Precision, Form>> = {
  whole: { suffix: "", title: "", priority: 0 },
  fp16: {
    suffix: "-fp16",
    title: ", half precision",
    improves: "at half the size, for a GPU with CUDA",
    priority: 3,
  },
  q4: {
    suffix: "-q4",
    title: ", 4-bit",
    improves: "at half the size or less and a little worse",
    priority: 5,
  },
};

function weightsOf({ hasLargeEncoder = false }: WhisperSize, precision: Precision): string[] {
  if (precision === "fp16") return ["onnx/encoder_model_fp16.onnx", "onnx/decoder_model_merged_fp16.onnx"];
  const decoder = precision === "q4" ? "onnx/decoder_model_merged_q4.onnx" : "onnx/decoder_model_merged.onnx";
  if (!hasLargeEncoder) return ["onnx/encoder_model.onnx", decoder];
  if (precision === "q4") return ["onnx/encoder_model_q4.onnx", decoder];
  return ["onnx/encoder_model.onnx", "onnx/encoder_model.onnx_data", decoder];
}

function whisper(model: WhisperSize, precision: Precision): CatalogueEntry {
  const { size, revision, license = "Apache-2.0", melBins = 80, pins = {} } = model;
  const { recommended } = model;
  const form = FORMS[precision];
  const files = [...SETTINGS_FILES, ...weightsOf(model, precision)].map((path): CatalogueFile => {
    const [sizeBytes, sha256] = pins[path] ?? UNKNOWN;
    return { path, sizeBytes, sha256 };
  });
  return {
    name: `whisper-${size}${form.suffix}`,
    kind: "speech-recognition",
    family: "whisper",
    title: `Whisper ${size}${form.title}`,
    improves: form.improves === undefined ? model.improves : `as whisper-${size}, ${form.improves}`,
    license,
    nonCommercial: false,
    languages: size.endsWith(".en") ? ["en"] : WHISPER_LANGUAGES,
    priority: model.priority - form.priority,
    ...(precision === "q4" && recommended !== undefined && { recommended }),
    source: { site: "hub", repository: `onnx-community/whisper-${size}_timestamped`, revision },
    files,
    speech: { melBins },
  };
}

export const WHISPER_MODELS: readonly CatalogueEntry[] = SIZES.flatMap((model) => [
  whisper(model, "whole"),
  ...(model.isForDevices === true ? [whisper(model, "fp16")] : []),
  whisper(model, "q4"),
]);
