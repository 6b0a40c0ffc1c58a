// Sentences of languages that write no spaces between words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BOUNDARY } from "../../../../media-node/clips/sentences/moment-text.ts";
import { splitSentences, textBetween } from "../../../../media-node/clips/sentences/sentences.ts";
import { wordKey } from "../../../../media-node/senses/meaning/text-lexicon.ts";
import { lexicalSimilarity } from "../../../../media-node/senses/meaning/text-similarity.ts";
import { readMomentText } from "../../../support/talks/read-moment-text.ts";
import { saidWithoutSpaces } from "../../../support/talks/unspaced-talk.ts";

function sentencesOf(said: string): string[] {
  const text = splitSentences(saidWithoutSpaces(said));
  return text.sentences.map(({ firstWord, endWord }) => textBetween(text, firstWord, endWord));
}

test("their marks end sentences, which are read without spaces", () => {
  assert.deepEqual(sentencesOf("今天我们要讨论一个问题。你知道是什么吗？他说：「我知道！」好吧。"), [
    "今天我们要讨论一个问题。",
    "你知道是什么吗？",
    "他说：「我知道！」",
    "好吧。",
  ]);
  assert.deepEqual(sentencesOf("ဒီနေ့ဈေးသွားမယ်။ကျေးဇူးတင်ပါတယ်။"), ["ဒီနေ့ဈေးသွားမယ်။", "ကျေးဇူးတင်ပါတယ်။"]);
  assert.deepEqual(sentencesOf("ខ្ញុំទៅផ្សារ។អរគុណច្រើន។"), ["ខ្ញុំទៅផ្សារ។", "អរគុណច្រើន។"]);
});

test("a full-width question mark asks", () => {
  const { sentences } = splitSentences(saidWithoutSpaces("你知道是什么吗？我知道。"));
  assert.deepEqual(
    sentences.map(({ isQuestion, endsAs }) => [isQuestion, endsAs]),
    [
      [true, "mark"],
      [false, "mark"],
    ],
  );
});

test("in Thai pauses tell sentences, whatever marks there are, and a mark of abbreviation ends none", () => {
  const phrases = ["วันนี้เราไปกรุงเทพฯด้วยกัน", "อากาศดีมากจริงๆ?", "เราจะกินข้าวที่ตลาด", "แล้วกลับบ้านตอนเย็น"];
  assert.deepEqual(sentencesOf(phrases.join("|")), phrases);
});

test("a sentence that is too long is parted after a comma of its script", () => {
  const clause = "我们今天要在这里讨论一个很大的问题因为大家都想知道它到底是怎么回事";
  const parted = sentencesOf(`${clause}，${clause}，${clause}，${clause}。`);
  assert.ok(parted.length > 1);
  assert.match(parted[0] ?? "", /，$/);
});

test("a word is looked up with its vowel signs, and a subject is found in text without spaces", async () => {
  assert.equal(wordKey("“ที่”"), "ที่");
  assert.equal(wordKey("问题。"), "问题");
  const relevance = await lexicalSimilarity.relevance("蜜蜂", ["今天天气很好。", "我们来看蜜蜂怎么跳舞。"]);
  assert.deepEqual([...(relevance ?? [])], [0, 1]);
});

test("without any marks a space that is written ends a sentence that has become long enough", () => {
  assert.deepEqual(sentencesOf("今天天气很好 我们出去玩吧 带上孩子 中午再回来吃饭 好吧"), [
    "今天天气很好 我们出去玩吧",
    "带上孩子 中午再回来吃饭",
    "好吧",
  ]);
  assert.deepEqual(sentencesOf("ถ้าฝนตก เราจะไม่ไป เราจะกินข้าวที่บ้าน|สนุกมากๆ ที่ตลาดอาหารอร่อย"), [
    "ถ้าฝนตก เราจะไม่ไป",
    "เราจะกินข้าวที่บ้าน",
    "สนุกมากๆ ที่ตลาดอาหารอร่อย",
  ]);
  assert.deepEqual(sentencesOf("今天天气很好 我们出去玩吧。带上孩子 中午回来。"), [
    "今天天气很好 我们出去玩吧。",
    "带上孩子 中午回来。",
  ]);
});

test("between two sentences' halves a clip is better cut where a space is written than elsewhere", () => {
  const { text, factsAt } = readMomentText(saidWithoutSpaces("今天天气很好 我们出去玩吧。好吧。"));
  const boundaries = text.words.map(({ startS }) => factsAt({ startS, endS: startS }).boundary);
  const { insideClause, clause, sentence } = BOUNDARY;
  assert.deepEqual(boundaries, [
    ...[sentence, insideClause, insideClause, clause, insideClause, insideClause, insideClause],
    ...[sentence],
  ]);
});
