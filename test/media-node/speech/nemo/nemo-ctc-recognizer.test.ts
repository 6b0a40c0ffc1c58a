import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { ModelBundle } from "../../../../media-node/models/model-bundle.ts";
import { openNemoCtcRecognizer } from "../../../../media-node/speech/nemo/nemo-ctc-recognizer.ts";
import type { RecognizedWord, SpeechRecognizer } from "../../../../media-node/speech/speech-recognizer.ts";
import { AppError } from "../../../../shared/errors.ts";
import { arpaText } from "../../../support/speech/arpa-text.ts";
import {
  ctcFiles,
  gzipped,
  tones,
  vocabularyText,
  writeBundle,
} from "../../../support/speech/nemo-models.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const ON_CPU = { providers: ["cpu"], threads: 1 } as const;
const PIECES = ["▁go", "al", "▁see", "n", "."];
const OFFSETS = { startOffsetMs: 0, endOffsetMs: 0 };

async function open(t: TestContext, bundle: ModelBundle): Promise<SpeechRecognizer> {
  const recognizer = await openNemoCtcRecognizer(bundle, ON_CPU);
  t.after(() => recognizer.dispose());
  return recognizer;
}

async function openPieces(t: TestContext): Promise<SpeechRecognizer> {
  return open(t, await writeBundle(await temporaryFolder(t), "nemo-ctc", ctcFiles(PIECES)));
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
  [4, 4],
]);

test("sound becomes words with their times, and punctuation joins its word", async (t) => {
  const recognizer = await openPieces(t);
  const [window] = await recognizer.recognize([GOAL_SEEN], {});
  assert.equal(window?.language, "en");
  assert.equal(textOf(window?.words), "goal seen.");
  const [goal, seen] = window?.words ?? [];
  near(goal?.startS, 1);
  near(goal?.endS, 1.42);
  near(seen?.startS, 3);
  near(seen?.endS, 3.42);
  assert.ok((goal?.score ?? 0) > 0.9);
});

test("windows of a batch are recognized as they are alone", async (t) => {
  const recognizer = await openPieces(t);
  const windows = [tones(3, [[2, 1]]), GOAL_SEEN, tones(4.321, [[0, 3.9]])];
  const batch = await recognizer.recognize(windows, { language: "en" });
  for (const [index, samples] of windows.entries()) {
    const [alone] = await recognizer.recognize([samples], { language: "en" });
    assert.ok((alone?.words.length ?? 0) > 0);
    assert.equal(textOf(batch[index]?.words), textOf(alone?.words));
    alone?.words.forEach((word, at) => {
      const beside = batch[index]?.words[at];
      assert.deepEqual([beside?.startS, beside?.endS], [word.startS, word.endS]);
      assert.ok(Math.abs((beside?.score ?? 0) - word.score) < 1e-4);
    });
  }
});

test("windows without audio or without samples have no words", async (t) => {
  const recognizer = await openPieces(t);
  assert.deepEqual(await recognizer.recognize([], {}), []);
  const windows = [new Float32Array(0), new Float32Array(100), new Float32Array(16_000)];
  const found = await recognizer.recognize(windows, {});
  assert.deepEqual(
    found.map(({ words }) => words),
    [[], [], []],
  );
});

test("an export without an input for lengths is read too, with its settings in config.json", async (t) => {
  const config = JSON.stringify({
    model_type: "nemo-conformer-ctc",
    features_size: 80,
    subsampling_factor: 4,
  });
  const files = { ...ctcFiles(PIECES, { hasLength: false }), "config.json": config };
  const bundle = await writeBundle(await temporaryFolder(t), "nemo-ctc", files, {});
  const recognizer = await open(t, bundle);
  const [window] = await recognizer.recognize([GOAL_SEEN], {});
  assert.equal(textOf(window?.words), "goal seen.");
  near(window?.words[0]?.startS, 1);
});

const PHONEMES = ["s", "i", "t", "|"];
const SEE_AND_SEA = "see\ts i\nsea\ts i\nseat\ts i t\nit\ti t\n";

async function lexiconBundle(t: TestContext, lexicon: string, favourite: string): Promise<ModelBundle> {
  const unigrams = ["<s>", "</s>", "see", "sea", "seat", "it"].map(
    (word) => [word, word === favourite ? -0.5 : -2, 0] as const,
  );
  const files = {
    ...ctcFiles(PHONEMES),
    "lexicon.txt.gz": gzipped(lexicon),
    "language-model.arpa.gz": gzipped(arpaText([unigrams])),
  };
  return await writeBundle(await temporaryFolder(t), "nemo-ctc", files, {
    melBins: 80,
    subsampling: 4,
    lexicon: "lexicon.txt.gz",
    languageModel: "language-model.arpa.gz",
    decoding: { beamWidth: 50, languageModelWeight: 0.5, wordInsertionBonus: 0 },
    wordTimes: { ...OFFSETS, startOffsetMs: -200 },
  });
}

/** "sea", a boundary, "it". */
const SEA_IT = tones(6, [
  [0, 1],
  [1, 1.3],
  [3, 2],
  [1, 3],
  [2, 3.3],
]);

