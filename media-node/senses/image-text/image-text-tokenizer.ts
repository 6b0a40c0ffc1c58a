// Texts as tokens for image-text models. CLIP reads as many as there are and looks at the end token; SigLIP was trained
// on lower-case texts filled up to its full length: SigLIP 2's tokenizer.json does not make them so, its class in the
// library (tokenization_siglip2.py) does. A text that is too long loses its end, and never the end token.
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { SENSING_LIMITS } from "../../../shared/limits/sensing.ts";
import { unusableModel } from "../../onnx/unusable-model.ts";
import { readTokenSettings } from "./image-text-settings.ts";

export type ImageTextFamily = "clip" | "siglip";

/** Where the tokenizer's settings name none. */
const DEFAULT_MAX_TOKENS: Readonly<Record<ImageTextFamily, number>> = { clip: 77, siglip: 64 };

export interface TextTokens {
  readonly ids: readonly number[];
  /** 1 for tokens of the text, 0 for those that only fill it up. */
  readonly mask: readonly number[];
}

async function readJson(folder: string, name: string): Promise<object> {
  const path = join(folder, name);
  const { size } = await stat(path);
  if (size > SENSING_LIMITS.tokenizerBytes) throw new Error(`${path} has ${size} bytes`);
  return JSON.parse(await readFile(path, "utf8")) as object;
}

/** @throws AppError MODEL_UNAVAILABLE when a file is missing or cannot be read */
export async function openImageTextTokenizer(
  folder: string,
  family: ImageTextFamily,
): Promise<(text: string) => TextTokens> {
  const { maxTokens = DEFAULT_MAX_TOKENS[family], padToken } = await readTokenSettings(folder);
  try {
    const [description, config] = [
      await readJson(folder, "tokenizer.json"),
      await readJson(folder, "tokenizer_config.json"),
    ];
    const tokenizer = new Tokenizer(description, config);
    const padId = padToken === undefined ? undefined : tokenizer.token_to_id(padToken);
    return (text) => {
      const { ids: all } = tokenizer.encode(family === "siglip" ? text.toLowerCase() : text);
      const last = all.at(-1);
      const ids =
        all.length <= maxTokens || last === undefined ? all : [...all.slice(0, maxTokens - 1), last];
      const padding = family === "siglip" ? maxTokens - ids.length : 0;
      const filled = new Array<number>(padding).fill(padId ?? last ?? 0);
      return { ids: [...ids, ...filled], mask: [...ids.map(() => 1), ...filled.map(() => 0)] };
    };
  } catch (error) {
    throw unusableModel(`${folder} holds no tokenizer that can be read`, { cause: error });
  }
}
