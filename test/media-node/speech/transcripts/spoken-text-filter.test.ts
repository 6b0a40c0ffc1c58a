import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { RecognizedWord } from "../../../../media-node/speech/speech-recognizer.ts";
import { filterSpokenText } from "../../../../media-node/speech/transcripts/spoken-text-filter.ts";

const SPOKEN = { durationS: 30, speechShare: 0.9 };

/** Words of a text, one after the other, each `wordS` long with a tenth of it between them. */
function said(text: string, wordS = 0.3, startS = 0): RecognizedWord[] {
  return text.split(" ").map((word, index) => ({
    text: word,
    startS: startS + index * wordS,
    endS: startS + (index + 0.9) * wordS,
    score: 0.8,
  }));
}

function textOf(words: readonly RecognizedWord[], window = SPOKEN): string {
  return filterSpokenText(words, window)
    .map((word) => word.text)
    .join(" ");
}

test("what a person says goes through unchanged", () => {
  const words = said("It was the best of times, it was the worst of times, no, no, no, no!");
  assert.deepEqual(filterSpokenText(words, SPOKEN), words);
});

test("a space before a word that is dropped stands before the next", () => {
  const words = [
    { text: "今日は", startS: 0, endS: 0.4, score: 0.8 },
    { text: "いい", startS: 0.4, endS: 0.8, score: 0.8 },
    { text: "そう", startS: 0.8, endS: 0.8, score: 0.8, followsSpace: true },
    { text: "だ", startS: 0.8, endS: 0.8, score: 0.8 },
    { text: "明日", startS: 0.9, endS: 1.3, score: 0.8 },
  ] as const;
  const heard = filterSpokenText(words, SPOKEN).map(({ text, followsSpace }) => [text, followsSpace]);
  assert.deepEqual(heard, [
    ["今日は", undefined],
    ["いい", undefined],
    ["明日", true],
  ]);
});

test("of a phrase that is repeated over and over two are kept", () => {
  assert.equal(textOf(said(`so ${"thank you ".repeat(12)}bye`)), "so thank you thank you bye");
  assert.equal(textOf(said("go go go go go go go go now")), "go go now");
  assert.equal(
    textOf(said(`${"Subscribe to my new channel. ".repeat(4)}End`)),
    "Subscribe to my new channel. Subscribe to my new channel. End",
  );
});

test("case and punctuation do not hide a repetition", () => {
  assert.equal(
    textOf(said("Thank you. thank you, THANK YOU thank you! Thank you.")),
    "Thank you. thank you,",
  );
});

test("words that come faster than anybody speaks are dropped, those around them stay", () => {
  const rushed = said("a b c d e f g h i j k l m n o p q r s t", 0.03, 5);
  assert.equal(textOf([...said("before it"), ...rushed, ...said("after it", 0.3, 10)]), "before it after it");
  assert.equal(
    textOf(said("one two three four five six seven eight nine ten eleven twelve", 0.12)).split(" ").length,
    12,
  );
});

test("characters of Chinese may come twice as fast", () => {
  const text = "我 们 今 天 要 讨 论 的 是 这 个 大 问 题 在 哪 里 呢";
  assert.equal(textOf(said(text, 0.06)), text);
});

/** A sentence of a script without spaces in its words, each as long as its share of the sentence. */
function saidIn(language: string, sentence: string, durationS: number): RecognizedWord[] {
  const letterS = durationS / sentence.length;
  const segments = new Intl.Segmenter(language, { granularity: "word" }).segment(sentence);
  return Array.from(segments, ({ segment, index }) => ({
    text: segment,
    startS: index * letterS,
    endS: (index + segment.length) * letterS,
    score: 0.8,
  }));
}

