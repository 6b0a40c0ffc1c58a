// A sentence encoder in the model hub's layout, small enough to be read: WordPiece over a few words, and a network whose
// token states are a row of a table plus half the mean of the text's rows, so that a wrong mask or a wrong pooling shows.
// Words that are given together share their row: "salary" means "money".
import { join } from "node:path";
import { type OnnxModel, writeOnnxModel } from "../../../../media-node/onnx/onnx-writer.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";
import { carriedFolder } from "../carried-folder.ts";
import { GraphBuilder, withHalfPrecisionEdges } from "../onnx-model.ts";

const ENCODER_WIDTH = 16;
const SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];

export interface TinyEncoder {
  readonly modelType?: string;
  /** Words of one meaning, and words of their own. */
  readonly words: readonly (readonly string[])[];
  /** Whether states come out in half precision, as from fp16 exports. */
  readonly isHalfPrecision?: boolean;
  /** Of the network; the states unless told. */
  readonly outputName?: string;
}

function specialToken(content: string, id: number): object {
  const plain = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
  return { id, content, ...plain };
}

function tokenizerOf(vocabulary: readonly string[]): object {
  const [cls, sep] = [SPECIAL.indexOf("[CLS]"), SPECIAL.indexOf("[SEP]")];
  const sequence = (id: string) => ({ Sequence: { id, type_id: 0 } });
  const special = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: SPECIAL.map(specialToken),
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [special("[CLS]"), sequence("A"), special("[SEP]")],
      pair: [special("[CLS]"), sequence("A"), special("[SEP]"), sequence("B"), special("[SEP]")],
      special_tokens: {
        "[CLS]": { id: "[CLS]", ids: [cls], tokens: ["[CLS]"] },
        "[SEP]": { id: "[SEP]", ids: [sep], tokens: ["[SEP]"] },
      },
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
    },
  };
}

/** One row a token; special tokens and joining words lie near zero. */
function tableOf(groups: readonly (readonly string[])[]): Float32Array {
  const random = seededRandom(11);
  const row = (scale: number): number[] =>
    Array.from({ length: ENCODER_WIDTH }, () => scale * (random() - 0.5));
  const rows = [
    ...SPECIAL.map(() => row(0.02)),
    ...groups.flatMap((words) => Array(words.length).fill(row(1))),
  ];
  return Float32Array.from(rows.flat());
}

function networkOf(groups: readonly (readonly string[])[], outputName: string): OnnxModel {
  const graph = new GraphBuilder(1);
  const rows = SPECIAL.length + groups.flat().length;
  const states = graph.op("Gather", [graph.floats([rows, ENCODER_WIDTH], tableOf(groups)), "input_ids"]);
  const mask = graph.op("Unsqueeze", [
    graph.op("Cast", ["attention_mask"], { to: { int: 1 } }),
    graph.integers([2]),
  ]);
  const summed = graph.op("ReduceSum", [graph.op("Mul", [states, mask]), graph.integers([1])]);
  const count = graph.op("ReduceSum", [mask, graph.integers([1])]);
  const half = graph.op("Mul", [graph.op("Div", [summed, count]), graph.scalar(0.5)]);
  graph.op("Add", [states, half], {}, outputName);
  const ids = (name: string) => ({ name, type: "int64" as const, shape: ["batch", "tokens"] });
  return {
    opset: 17,
    irVersion: 8,
    inputs: [ids("input_ids"), ids("attention_mask"), ids("token_type_ids")],
    outputs: [{ name: outputName, type: "float32", shape: ["batch", "tokens", ENCODER_WIDTH] }],
    nodes: graph.nodes,
    initializers: graph.initializers,
  };
}

/** Writes it; returns the folder. */
export function tinyEncoderFolder(
  folder: string,
  { modelType = "bert", words, isHalfPrecision = false, outputName = "last_hidden_state" }: TinyEncoder,
): Promise<string> {
  const network = networkOf(words, outputName);
  return carriedFolder(folder, {
    "config.json": {
      model_type: modelType,
      hidden_size: ENCODER_WIDTH,
      max_position_embeddings: 64,
      architectures: ["BertModel"],
    },
    "tokenizer.json": tokenizerOf([...SPECIAL, ...words.flat()]),
    "tokenizer_config.json": { tokenizer_class: "BertTokenizer", model_max_length: 64 },
    [join("onnx", "model.onnx")]: Buffer.from(
      writeOnnxModel(isHalfPrecision ? withHalfPrecisionEdges(network) : network),
    ),
  });
}
