// A tokenizer of Whisper's kind that needs no files: byte-level pieces, some words, the special tokens in the order of
// the real one, and 1,501 timestamps. Also reads the real one where it is on this machine.
import { readFileSync } from "node:fs";

export interface TinyTokenizer {
  /** The content of tokenizer.json. */
  readonly description: object;
  readonly vocabularySize: number;
  readonly tokens: {
    readonly end: number;
    readonly start: number;
    readonly blank: number;
    readonly noTimestamps: number;
    readonly languages: Readonly<Record<string, number>>;
    readonly tasks: Readonly<Record<string, number>>;
  };
}

const TIMESTAMPS = 1501;
const WORDS =
  "the and you of to in that it is was for on with as have this be at they all from one had by word but not what were " +
  "we when your can said there use an each which she do how their if will up other about out many then them these so";
const PIECES = [
  "ing",
  "ed",
  "s",
  "er",
  "ly",
  "tion",
  "n't",
  "'s",
  ",",
  ".",
  "!",
  "?",
  'Ġ"',
  '"',
  "Ġ(",
  ")",
  "。",
];

/** GPT-2's printable stand-ins of all bytes. */
function byteCharacters(): string[] {
  const isPrintable = (byte: number): boolean =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
  let others = 0;
  return Array.from({ length: 256 }, (_, byte) => {
    if (isPrintable(byte)) return String.fromCodePoint(byte);
    others += 1;
    return String.fromCodePoint(255 + others);
  });
}

/** Four letters that have little in common with the words before and after; another word for each number below 26^4. */
function madeWord(number: number): string {
  const scattered = (number * 170_003) % 26 ** 4;
  return Array.from({ length: 4 }, (_, place) =>
    String.fromCodePoint(97 + (Math.floor(scattered / 26 ** place) % 26)),
  ).join("");
}

/** The same tokenizer on every call. @param textTokens made up to this many by made-up words */
export function tinyTokenizer(textTokens = 0): TinyTokenizer {
  const bytes = byteCharacters();
  const written = (text: string): string =>
    text.startsWith("Ġ") ? text : [...Buffer.from(text)].map((byte) => bytes[byte]).join("");
  const text = [
    ...new Set([...bytes, ...WORDS.split(" ").map((word) => `Ġ${word}`), ...PIECES.map(written)]),
  ];
  while (text.length < textTokens) text.push(`Ġ${madeWord(text.length)}`);
  const specials = ["endoftext", "startoftranscript", "en", "zh", "de", "jw"];
  specials.push("translate", "transcribe", "startoflm", "startofprev", "nospeech", "notimestamps");
  for (let step = 0; step < TIMESTAMPS; step += 1) specials.push((step * 0.02).toFixed(2));
  const idOf = (name: string): number => text.length + specials.indexOf(name);
  const named = (names: readonly string[]): Record<string, number> =>
    Object.fromEntries(names.map((name) => [`<|${name}|>`, idOf(name)]));
  return {
    vocabularySize: text.length + specials.length,
    tokens: {
      end: idOf("endoftext"),
      start: idOf("startoftranscript"),
      blank: bytes.indexOf("Ġ"),
      noTimestamps: idOf("notimestamps"),
      languages: named(["en", "zh", "de", "jw"]),
      tasks: { translate: idOf("translate"), transcribe: idOf("transcribe") },
    },
    description: {
      version: "1.0",
      added_tokens: specials.map((name) => ({
        id: idOf(name),
        content: `<|${name}|>`,
        single_word: false,
        lstrip: false,
        rstrip: false,
        normalized: false,
        special: !/^[0-9]/.test(name),
      })),
      normalizer: null,
      pre_tokenizer: { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true },
      post_processor: null,
      decoder: { type: "ByteLevel", add_prefix_space: true, trim_offsets: true, use_regex: true },
      model: { type: "BPE", vocab: Object.fromEntries(text.map((piece, id) => [piece, id])), merges: [] },
    },
  };
}

/** The tokenizer of Whisper's English-only models, from its file, of which a copy may end amid the merges. */
export function realTokenizer(path: string): TinyTokenizer {
  const text = readFileSync(path, "utf8");
  // Merges serve to encode; nothing here is encoded.
  const description = JSON.parse(`${text.slice(0, text.indexOf('"merges": ['))}"merges": []}}`) as object;
  return {
    description,
    vocabularySize: 51_864,
    tokens: { end: 50_256, start: 50_257, blank: 220, noTimestamps: 50_362, languages: {}, tasks: {} },
  };
}
