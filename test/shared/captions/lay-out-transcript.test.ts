import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { RecognizedWord } from "../../../media-node/speech/speech-recognizer.ts";
import { layOutInSteps, layOutTranscript } from "../../../shared/captions/lay-out-transcript.ts";
import { spreadWords } from "../../../shared/captions/spread-words.ts";
import { subtitleLines } from "../../../shared/captions/subtitle-lines.ts";

/** Words of a text spoken evenly; `|` is a pause of 0.8 s. */
function spoken(text: string): RecognizedWord[] {
  let timeS = 0;
  return text.split(" ").flatMap((word) => {
    if (word === "|") {
      timeS += 0.8;
      return [];
    }
    const startS = timeS;
    timeS += 0.12 + 0.045 * word.length;
    return [{ text: word, startS, endS: timeS - 0.03, score: 0.87654 }];
  });
}

function textsOf(text: string): string[] {
  return layOutTranscript(spoken(text), 1_000).map((caption) => caption.text);
}

test("no words, no captions", () => {
  assert.deepEqual(layOutTranscript([], 10), []);
});

test("captions break at the ends of sentences and clauses", () => {
  assert.deepEqual(
    textsOf(
      "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness. The rest is known to everybody who has read the book.",
    ),
    [
      "It was the best of times, it was the worst of times,",
      "it was the age of wisdom, it was the age of foolishness.",
      "The rest is known to everybody who has read the book.",
    ],
  );
});

test("without punctuation captions break at pauses and before conjunctions, never after a word that binds", () => {
  assert.deepEqual(
    textsOf(
      "the committee agreed to postpone the election until the middle of october because nobody knew why the lights were still on in the kitchen | please bring the umbrella because it will rain later today and we have to walk all the way back to the station",
    ),
    [
      "the committee agreed to postpone the election until the middle of october",
      "because nobody knew why the lights were still on in the kitchen",
      "please bring the umbrella because it will rain later today",
      "and we have to walk all the way back to the station",
    ],
  );
});

for (const { language, text, captions } of [
  {
    language: "Japanese",
    text: "今日は人工知能の技術が医療の分野でどのように使われているかについて話したいと思いますそして将来の社会にどんな影響があるのかも考えてみましょう",
    captions: [
      ["今日は人工知能の技術が", "医療の分野でどのように"],
      ["使われているかについて", "話したいと思います"],
      ["そして将来の社会にどんな"],
      ["影響があるのかも考えてみましょう"],
    ],
  },
  {
    language: "Chinese",
    text: "我们今天要讨论的问题是人工智能技术在医疗领域的应用以及它对未来社会可能产生的深远影响因为越来越多的医院已经开始使用这些技术来帮助医生诊断疾病",
    captions: [
      ["我们今天要讨论的问题", "是人工智能技术在医疗"],
      ["领域的应用以及它对未来", "社会可能产生的深远影响"],
      ["因为越来越多的医院已经开始"],
      ["使用这些技术来帮助医生诊断疾病"],
    ],
  },
]) {
  test(`without punctuation captions and lines of ${language} break between phrases, not before a word's ending`, () => {
    const words = spreadWords(text, 0, 20).map((word) => ({ ...word, score: 1 }));
    const lines = layOutTranscript(words, 20).map((caption) => subtitleLines(caption.text));
    assert.deepEqual(lines, captions);
  });
}

test("an abbreviation ends no sentence", () => {
  assert.deepEqual(textsOf("I think that Mr. President is not here today."), [
    "I think that Mr. President is not here today.",
  ]);
  assert.deepEqual(textsOf("Is it still there? No. I think that somebody took it away."), [
    "Is it still there? No.",
    "I think that somebody took it away.",
  ]);
});

test("no short word is left alone after a sentence that is a little too long", () => {
  const captions = textsOf(`${"several words stand here one by one and ".repeat(4)}end it`);
  assert.ok(
    captions.every((text) => text.split(" ").length > 2),
    captions.join(" / "),
  );
});

test("a short caption stays for a second where there is silence, and never over the next one or the end", () => {
  const word = (text: string, startS: number): RecognizedWord => ({
    text,
    startS,
    endS: startS + 0.3,
    score: 1,
  });
  const captions = layOutTranscript([word("Yes.", 1), word("Really.", 5), word("No!", 9)], 9.5);
  assert.deepEqual(
    captions.map(({ start, end }) => [start, end]),
    [
      [1, 2],
      [5, 6],
      [9, 9.5],
    ],
  );
});

