import assert from "node:assert/strict";
import { test } from "node:test";
import { mergePunctuation, splitIntoWords } from "../../../../media-node/speech/whisper/whisper-words.ts";

/** Tokens are indices into these pieces of UTF-8. */
function decoder(pieces: readonly (string | Buffer)[]): {
  tokens: number[];
  decode: (tokens: readonly number[]) => string;
} {
  const decode = (tokens: readonly number[]): string =>
    Buffer.concat(tokens.map((token) => Buffer.from(pieces[token] as string))).toString("utf8");
  return { tokens: pieces.map((_, token) => token), decode };
}

function words(
  pieces: readonly (string | Buffer)[],
  language = "en",
): { text: string; tokenCount: number }[] {
  const { tokens, decode } = decoder(pieces);
  return splitIntoWords(tokens, decode, language);
}

const texts = (list: readonly { text: string }[]): string[] => list.map(({ text }) => text);

test("words begin at spaces, and punctuation stands alone until it is merged", () => {
  const split = words([" my", " fellow", " Am", "eric", "ans", ",", " ask", " not", "."]);
  assert.deepEqual(texts(split), [" my", " fellow", " Americans", ",", " ask", " not", "."]);
  assert.deepEqual(
    split.map(({ tokenCount }) => tokenCount),
    [1, 1, 3, 1, 1, 1, 1],
  );
  assert.deepEqual(texts(mergePunctuation(split)), [" my", " fellow", " Americans,", " ask", " not."]);
});

test("opening punctuation joins the word after it, closing punctuation the word before it", () => {
  const merged = mergePunctuation(words([" he", " said", ",", ' "', "yes", "!", '"', " (", "twice", ")"]));
  assert.deepEqual(texts(merged), [" he", " said,", ' "yes!"', " (twice)"]);
  assert.deepEqual(
    merged.map(({ tokenCount }) => tokenCount),
    [1, 2, 4, 3],
  );
});

test("apostrophes, hyphens, numbers and abbreviations stay inside their words", () => {
  const split = words([
    " don",
    "'t",
    " well",
    "-",
    "known",
    " 3",
    ",",
    "000",
    " $",
    "5",
    " U",
    ".",
    "S",
    ".",
    " it",
  ]);
  assert.deepEqual(texts(mergePunctuation(split)), [
    " don't",
    " well-known",
    " 3,000",
    " $5",
    " U.S.",
    " it",
  ]);
});

test("bytes of one character stay together", () => {
  const bytes = Buffer.from("é");
  const split = words([" caf", bytes.subarray(0, 1), bytes.subarray(1), " noir"]);
  assert.deepEqual(split, [
    { text: " café", tokenCount: 3 },
    { text: " noir", tokenCount: 1 },
  ]);
});

test("languages without spaces have a word per character or token", () => {
  const bytes = Buffer.from("語");
  const pieces = ["日本", bytes.subarray(0, 2), bytes.subarray(2), "です", "。"];
  const split = words(pieces, "ja");
  assert.deepEqual(texts(split), ["日本", "語", "です", "。"]);
  assert.deepEqual(texts(mergePunctuation(split)), ["日本", "語", "です。"]);
});

test("broken characters lose no token", () => {
  const split = words([" a", Buffer.of(0xe8), " b", Buffer.of(0xaa)]);
  assert.equal(
    split.reduce((sum, { tokenCount }) => sum + tokenCount, 0),
    4,
  );
});
