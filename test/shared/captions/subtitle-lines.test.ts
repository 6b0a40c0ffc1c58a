import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  joinWords,
  SUBTITLE_LINE_WIDTH,
  subtitleLines,
  subtitleWidth,
} from "../../../shared/captions/subtitle-lines.ts";

test("a text that fits on one line stays on it", () => {
  assert.deepEqual(subtitleLines("  A short\n\nline. "), ["A short line."]);
  assert.deepEqual(subtitleLines(" \n "), []);
});

test("two lines are even, and broken after a clause where that costs little", () => {
  assert.deepEqual(subtitleLines("the committee agreed to postpone the election until october"), [
    "the committee agreed to postpone",
    "the election until october",
  ]);
  assert.deepEqual(subtitleLines("And so, my fellow Americans, ask not what your country can do for you"), [
    "And so, my fellow Americans,",
    "ask not what your country can do for you",
  ]);
});

test("Chinese and Japanese have sixteen characters a line, broken between words and after punctuation", () => {
  assert.deepEqual(subtitleLines("今日はとても天気がいいので、公園に散歩に行きましょう。"), [
    "今日はとても天気がいいので、",
    "公園に散歩に行きましょう。",
  ]);
  for (const line of subtitleLines("我们今天要讨论的是如何在大型语言模型中使用「注意力机制」这个问题")) {
    assert.ok([...line].length <= 16, line);
    assert.doesNotMatch(line, /^[」。，]|「$/);
  }
});

test("a line of Japanese ends with a phrase rather than before an ending", () => {
  for (const lines of [
    ["なぜその会社は", "失敗したのでしょうか？"],
    ["お客様の声を全く", "聞いていなかったからです。"],
  ])
    assert.deepEqual(subtitleLines(lines.join("")), lines);
});

test("no line of Japanese begins with what is said with the sign before it", () => {
  for (const said of [
    "ラーメンを食べさせられなかったのではないでしょうか。",
    "コミュニケーションコストがプロジェクトマネージャーの負担になっていました。",
  ])
    for (const line of subtitleLines(said)) assert.doesNotMatch(line, /^[っゃゅょッャュョー]/, said);
});

test("a space that carries a mark parts no words", () => {
  const marked = "the committee agreed to postpone the \u0301election until october";
  assert.deepEqual(subtitleLines(marked), [
    "the committee agreed to postpone",
    "the \u0301election until october",
  ]);
  assert.deepEqual(subtitleLines("ไ4รทnตาาแงวณดนnรphดณ่มฯ ั p ัันัทั้iตงนแ้ต nเ"), [
    "ไ4รทnตาาแงวณดนnรphดณ่มฯ",
    "ั p ัันัทั้iตงนแ้ต nเ",
  ]);
});

test("a word that is wider than a line stands on its own, unbroken", () => {
  const address = `https://example.com/${"a".repeat(60)}`;
  assert.deepEqual(subtitleLines(`see ${address} now`), ["see", address, "now"]);
});

test("no line of words is wider than 42, and nothing is lost", () => {
  const word = fc.string({ unit: fc.constantFrom(..."abc.,'-é("), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (texts) => {
      const text = texts.join(" ");
      const lines = subtitleLines(text);
      assert.equal(lines.join(" "), text);
      assert.ok(lines.every((line) => line !== "" && subtitleWidth(line) <= SUBTITLE_LINE_WIDTH));
    }),
  );
});

function joined(texts: readonly string[]): string {
  return joinWords(texts.map((text) => ({ text })));
}

test("words are joined by a space, except in scripts that have none", () => {
  assert.equal(joined(["Hello,", "world"]), "Hello, world");
  assert.equal(joined(["我们", "说", "。", "好"]), "我们说。好");
  assert.equal(joined(["안녕", "하세요"]), "안녕 하세요");
  assert.equal(joined(["コーヒー", "OK"]), "コーヒーOK");
  assert.equal(joined(["สวัสดี", "ครับ", "", "Anna", "Smith"]), "สวัสดีครับ Anna Smith");
  assert.equal(joined([]), "");
});

test("Thai and its neighbours are parted from other scripts and numbers by spaces, Chinese and Japanese are not", () => {
  const thai = ["เมื่อ", "ปี", "2024", "บริษัท", "Apple", "เปิด", "ตัว", "iPhone", "16", "ครับ"];
  assert.equal(joined(thai), "เมื่อปี 2024 บริษัท Apple เปิดตัว iPhone 16 ครับ");
  assert.equal(joined(["ราคา", "$5", "(50%)", "ครับ", "!"]), "ราคา $5 (50%) ครับ!");
  assert.equal(joined(["say", '"', 'สวัสดี"', '"Apple"', "ครับ"]), 'say "สวัสดี" "Apple" ครับ');
  assert.equal(joined(["ឆ្នាំ", "2024", "នេះ"]), "ឆ្នាំ 2024 នេះ");
  assert.equal(joined(["ปี", "๒๕๖๗"]), "ปี๒๕๖๗");
  assert.equal(joined(["2024", "年", "10", "月", "的", "T", "恤"]), "2024年10月的T恤");
});

test("a space that is written before a word of such a script stands there, and begins no text", () => {
  const words = [
    { text: "很", followsSpace: true },
    { text: "好" },
    { text: "", followsSpace: true },
    { text: "我们", followsSpace: true },
    { text: "走" },
  ] as const;
  assert.equal(joinWords(words), "很好 我们走");
});

test("a line ends with a phrase rather than within it, where that costs little balance", () => {
  for (const lines of [
    ["今天天气真的很好", "我们带上孩子一起出去玩"],
    ["วันนี้เราไปตลาดด้วยกัน", "แล้วกลับมากินข้าวที่บ้านคุณยาย"],
  ]) {
    assert.deepEqual(subtitleLines(lines.join(" ")), lines);
  }
});

test("a word without an end takes no longer than its length, and stands on one line", () => {
  for (const part of ["a-", "-", "a,", "(", "日-", "日a", "a", "\u{20000}a"]) {
    const text = part.repeat(20_000);
    const startedAt = process.cpuUsage();
    const lines = subtitleLines(text);
    const { user } = process.cpuUsage(startedAt);
    assert.equal(lines.join(""), text);
    assert.ok(user < 2_000_000, `${part}: ${user / 1_000} ms`);
  }
});
