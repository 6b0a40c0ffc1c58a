// The files of a CLIP tokenizer as one description. Newer conversions have tokenizer.json; those of diffusion models
// mostly have only vocab.json and merges.txt, from which the same is made here: what openai/CLIP does (simple_tokenizer),
// in the terms of the tokenizers library.
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { errorCode } from "../../../shared/error-message.ts";
import { SENSING_LIMITS } from "../../../shared/limits/sensing.ts";
import { unusableModel } from "../../onnx/unusable-model.ts";

const START = "<|startoftext|>";
const END = "<|endoftext|>";
/** Contractions, words, single digits, runs of other characters (openai/CLIP, simple_tokenizer.py). */
const PIECES =
  "<\\|startoftext\\|>|<\\|endoftext\\|>|'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+";

async function readText(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const { size } = await stat(path);
  if (size > SENSING_LIMITS.tokenizerBytes) throw new Error(`${path} has ${size} bytes`);
  return readFile(path, "utf8");
}

type Settings = Readonly<Record<string, unknown>>;

async function readJson(folder: string, name: string): Promise<Settings> {
  return JSON.parse(await readText(folder, name)) as Settings;
}

function special(content: string, id: unknown): object {
  const flags = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
  return { id: Number(id), content, ...flags };
}

async function describe(folder: string): Promise<object> {
  const vocab = await readJson(folder, "vocab.json");
  const merges = (await readText(folder, "merges.txt"))
    .split(/\r?\n/)
    .filter((line) => line !== "" && !line.startsWith("#version"));
  return {
    added_tokens: [START, END].map((content) => special(content, vocab[content])),
    normalizer: {
      type: "Sequence",
      normalizers: [
        { type: "NFC" },
        { type: "Replace", pattern: { Regex: "\\s+" }, content: " " },
        { type: "Lowercase" },
      ],
    },
    pre_tokenizer: {
      type: "Sequence",
      pretokenizers: [
        { type: "Split", pattern: { Regex: PIECES }, behavior: "Removed", invert: true },
        { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: false },
      ],
    },
    post_processor: null,
    decoder: null,
    model: {
      type: "BPE",
      vocab,
      merges,
      unk_token: END,
      end_of_word_suffix: "</w>",
      continuing_subword_prefix: "",
      fuse_unk: false,
      dropout: null,
    },
  };
}

export interface ClipTokenizer {
  /** The tokens of a text, without those of beginning and end. */
  readonly tokensOf: (text: string) => number[];
  readonly startToken: number;
  readonly endToken: number;
  readonly padToken: number;
}

/** Special tokens by their kind. Where a folder names them in both files, special_tokens_map.json is believed. */
async function specialTokens(folder: string, config: Settings): Promise<Settings> {
  const map = await readJson(folder, "special_tokens_map.json").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return {};
    throw error;
  });
  return { ...config, ...map };
}

function tokenName(value: unknown, standard: string): string {
  if (typeof value === "string") return value;
  const content = (value as { content?: unknown } | null | undefined)?.content;
  return typeof content === "string" ? content : standard;
}

function idOf(tokenizer: Tokenizer, name: string): number {
  const id = tokenizer.token_to_id(name);
  if (id === undefined) throw new Error(`the tokenizer has no ${name}`);
  return id;
}

/** @throws AppError MODEL_UNAVAILABLE when a file is missing or cannot be read */
export async function openClipTokenizer(folder: string): Promise<ClipTokenizer> {
  try {
    const config = await readJson(folder, "tokenizer_config.json");
    const description = await readJson(folder, "tokenizer.json").catch(() => describe(folder));
    const tokenizer = new Tokenizer(description, config);
    const named = await specialTokens(folder, config);
    const endName = tokenName(named.eos_token, END);
    return {
      tokensOf: (text) => [...tokenizer.encode(text, { add_special_tokens: false }).ids],
      startToken: idOf(tokenizer, tokenName(named.bos_token, START)),
      endToken: idOf(tokenizer, endName),
      padToken: idOf(tokenizer, tokenName(named.pad_token, endName)),
    };
  } catch (error) {
    throw unusableModel(`${folder} holds no tokenizer that can be read`, { cause: error });
  }
}
