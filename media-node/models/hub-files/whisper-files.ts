// What the files of a Whisper model in the model hub's layout must say: config.json and generation_config.json. A folder is
// held to it when it is added, and again when the model is opened.
import { type Static, Type } from "typebox";
import { compileSchema, invalidRequest } from "../../../shared/schemas/validate.ts";

/** Of the encoder, for 30 seconds. */
const POSITIONS = 1_500;

const Count = Type.Integer({ minimum: 1, maximum: 1_000_000 });
const Token = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const Tokens = Type.Union([Type.Array(Type.Integer(), { maxItems: 10_000 }), Type.Null()]);
const TokensByName = Type.Union([Type.Record(Type.String({ maxLength: 100 }), Token), Type.Null()]);

const Config = Type.Object({
  vocab_size: Count,
  d_model: Count,
  decoder_layers: Count,
  decoder_attention_heads: Count,
  encoder_attention_heads: Count,
  num_mel_bins: Count,
  max_source_positions: Type.Literal(POSITIONS),
  max_target_positions: Count,
});

const GenerationConfig = Type.Object({
  decoder_start_token_id: Token,
  eos_token_id: Type.Union([Token, Type.Array(Token, { minItems: 1 })]),
  no_timestamps_token_id: Token,
  suppress_tokens: Type.Optional(Tokens),
  begin_suppress_tokens: Type.Optional(Tokens),
  alignment_heads: Type.Optional(
    Type.Union([Type.Array(Type.Array(Token, { minItems: 2, maxItems: 2 }), { minItems: 1 }), Type.Null()]),
  ),
  is_multilingual: Type.Optional(Type.Boolean()),
  lang_to_id: Type.Optional(TokensByName),
  task_to_id: Type.Optional(TokensByName),
  max_initial_timestamp_index: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
});

export type WhisperGeneration = Static<typeof GenerationConfig>;

export const checkWhisperConfig = compileSchema(Config);
const checkGeneration = compileSchema(GenerationConfig);

/** @throws AppError INVALID_REQUEST that names what is missing or wrong */
export function checkWhisperGeneration(value: unknown): WhisperGeneration {
  const generation = checkGeneration(value);
  if (generation.is_multilingual !== true || !isEnglishOnly(generation)) return generation;
  throw invalidRequest([{ path: "/lang_to_id", message: "is required of a multilingual model" }]);
}

/** Whether a model knows English only: others name the tokens of their languages, whatever else they leave out. */
export function isEnglishOnly({ is_multilingual, lang_to_id }: WhisperGeneration): boolean {
  return is_multilingual === false || Object.keys(lang_to_id ?? {}).length === 0;
}
