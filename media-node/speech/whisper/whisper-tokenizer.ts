// The text side of a Whisper bundle's tokenizer.json. Only decoding is needed, and only of text tokens.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { unusableModel } from "../../onnx/unusable-model.ts";
import type { DecodeTokens } from "./whisper-words.ts";

/**
 * Opens a bundle's tokenizer. Spaces are kept as the tokens have them: word boundaries are read from them.
 * @throws AppError MODEL_UNAVAILABLE when tokenizer.json is missing or cannot be read
 */
export async function openWhisperTokenizer(folder: string): Promise<DecodeTokens> {
  try {
    const description = JSON.parse(await readFile(join(folder, "tokenizer.json"), "utf8")) as object;
    const tokenizer = new Tokenizer(description, { clean_up_tokenization_spaces: false });
    return (tokens) =>
      tokens.length === 0
        ? ""
        : tokenizer.decode([...tokens], { skip_special_tokens: false, clean_up_tokenization_spaces: false });
  } catch (error) {
    throw unusableModel(`${folder} holds no tokenizer that can be read`, { cause: error });
  }
}
