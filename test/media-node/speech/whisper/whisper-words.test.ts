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

test("bytes of a character come together before words are made of it", () => {
  const bytes = Buffer.from("語");
  const pieces = ["日本", bytes.subarray(0, 2), bytes.subarray(2), "です", "。"];
  const split = words(pieces, "ja");
  assert.deepEqual(split, [
    { text: "日本語", tokenCount: 3 },
    { text: "です", tokenCount: 1 },
    { text: "。", tokenCount: 1 },
  ]);
  assert.deepEqual(texts(mergePunctuation(split)), ["日本語", "です。"]);
});

test("languages without spaces have the words of a dictionary", () => {
  const sentences: Record<string, string[]> = {
    th: ["เรา", "จะ", "พูด", "เรื่อง", "อาหาร", "ไทย"],
    lo: ["ຂ້ອຍ", "ຮັກ", "ປະເທດ", "ລາວ"],
    my: ["မင်္ဂလာ", "ပါ", "အားလုံး"],
    km: ["សួស្តី", "អ្នក", "ទាំងអស់គ្នា"],
    zh: ["今天", "我们", "要", "讨论", "问题"],
    ja: ["今日", "は", "天気", "が", "いい", "です"],
    yue: ["今日", "天氣", "好"],
  };
  for (const [language, expected] of Object.entries(sentences)) {
    const said = words([...expected.join("")], language);
    assert.deepEqual(texts(said), expected, language);
    assert.deepEqual(
      said.map(({ tokenCount }) => tokenCount),
      expected.map((word) => [...word].length),
    );
  }
});

test("a space in a language without spaces begins the word after it", () => {
  assert.deepEqual(texts(words([..." ไปเรียนๆ ครับ"], "th")), [" ไป", "เรียนๆ", " ครับ"]);
  assert.deepEqual(texts(words([..."ຂອບໃຈຫຼາຍໆ"], "lo")).at(-1), "ຫຼາຍໆ");
  assert.deepEqual(texts(words(["我们", "用", " Py", "thon", "写", "了", "3", ".", "14"], "zh")), [
    "我们",
    "用",
    " Python",
    "写",
    "了",
    "3.14",
  ]);
});

test("a token that reaches into the next word keeps the two together", () => {
  assert.deepEqual(words(["今", "天我", "们", "讨论"], "zh"), [
    { text: "今天我们", tokenCount: 3 },
    { text: "讨论", tokenCount: 1 },
  ]);
});

test("no word reaches from one segment into the next", () => {
  const { tokens, decode } = decoder([..."我们的话很多"]);
  const together = splitIntoWords(tokens, decode, "zh");
  assert.ok(texts(together).includes("的话"));
  const apart = splitIntoWords(tokens, decode, "zh", [3, 3]);
  assert.deepEqual(texts(apart).slice(0, 3), ["我们", "的", "话"]);
});

test("quotation marks and brackets of languages without spaces join their words", () => {
  const merge = (text: string, language: string) => texts(mergePunctuation(words([...text], language)));
  assert.deepEqual(merge("他说：「你好！」《红楼梦》", "zh"), ["他", "说：", "「你好！」", "《红楼梦》"]);
  assert.deepEqual(merge("他说“你好”。", "zh"), ["他", "说", "“你好”。"]);
  assert.deepEqual(merge("ကောင်းလား။ ပါ", "my"), ["ကောင်း", "လား။", " ပါ"]);
});

test("broken characters lose no token", () => {
  const split = words([" a", Buffer.of(0xe8), " b", Buffer.of(0xaa)]);
  assert.equal(
    split.reduce((sum, { tokenCount }) => sum + tokenCount, 0),
    4,
  );
});