test("a lexicon and a language model spell what was heard, and alignment times it", async (t) => {
  for (const favourite of ["see", "sea"]) {
    const recognizer = await open(t, await lexiconBundle(t, SEE_AND_SEA, favourite));
    const [window] = await recognizer.recognize([SEA_IT], {});
    assert.equal(textOf(window?.words), `${favourite} it`);
    const [first, second] = window?.words ?? [];
    near(first?.startS, 0.8);
    near(first?.endS, 1.42);
    near(second?.startS, 2.8);
    near(second?.endS, 3.42);
    assert.ok((first?.score ?? 0) > 0.9 && (first?.score ?? 2) <= 1);
  }
});

test("a language model without a lexicon weighs the words that pieces make", async (t) => {
  const unigrams = ["<s>", "</s>", "<unk>", "goal", "seen"].map((word) => [word, -1, 0] as const);
  const files = { ...ctcFiles(PIECES), "language-model.arpa.gz": gzipped(arpaText([unigrams])) };
  const speech = { melBins: 80, subsampling: 4, languageModel: "language-model.arpa.gz" };
  const bundle = await writeBundle(await temporaryFolder(t), "nemo-ctc", files, speech);
  const recognizer = await open(t, bundle);
  const [window] = await recognizer.recognize([GOAL_SEEN], {});
  assert.equal(textOf(window?.words), "goal seen.");
  near(window?.words[0]?.startS, 1);
  near(window?.words[1]?.endS, 3.42);
  assert.ok((window?.words[0]?.score ?? 0) > 0.9);
});

test("a bundle with a lexicon and no language model does not open", async (t) => {
  const files = { ...ctcFiles(PHONEMES), "lexicon.txt.gz": gzipped(SEE_AND_SEA) };
  const speech = { lexicon: "lexicon.txt.gz" };
  const bundle = await writeBundle(await temporaryFolder(t), "nemo-ctc", files, speech);
  await assert.rejects(openNemoCtcRecognizer(bundle, ON_CPU), /no language model/);
});

test("what the manifest adds to times leaves words inside their window and in order", async (t) => {
  const recognizer = await open(t, await lexiconBundle(t, SEE_AND_SEA, "see"));
  const early = tones(4, [
    [0, 0.05],
    [1, 0.25],
    [1, 0.45],
    [2, 0.6],
  ]);
  const [window] = await recognizer.recognize([early], {});
  assert.equal(textOf(window?.words), "see it");
  const times = window?.words.flatMap(({ startS, endS }) => [startS, endS]) ?? [];
  assert.equal(times[0], 0);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
});

for (const [what, broken] of [
  ["no blank", { "vocab.txt": "a 0\nb 1\n" }],
  ["a hole in its vocabulary", { "vocab.txt": "a 0\nb 2\n<blk> 3\n" }],
  ["a line without an id", { "vocab.txt": "a\n<blk> 1\n" }],
  ["a config.json that is no JSON", { "config.json": "{" }],
  ["a network that is no ONNX", { "model.onnx": "hello" }],
] as const) {
  test(`a bundle with ${what} does not open`, async (t) => {
    const files = { ...ctcFiles(PIECES), ...broken };
    const bundle = await writeBundle(await temporaryFolder(t), "nemo-ctc", files);
    const rejected = (error: unknown) => error instanceof AppError && error.code === "MODEL_UNAVAILABLE";
    await assert.rejects(openNemoCtcRecognizer(bundle, ON_CPU), rejected);
  });
}

test("a bundle that has lost a file since it was found is a model that is not there", async (t) => {
  for (const file of ["vocab.txt", "lexicon.txt.gz", "language-model.arpa.gz"]) {
    const bundle = await lexiconBundle(t, SEE_AND_SEA, "see");
    await rm(join(bundle.folder, file));
    await assert.rejects(openNemoCtcRecognizer(bundle, ON_CPU), { code: "MODEL_UNAVAILABLE" }, file);
  }
  const bundle = await writeBundle(await temporaryFolder(t), "nemo-ctc", {
    ...ctcFiles(PIECES),
    "config.json": "{}",
  });
  await rm(join(bundle.folder, "config.json"));
  await assert.rejects(openNemoCtcRecognizer(bundle, ON_CPU), { code: "MODEL_UNAVAILABLE" });
});

test("a bundle without a network, or with a lexicon of other symbols, does not open", async (t) => {
  const bare = await writeBundle(await temporaryFolder(t), "nemo-ctc", {
    "vocab.txt": vocabularyText(PIECES),
  });
  await assert.rejects(openNemoCtcRecognizer(bare, ON_CPU), /no model\.onnx/);
  const foreign = await lexiconBundle(t, "see\ts i\nzoo\tz u\n", "see");
  await assert.rejects(openNemoCtcRecognizer(foreign, ON_CPU), /zoo/);
});

test("a network with another number of symbols than the vocabulary is refused when it is run", async (t) => {
  const files = { ...ctcFiles(PIECES), "vocab.txt": vocabularyText(["a", "b"]) };
  const recognizer = await open(t, await writeBundle(await temporaryFolder(t), "nemo-ctc", files));
  await assert.rejects(recognizer.recognize([GOAL_SEEN], {}), { code: "MODEL_UNAVAILABLE" });
});