test("words keep their times, and text of Chinese has no spaces", () => {
  const words = ["我们", "说", "。"].map((text, index) => ({
    text,
    startS: index,
    endS: index + 0.9,
    score: 0.87654,
  }));
  assert.deepEqual(layOutTranscript(words, 10), [
    {
      text: "我们说。",
      start: 0,
      end: 2.9,
      words: [
        { word: "我们", start: 0, end: 0.9, score: 0.877 },
        { word: "说", start: 1, end: 1.9, score: 0.877 },
        { word: "。", start: 2, end: 2.9, score: 0.877 },
      ],
    },
  ]);
});

/** Any words that ascend: [silence before, length, text]. */
const anyWords = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constant(0), fc.double({ min: 0, max: 3, noNaN: true })),
      fc.double({ min: 0.02, max: 0.9, noNaN: true }),
      fc.oneof(
        fc.constantFrom("the", "and", "Friday.", "times,", "a", "extraordinarily", "我们", "天", "Yes!", "—"),
        fc.string({ unit: fc.constantFrom(..."abcdefgh"), minLength: 1, maxLength: 14 }),
      ),
    ),
    { maxLength: 120 },
  )
  .map((entries) => {
    let timeS = 0;
    return entries.map(([silenceS, lengthS, text]): RecognizedWord => {
      const startS = timeS + silenceS;
      timeS = startS + lengthS;
      return { text, startS, endS: timeS, score: 0.5 };
    });
  });

test("every word is in one caption, in order; captions fit two lines and 7 s, and never overlap", () => {
  fc.assert(
    fc.property(anyWords, (words) => {
      const endS = (words.at(-1)?.endS ?? 0) + 0.2;
      const captions = layOutTranscript(words, endS);
      assert.deepEqual(
        captions.flatMap((caption) => caption.words.map(({ word }) => word)),
        words.map(({ text }) => text),
      );
      for (const [index, caption] of captions.entries()) {
        const next = captions[index + 1]?.start ?? endS + 0.001;
        assert.equal(caption.start, caption.words[0]?.start);
        assert.ok(caption.end >= (caption.words.at(-1)?.end ?? 0) && caption.end <= next);
        assert.ok(caption.end - caption.start <= 7.002);
        assert.ok(subtitleLines(caption.text).length <= 2, caption.text);
      }
    }),
  );
});

test("an hour of words is laid out whole", () => {
  const words = spoken("and nobody knew why the lights were still on in the kitchen ".repeat(900).trim());
  const captions = layOutTranscript(words, 10_000);
  assert.equal(
    captions.reduce((sum, caption) => sum + caption.words.length, 0),
    words.length,
  );
});

test("a caption ends with a sentence that no mark ends", () => {
  const text = "they have no map and no boss every bee knows the way home";
  const words = spoken(text).map((word, at) => (at === 6 ? { ...word, endsSentence: true as const } : word));
  const captions = layOutTranscript(words, 1_000).map((caption) => caption.text);
  assert.deepEqual(captions, ["they have no map and no boss", "every bee knows the way home"]);
  assert.notDeepEqual(textsOf(text), captions);
});

test("a word is looked at as often however many of them a caption holds", () => {
  const reads = (text: string): number => {
    let count = 0;
    const words = Array.from({ length: 600 }, (_, index) => ({
      get text() {
        count += 1;
        return text;
      },
      startS: index * 0.05,
      endS: index * 0.05 + 0.04,
      score: 1,
    }));
    layOutTranscript(words, 30);
    return count / words.length;
  };
  const [long, short] = [reads("extraordinarily"), reads("x")];
  assert.ok(short < 1.5 * long, `${short} times each short word, ${long} each long one`);
});

test("making the captions of many words is work in steps, too, not one at the end", () => {
  const words = spoken("we know. ".repeat(400).trim());
  const layOut = layOutInSteps(words, 1_000);
  for (let steps = 0; ; steps += 1) {
    const step = layOut.next();
    if (step.done !== true) continue;
    assert.equal(steps, 2 * words.length + step.value.length);
    break;
  }
});
