// Folders with files as somebody carries them to a machine.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Writes the files below the folder; objects become JSON. Returns the folder. */
export async function carriedFolder(
  folder: string,
  files: Readonly<Record<string, string | Buffer | object>>,
): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    const isText = typeof content === "string" || Buffer.isBuffer(content);
    await writeFile(join(folder, path), isText ? content : JSON.stringify(content));
  }
  return folder;
}

/** A Whisper model in the hub's layout; its networks are none that would load. */
export const WHISPER_FOLDER = {
  "config.json": {
    model_type: "whisper",
    vocab_size: 51_865,
    d_model: 768,
    num_mel_bins: 80,
    encoder_layers: 12,
    encoder_attention_heads: 12,
    decoder_layers: 12,
    decoder_attention_heads: 12,
    max_source_positions: 1_500,
    max_target_positions: 448,
  },
  "generation_config.json": {
    decoder_start_token_id: 50_258,
    eos_token_id: 50_257,
    no_timestamps_token_id: 50_363,
    is_multilingual: true,
    lang_to_id: { "<|en|>": 50_259, "<|de|>": 50_261 },
  },
  "tokenizer.json": {},
  "preprocessor_config.json": {},
  "README.md": "Not a part of the model.",
  "onnx/encoder_model.onnx": "encoder",
  "onnx/encoder_model.onnx_data": "weights of the encoder",
  "onnx/encoder_model_quantized.onnx": "a smaller encoder",
  "onnx/decoder_model_merged_q4.onnx": "decoder",
};
