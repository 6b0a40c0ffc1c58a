// The model hub's layout of sentence encoders, as sentence-transformers writes it. How token states become one vector and
// what is put before texts stand in files of their own; where these are missing, the family is told by a name.
import { basename, join } from "node:path";
import { AppError } from "../../../shared/errors.ts";
import { openOnnxSession } from "../../onnx/onnx-session.ts";
import type { BundleDescription } from "../write-manifest.ts";
import {
  ADDED_BY_HAND,
  firstPresent,
  listFiles,
  missingFile,
  type RecognizedFolder,
  readSettings,
  type Settings,
  withData,
} from "./model-folder.ts";

/** Kinds of networks that sentence encoders are made of. */
export const ENCODER_TYPES: ReadonlySet<string> = new Set([
  "bert",
  "roberta",
  "xlm-roberta",
  "mpnet",
  "distilbert",
]);
const ENCODER_SETTINGS = ["config.json", "tokenizer.json"];
const POOLING_FILE = "1_Pooling/config.json";
const MODULES_FILE = "modules.json";
const PROMPTS_FILE = "config_sentence_transformers.json";
const ENCODER_FURTHER = ["tokenizer_config.json", POOLING_FILE, PROMPTS_FILE];

type Embedding = NonNullable<BundleDescription["embedding"]>;
type Pooling = NonNullable<Embedding["pooling"]>;
type Prefixes = Pick<Embedding, "queryPrefix" | "passagePrefix">;

/** Those of sentence-transformers that are run. The length by which one divides goes where vectors are normalized. */
const POOLINGS: ReadonlyMap<string, Pooling> = new Map([
  ["cls", "first"],
  ["mean", "mean"],
  ["mean_sqrt_len_tokens", "mean"],
]);
/** What earlier versions wrote in place of the mode's name. */
const POOLING_SWITCHES = {
  pooling_mode_cls_token: "cls",
  pooling_mode_mean_tokens: "mean",
  pooling_mode_mean_sqrt_len_tokens: "mean_sqrt_len_tokens",
  pooling_mode_max_tokens: "max",
  pooling_mode_weightedmean_tokens: "weightedmean",
  pooling_mode_lasttoken: "lasttoken",
};

interface EncoderFamily extends Prefixes {
  readonly names: RegExp;
  readonly pooling: Pooling;
}

const FAMILIES: readonly EncoderFamily[] = [
  {
    names: /(?:^|[-_])e5-(?:.*[-_])?instruct(?:[-_]|$)/,
    pooling: "mean",
    queryPrefix:
      "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ",
  },
  { names: /(?:^|[-_])e5(?:[-_]|$)/, pooling: "mean", queryPrefix: "query: ", passagePrefix: "passage: " },
  {
    names: /(?:^|[-_])bge-.*-en/,
    pooling: "first",
    queryPrefix: "Represent this sentence for searching relevant passages: ",
  },
  { names: /(?:^|[-_])bge[-_]/, pooling: "first" },
];

/** By the first name that tells one. */
function familyOf(names: readonly string[]): EncoderFamily | undefined {
  const told = names.map((name) => FAMILIES.find((family) => family.names.test(name.toLowerCase())));
  return told.find((family) => family !== undefined);
}

function readPooling(folder: string, settings: Settings): Pooling {
  const switched = Object.entries(POOLING_SWITCHES).flatMap(([key, mode]) =>
    settings[key] === true ? [mode] : [],
  );
  const [mode = "mean", ...others] = [settings.pooling_mode ?? switched].flat().map(String);
  const pooling = others.length === 0 ? POOLINGS.get(mode) : undefined;
  if (pooling !== undefined) return pooling;
  const modes = [mode, ...others].join(" and ");
  throw new AppError(
    "INVALID_REQUEST",
    `${folder} pools token states by ${modes}, as ${POOLING_FILE} says; only mean and cls are run.`,
  );
}

/** What the engine does by itself, by the last part of a type's name. */
const MODULES_RUN: ReadonlySet<string> = new Set(["Transformer", "Pooling", "Normalize"]);

/** Further modules, such as a Dense layer, are run only where the export has them inside of its network. */
async function requireModules(folder: string, network: string): Promise<void> {
  const modules = Object.values((await readSettings(folder, MODULES_FILE)) ?? {});
  const types = modules.map((each) => `${(each as Settings | null)?.type}`.split(".").at(-1) ?? "");
  const others = types.filter((type) => !MODULES_RUN.has(type));
  if (others.length === 0 || (await givesSentences(join(folder, network)))) return;
  throw new AppError(
    "INVALID_REQUEST",
    `${folder} puts ${others.join(" and ")} after its encoder, as ${MODULES_FILE} says, which is run only where the network itself has it: export it with sentence_embedding among its outputs.`,
  );
}

async function givesSentences(network: string): Promise<boolean> {
  const session = await openOnnxSession(network, { providers: ["cpu"], threads: 1 }).catch(
    (cause: unknown) => {
      throw new AppError("INVALID_REQUEST", `${network} cannot be opened as an ONNX model.`, { cause });
    },
  );
  try {
    return session.outputNames.includes("sentence_embedding");
  } finally {
    await session.dispose();
  }
}

/** Undefined where the file has none: it is written with empty ones where nobody named any. */
function readPrefixes({ prompts }: Settings): Prefixes | undefined {
  const named = new Map(Object.entries((prompts ?? {}) as object));
  const promptOf = (...names: readonly string[]): string =>
    names.map((name) => named.get(name)).find((prompt) => typeof prompt === "string") ?? "";
  const queryPrefix = promptOf("query");
  const passagePrefix = promptOf("document", "passage", "corpus");
  return queryPrefix + passagePrefix === "" ? undefined : { queryPrefix, passagePrefix };
}

/** @throws AppError INVALID_REQUEST that says what is missing, or what no engine does: a pooling, a further module */
export async function recognizeEncoder(
  folder: string,
  config: Settings,
  name: string,
): Promise<RecognizedFolder> {
  const present = await listFiles(folder);
  for (const path of ENCODER_SETTINGS) if (!present.has(path)) throw missingFile(folder, path);
  const network = firstPresent(present, "model", ["", "_quantized", "_int8", "_uint8", "_fp16"], folder);
  await requireModules(folder, network);
  const pooling = await readSettings(folder, POOLING_FILE);
  const prompts = await readSettings(folder, PROMPTS_FILE);
  const family = familyOf([name, basename(folder), basename(String(config._name_or_path ?? ""))]);
  const { queryPrefix, passagePrefix } = readPrefixes(prompts ?? {}) ?? family ?? {};
  const width = Number(config.hidden_size ?? config.dim ?? 0);
  return {
    description: {
      ...ADDED_BY_HAND,
      name,
      kind: "sentence-embedding",
      family: "bert",
      title: `Sentence encoder of width ${width}`,
      priority: 500,
      embedding: {
        pooling: pooling === undefined ? (family?.pooling ?? "mean") : readPooling(folder, pooling),
        ...(queryPrefix === undefined ? {} : { queryPrefix }),
        ...(passagePrefix === undefined ? {} : { passagePrefix }),
        maxTokens: Math.min(512, Number(config.max_position_embeddings ?? 512)),
      },
    },
    paths: [
      ...ENCODER_SETTINGS,
      ...ENCODER_FURTHER.filter((path) => present.has(path)),
      ...withData(present, network),
    ],
  };
}