const UNSPACED_SPEECH = [
  ["th", "วันนี้เราจะมาพูดถึงเรื่องการเรียนรู้ภาษาไทยซึ่งเป็นภาษาที่มีเสน่ห์และน่าสนใจมากสำหรับชาวต่างชาติทุกคน", 7.5],
  ["lo", "ມື້ນີ້ພວກເຮົາຈະເວົ້າກ່ຽວກັບອາຫານລາວທີ່ແຊບຫຼາຍ", 3.5],
  ["my", "ဒီနေ့ကျွန်တော်တို့မြန်မာစာအကြောင်းပြောကြမယ်", 3],
  ["km", "ថ្ងៃនេះយើងនឹងនិយាយអំពីម្ហូបខ្មែរដែលឆ្ងាញ់ណាស់", 3.5],
  ["ja", "今日は人工知能についてみなさんと一緒に話したいと思います", 3],
] as const;

test("speech of scripts without spaces stays, be it in words, in single characters, or in whole phrases", () => {
  for (const [language, sentence, durationS] of UNSPACED_SPEECH) {
    const words = saidIn(language, sentence, durationS);
    assert.equal(textOf(words).replaceAll(" ", ""), sentence, language);
    const letters = [...sentence];
    const characters = letters.map((text, index) => ({
      text,
      startS: (index * durationS) / letters.length,
      endS: ((index + 1) * durationS) / letters.length,
      score: 0.8,
    }));
    assert.equal(textOf(characters).replaceAll(" ", ""), sentence, language);
    const phrase = { text: sentence, startS: 0, endS: durationS, score: 0.8 };
    assert.equal(textOf([phrase]), sentence, language);
  }
});

test("scripts without spaces cannot be said at once either", () => {
  for (const [language, sentence] of [UNSPACED_SPEECH[0], UNSPACED_SPEECH[4]]) {
    assert.ok(textOf(saidIn(language, sentence, 0.8)).length < sentence.length / 2, language);
  }
  for (const [language, sentence, durationS] of UNSPACED_SPEECH) {
    const window = { durationS: 10, speechShare: 0.03 };
    assert.equal(textOf(saidIn(language, sentence, durationS), window), "", language);
  }
});

test("vowel signs and tone marks tell words apart", () => {
  assert.equal(textOf(said("มา ม้า มา ม้า มา ม้า มา ม้า")), "มา ม้า มา ม้า มา ม้า มา ม้า");
});

test("a lone word without length is a short word, several are piled up", () => {
  const flat = (text: string, timeS: number): RecognizedWord => ({
    text,
    startS: timeS,
    endS: timeS,
    score: 0.5,
  });
  const words = [
    ...said("this is"),
    flat("a", 1),
    ...said("test", 0.3, 1.2),
    flat("x", 3),
    flat("y", 3),
    flat("z", 3),
  ];
  const kept = filterSpokenText(words, SPOKEN);
  assert.deepEqual(
    kept.map((word) => word.text),
    ["this", "is", "a", "test"],
  );
  assert.ok(kept.every((word) => word.endS > word.startS));
});

test("a window with hardly any speech has no words, and one with little speech not many", () => {
  assert.equal(textOf(said("Thanks for watching!"), { durationS: 30, speechShare: 0.002 }), "");
  assert.equal(textOf(said("yes"), { durationS: 2, speechShare: 0.1 }), "yes");
  const sentence = said("please like and subscribe to this channel for more");
  assert.equal(textOf(sentence, { durationS: 10, speechShare: 0.05 }), "");
});

test("times never go back and stay inside the window, whatever came in", () => {
  const time = fc.oneof(fc.double({ min: -5, max: 40 }), fc.constant(Number.NaN));
  const word = fc.record({
    text: fc.string(),
    startS: time,
    endS: time,
    score: fc.double({ min: 0, max: 1 }),
  });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), (words) => {
      let lastS = 0;
      for (const { startS, endS } of filterSpokenText(words, SPOKEN)) {
        assert.ok(startS >= lastS && endS >= startS && endS <= SPOKEN.durationS);
        lastS = endS;
      }
    }),
  );
});

test("silence between words stays", () => {
  const words = [...said("one"), ...said("two", 0.3, 10)];
  assert.deepEqual(filterSpokenText(words, SPOKEN), words);
});
