import assert from "node:assert/strict";
import { test } from "node:test";
import { isEnglish } from "../../../../media-node/clips/sentences/judge-sentences.ts";

const text = (...sentences: string[]) => sentences.map((each) => ({ text: each }));

test("English is known by its common words, with and without marks", () => {
  assert.ok(isEnglish(text("The bees dance.", "And that is how they tell it.")));
  assert.ok(isEnglish(text("so what i did was i took all the money and i bought bees")));
});

test("other languages are not taken for English, whatever words they share with it", () => {
  const others = [
    "Die Bienen tanzen, und so war es was in der Stadt, also will ich nun was an dem Art.",
    "De bijen dansen en dat is het. We have is of was, maar in de winter is het zo.",
    "Les abeilles dansent pour dire que la mer est belle, on a six ans.",
    "To jest to, co on do nas mówi, a my to wiemy, no i to on.",
    "Las abejas bailan y no me digas que no, a mí me ha dicho lo mismo.",
    "Albinele are un dans care are sens, a fost pe un deal.",
    "Bin er ikke dyr, men de er for små og har fire under og over.",
  ];
  for (const sentence of others) assert.equal(isEnglish(text(sentence)), false, sentence);
});

test("a text in another script stays foreign beside an English phrase", () => {
  const russian = "Пчёлы танцуют, и так они говорят друг другу, где растут цветы, которые им нужны зимой.";
  assert.equal(isEnglish(text(russian, "蜜蜂跳舞。", russian, "The end")), false);
  assert.equal(isEnglish([]), false);
});

test("what has no English words is told without a dictionary, and beside English its words count as ever", (t) => {
  const chinese = "蜜蜂怎么回家我们今天谈这个问题".repeat(20);
  const english = text("The bees dance, and that is what they do.", chinese);
  assert.equal(isEnglish(english), false);
  const segment = t.mock.method(Intl.Segmenter.prototype, "segment");
  assert.equal(isEnglish(text(chinese, "สวัสดีครับวันนี้เราจะพูดถึง")), false);
  assert.equal(segment.mock.callCount(), 0);
});

test("the language of a long text is told by stretches from its beginning to its end", () => {
  let reads = 0;
  const counted = (said: readonly string[], count: number) =>
    Array.from({ length: count }, (_, at) => ({
      get text() {
        reads += 1;
        return said[at % said.length] ?? "";
      },
    }));
  const [english, thai] = ["and that is what the bees do", "สวัสดีครับวันนี้เราจะพูดถึง"];
  assert.ok(isEnglish(counted([english], 50_000)));
  assert.ok(isEnglish(counted([english, thai], 50_000)), "subtitles of two languages in turns");
  assert.equal(isEnglish(counted([thai], 50_000)), false);
  assert.equal(isEnglish([...counted([english], 200), ...counted([thai], 50_000)]), false);
  assert.ok(reads < 20_000, `${reads} of 200,200 sentences were read`);
  assert.ok(isEnglish([...counted([thai], 30_000), ...counted([english], 20_000)]), "English at its end");
});
