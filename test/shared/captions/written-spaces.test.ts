// Spaces that are written in scripts that have none between words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { joinLines, replaceWords, splitWords, spreadWords } from "../../../shared/captions/spread-words.ts";
import { joinWords } from "../../../shared/captions/subtitle-lines.ts";
import { endsPhrase, leaveOut, spaceMark } from "../../../shared/captions/written-spaces.ts";

function isMarked(before: string, after: string): boolean {
  return spaceMark(before, after).followsSpace === true;
}

test("a space is marked where none stands by itself, and not beside words and numbers of other scripts", () => {
  for (const [before, after] of [
    ["很好", "我们"],
    ["です。", "「はい"],
    ["真的吗?", "我不信"],
    ["好", "(笑)"],
    ["你好", "-"],
    ["-", "我们"],
    ["♪", "さくら"],
    ["ครับ", "ผม"],
    ["ๆ", "ที่"],
    ["ပါ", "ကျေးဇူး"],
  ] as const) {
    assert.ok(isMarked(before, after), `${before} ${after}`);
  }
  for (const [before, after] of [
    ["Hello,", "world"],
    ["안녕", "하세요"],
    ["年", "2024"],
    ["$5", "的"],
    ["用", "“Python”"],
    ["ปี", "2024"],
    ["Apple", "ครับ"],
    ["เก่ง", "ๆ"],
  ] as const) {
    assert.ok(!isMarked(before, after), `${before} ${after}`);
  }
});

test("words of a text are joined again to what was written", () => {
  for (const text of [
    "今天天气很好 我们出去玩吧",
    "今日はいい天気ですね 散歩に行きましょう",
    "สวัสดีครับ ผมชื่อสมชาย ปี 2024 บริษัท Apple",
    "ສະບາຍດີ ຂ້ອຍຮັກປະເທດລາວ",
    "ខ្ញុំទៅផ្សារ អរគុណច្រើន",
    "ဒီနေ့ ဈေးသွားမယ်။ ကျေးဇူးတင်ပါတယ်။",
    "真的吗? 是的! (笑) ♪ 我们走",
    "Bees dance, and every dance is a vote.",
  ]) {
    assert.equal(joinWords(spreadWords(text, 0, 4)), text);
  }
  assert.equal(joinWords(spreadWords("我 用 iPhone 拍 了 3 张", 0, 4)), "我 用iPhone拍 了3张");
});

test("the border of two lines is no space in such scripts, and a word does not reach over it", () => {
  const text = joinLines(["我们的", "话很多 真的", "OK", "one", "two"]);
  assert.deepEqual(splitWords(text), ["我们", "的", "话", "很多", "真的", "OK", "one", "two"]);
  const words = spreadWords(text, 0, 4);
  assert.equal(joinWords(words), "我们的话很多 真的OK one two");
  assert.deepEqual(
    words.filter((word) => "followsSpace" in word).map((word) => word.text),
    ["真的"],
  );
});

test("a phrase ends at a marked space, save behind what is repeated or abbreviated", () => {
  const marked = (text: string) => ({ text, followsSpace: true }) as const;
  assert.ok(endsPhrase("很好", marked("我们")));
  assert.ok(endsPhrase("ครับ", marked("ผม")));
  assert.ok(!endsPhrase("ต่างๆ", marked("ที่")));
  assert.ok(!endsPhrase("กรุงเทพฯ", marked("ด้วย")));
  assert.ok(!endsPhrase("很好", { text: "我们" }));
  assert.ok(!endsPhrase("很好", undefined));
});

test("a space before a word that is left out stands before the next one", () => {
  const words = spreadWords("今天天气很好 我们出去玩吧", 0, 4);
  const without = (...texts: string[]) => joinWords(leaveOut(words, ({ text }) => texts.includes(text)));
  assert.equal(without("我们"), "今天天气很好 出去玩吧");
  assert.equal(without("我们", "出去"), "今天天气很好 玩吧");
  assert.equal(without("很好"), "今天天气 我们出去玩吧");
  assert.equal(without("今天", "天气", "很好"), "我们出去玩吧");
});

test("a sentence that ends with a word that is left out ends with the one before", () => {
  const ending = { text: "um", endsSentence: true } as const;
  const words = [ending, { text: "we" }, { text: "left" }, ending];
  const kept = leaveOut(words, ({ text }) => text === "um");
  assert.deepEqual(kept, [{ text: "we" }, { text: "left", endsSentence: true }]);
});

test("words are replaced in their places, spaces and line breaks stay", () => {
  const text = "so  it goes\nwith 我们的话 too ";
  const words = splitWords(text);
  assert.equal(replaceWords(text, words), text);
  const marked = words.map((word) => (word === "" ? "" : `${word}.`));
  const replaced = replaceWords(text, marked);
  assert.match(replaced, /^so\. {2}it\. goes\.\nwith\. 我们\..*\. too\. $/u);
  assert.equal(replaced.replaceAll(".", ""), text);
});
