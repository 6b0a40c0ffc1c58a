import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openNemoTdtRecognizer } from "../../../../media-node/speech/nemo/nemo-tdt-recognizer.ts";
import type { RecognizedWord, SpeechRecognizer } from "../../../../media-node/speech/speech-recognizer.ts";
import {
  type TransducerPlan,
  tones,
  transducerFiles,
  writeBundle,
} from "../../../support/speech/nemo-models.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const ON_CPU = { providers: ["cpu"], threads: 1 } as const;
/** The last piece is said after the fourth token, by the predictor's state. */
const PIECES = ["▁go", "al", "▁see", "n", "!"];

async function open(t: TestContext, plan: TransducerPlan): Promise<SpeechRecognizer> {
  const files = transducerFiles(PIECES, plan);
  const bundle = await writeBundle(await temporaryFolder(t), "nemo-tdt", files);
  const recognizer = await openNemoTdtRecognizer(bundle, ON_CPU);
  t.after(() => recognizer.dispose());
  return recognizer;
}

function textOf(words: readonly RecognizedWord[] | undefined): string | undefined {
  return words?.map(({ text }) => text).join(" ");
}

function near(actual: number | undefined, expected: number): void {
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 0.05, `${actual} s is not ${expected} s`);
}

const GOAL_SEEN = tones(6, [
  [0, 1],
  [1, 1.3],
  [2, 3],
  [3, 3.3],
]);

for (const plan of [
  { durations: 5, batch: "batch" },
  { durations: 5, batch: 1 },
  { durations: 0, batch: "batch" },
] as const) {
  const kind = plan.durations === 0 ? "an RNN transducer" : `a TDT model of ${plan.batch} rows a step`;

  test(`${kind} makes words with times, its state carried from token to token`, async (t) => {
    const recognizer = await open(t, plan);
    const [window] = await recognizer.recognize([GOAL_SEEN], {});
    // No sound says "!": it comes when the state has counted four tokens.
    assert.equal(textOf(window?.words), "goal seen!");
    const [goal, seen] = window?.words ?? [];
    near(goal?.startS, 1);
    near(seen?.startS, 3);
    near(seen?.endS, 3.36);
    assert.ok((goal?.score ?? 0) > 0.9);
  });

  test(`${kind} recognizes windows of a batch as it does alone`, async (t) => {
    const recognizer = await open(t, plan);
    const windows = [tones(3, [[2, 1]]), new Float32Array(80), GOAL_SEEN, tones(4.321, [[0, 3.9]])];
    const batch = await recognizer.recognize(windows, {});
    const alone: typeof batch = [];
    for (const window of windows) alone.push(...(await recognizer.recognize([window], {})));
    assert.deepEqual(
      alone.map(({ words }) => textOf(words)),
      ["see", "", "goal seen!", "go"],
    );
    batch.forEach(({ words }, index) => {
      assert.equal(textOf(words), textOf(alone[index]?.words));
      words.forEach((word, at) => {
        assert.equal(word.startS, alone[index]?.words[at]?.startS);
        assert.ok(Math.abs(word.score - (alone[index]?.words[at]?.score ?? 0)) < 1e-4);
      });
    });
  });
}

test("the language that was asked for is reported", async (t) => {
  const recognizer = await open(t, { durations: 5, batch: "batch" });
  const [window] = await recognizer.recognize([GOAL_SEEN], { language: "de" });
  assert.equal(window?.language, "de");
  assert.deepEqual(await recognizer.recognize([], {}), []);
});

test("a bundle without a decoder does not open", async (t) => {
  const files = {
    ...transducerFiles(PIECES, { durations: 5, batch: 1 }),
    "decoder_joint-model.int8.onnx": "",
  };
  const bundle = await writeBundle(await temporaryFolder(t), "nemo-tdt", files);
  await assert.rejects(openNemoTdtRecognizer(bundle, ON_CPU), { code: "MODEL_UNAVAILABLE" });
});
