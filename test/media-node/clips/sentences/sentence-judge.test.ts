// Sentence judges: a tiny one whose judgements are computed by hand, and bundles that are none.
import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { InferenceSession } from "onnxruntime-node";
import { MOMENT_KINDS } from "../../../../media-node/clips/sentences/moment-kinds.ts";
import {
  openSentenceJudge,
  type SentenceJudge,
} from "../../../../media-node/clips/sentences/sentence-judge.ts";
import {
  encodeFacts,
  JUDGEMENT_COLUMNS,
  type JudgedSentence,
  SENTENCE_FACTS,
  TITLE_COLUMNS,
  TITLE_NUMBERS,
} from "../../../../media-node/clips/sentences/sentence-judgements.ts";
import {
  encodePhrases,
  encodeTokens,
  SENTENCE_PHRASES,
  SENTENCE_TOKENS,
  splitTokens,
} from "../../../../media-node/clips/sentences/sentence-tokens.ts";
import { BUILT_IN_MODELS_DIR, scanBundles } from "../../../../media-node/models/find-bundles.ts";
import { hashToken } from "../../../../media-node/models/known-words.ts";
import { readBundle } from "../../../../media-node/models/model-bundle.ts";
import { verifyBundle } from "../../../../media-node/models/verify-bundle.ts";
import { JUDGING_LIMITS } from "../../../../shared/limits/sensing.ts";
import {
  expectedWorth,
  hashesOf,
  type JudgeFiles,
  tinyJudgeBundle,
  tinyJudgeNetwork,
} from "../../../support/models/text/tiny-sentence-judge.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const OPTIONS = { providers: ["cpu"], threads: 1 } as const;
const WORDS = ["bees", "dance", "slowly", "winter", "stones"];
const NEVER = new AbortController().signal;

function sentencesOf(count: number): JudgedSentence[] {
  return Array.from({ length: count }, (_, index) => ({
    text: `${WORDS[index % 5]} ${WORDS[(index >> 3) % 5]} ${index % 11 === 0 ? "7" : "bees"}.`,
    startsTurn: (index % 3) / 2,
    gapBeforeS: (index % 5) / 2,
    durationS: index % 20,
  }));
}

async function judge(t: TestContext, files?: JudgeFiles): Promise<SentenceJudge> {
  const opened = await openSentenceJudge(await tinyJudgeBundle(await temporaryFolder(t), files), OPTIONS);
  t.after(() => opened.dispose());
  return opened;
}

function sumRows(values: ArrayLike<number>, width: number): number[] {
  return Array.from({ length: values.length / width }, (_, row) =>
    Array.from({ length: width }, (_, at) => values[row * width + at] ?? 0).reduce((a, b) => a + b, 0),
  );
}

/** Sums of the ids that the tiny judge is shown of each sentence, with the phrases of its bundle. */
function sumIds(sentences: readonly JudgedSentence[], words: readonly string[]): number[] {
  const vocabulary = Uint32Array.from(words.map(hashToken)).sort();
  const phrases = Uint32Array.from(["^ bees", "bees dance"].map(hashToken)).sort();
  const ofPhrases = sumRows(encodePhrases(sentences, phrases), SENTENCE_PHRASES);
  return sumRows(encodeTokens(sentences, vocabulary), SENTENCE_TOKENS).map(
    (sum, at) => sum + (ofPhrases[at] ?? 0),
  );
}

test("the network runs on a few threads at most, which give their cores up between its operators", async (t) => {
  const create = t.mock.method(InferenceSession, "create");
  const bundle = await tinyJudgeBundle(await temporaryFolder(t));
  for (const threads of [2, 128]) {
    const opened = await openSentenceJudge(bundle, { ...OPTIONS, threads });
    t.after(() => opened.dispose());
  }
  // Files that share this process may open their models meanwhile.
  const asked = create.mock.calls
    .map(({ arguments: given }) => given as readonly unknown[])
    .filter(([model]) => String(model).startsWith(bundle.folder))
    .map(([, options]) => options as InferenceSession.SessionOptions);
  assert.deepEqual(
    asked.map(({ intraOpNumThreads, extra }) => [intraOpNumThreads, extra]),
    [2, JUDGING_LIMITS.threads].map((threads) => [
      threads,
      { session: { intra_op: { allow_spinning: "0" } } },
    ]),
  );
});

test("facts are the start of a turn, the gap, the length and the marks, each 0 to 1", () => {
  const sentence = { text: "", startsTurn: 0.5, gapBeforeS: 0.5, durationS: 3 };
  const sentences = [
    { ...sentence, gapBeforeS: Number.POSITIVE_INFINITY },
    sentence,
    { ...sentence, startsTurn: 1, gapBeforeS: -1, durationS: 60 },
  ];
  const near = (isPunctuated: boolean): number[] =>
    [...encodeFacts({ sentences, isPunctuated })].map((value) => Math.round(1_000 * value) / 1_000);
  assert.deepEqual(near(true), [0.5, 1, 0.2, 1, 0.5, 0.25, 0.2, 1, 1, 0, 1, 1]);
  assert.deepEqual(near(false), [0.5, 1, 0.2, 0, 0.5, 0.25, 0.2, 0, 1, 0, 1, 0]);
});

test("judgements are the network's columns, sentence by sentence", async (t) => {
  const sentences = sentencesOf(50);
  const judgements = await (await judge(t)).judge({ sentences, isPunctuated: true }, NEVER);
  const worth = expectedWorth(
    sumIds(sentences, ["bees", "dance"]),
    sumRows(encodeFacts({ sentences, isPunctuated: true }), SENTENCE_FACTS),
  );
  const { kinds, ...columns } = judgements;
  Object.entries(columns).forEach(([name, values], column) => {
    assert.equal(values.length, 50);
    values.forEach((value, at) => {
      assert.ok(Math.abs(value - (column + 1) * (worth[at] ?? 0)) < 1e-3, `${name} of ${at}`);
    });
  });
  assert.deepEqual(Object.keys(columns), ["worth", "begins", "ends", "point", "skip", "interest"]);
  assert.equal(kinds.length, 50 * MOMENT_KINDS.length);
  kinds.forEach((value, index) => {
    const [row, kind] = [Math.floor(index / MOMENT_KINDS.length), index % MOMENT_KINDS.length];
    assert.ok(Math.abs(value - (kind + 7) * (worth[row] ?? 0)) < 1e-2, `kind ${kind} of ${row}`);
  });
});

test("a source beyond one window is judged as one that is read at once", async (t) => {
  const { windowSentences, overlapSentences } = JUDGING_LIMITS;
  const step = windowSentences - overlapSentences;
  const model = await judge(t, { vocabulary: hashesOf(WORDS) });
  for (const count of [windowSentences, windowSentences + 1, 2 * step + overlapSentences + 1]) {
    const text = { sentences: sentencesOf(count), isPunctuated: false };
    const { worth, kinds } = await model.judge(text, NEVER);
    const expected = expectedWorth(sumIds(text.sentences, WORDS), sumRows(encodeFacts(text), SENTENCE_FACTS));
    assert.equal(kinds.length, count * MOMENT_KINDS.length);
    assert.equal(worth.length, count);
    worth.forEach((value, at) => {
      assert.ok(Math.abs(value - (expected[at] ?? 0)) < 1e-3, `${at} of ${count}`);
    });
  }
});

test("nothing is judged of a text without sentences", async (t) => {
  const { worth, kinds } = await (await judge(t)).judge({ sentences: [], isPunctuated: true }, NEVER);
  assert.deepEqual([worth.length, kinds.length], [0, 0]);
});

test("of a clip's words it is said what each is worth in the title, and what its sentence is", async (t) => {
  const text = { sentences: sentencesOf(3), isPunctuated: true };
  const values = await (await judge(t)).rateTitles(text);
  const ids = encodeTokens(text.sentences, Uint32Array.from(["bees", "dance"].map(hashToken)).sort());
  const facts = sumRows(encodeFacts(text), SENTENCE_FACTS);
  assert.equal(values?.length, 3 * TITLE_NUMBERS);
  values.forEach((value, index) => {
    const [place, column] = [Math.floor(index / TITLE_COLUMNS), index % TITLE_COLUMNS];
    const [row, token] = [Math.floor(place / (1 + SENTENCE_TOKENS)), place % (1 + SENTENCE_TOKENS)];
    const said = token === 0 ? facts[row] : ids[row * SENTENCE_TOKENS + token - 1];
    assert.ok(
      Math.abs(value - (column + 1) * (said ?? Number.NaN)) < 1e-2,
      `${column} of ${token} of ${row}`,
    );
  });
});

test("the built-in model rates titles, by what the words say", async (t) => {
  const bundle = await readBundle(join(BUILT_IN_MODELS_DIR, "moments-en"));
  const model = await openSentenceJudge(bundle, OPTIONS);
  t.after(() => model.dispose());
  const sentences = ["Nobody ever survives that winter.", "So let me see, right?"].map((text) => ({
    text,
    startsTurn: 0,
    gapBeforeS: 0,
    durationS: 2,
  }));
  const values = await model.rateTitles({ sentences, isPunctuated: true });
  assert.equal(values?.length, 2 * TITLE_NUMBERS);
  const said = (row: number, token: number, column: number): number =>
    values[row * TITLE_NUMBERS + token * TITLE_COLUMNS + column] ?? 0;
  // As title-ratings does, without what is inside: of the sentence, where it begins, where it ends.
  const rated = sentences.map(
    ({ text }, row) => said(row, 0, 0) + said(row, 1, 1) + said(row, splitTokens(text).length, 2),
  );
  assert.ok((rated[0] ?? 0) > (rated[1] ?? 0), rated.join(" and "));
});

test("titles are not rated by a network that says nothing of them, of nothing, and beyond a window", async (t) => {
  const text = (count: number) => ({ sentences: sentencesOf(count), isPunctuated: true });
  const silent = await judge(t, { network: tinyJudgeNetwork({ titleColumns: 0 }) });
  assert.equal(await silent.rateTitles(text(3)), null);
  const model = await judge(t);
  assert.equal(await model.rateTitles(text(0)), null);
  assert.equal(await model.rateTitles(text(JUDGING_LIMITS.windowSentences + 1)), null);
  const other = await judge(t, { network: tinyJudgeNetwork({ titleColumns: TITLE_COLUMNS + 1 }) });
  await assert.rejects(other.rateTitles(text(3)), { code: "MODEL_UNAVAILABLE" });
});

test("an abort ends it before the next window", async (t) => {
  const model = await judge(t);
  const reason = new Error("no longer wanted");
  const text = { sentences: sentencesOf(10), isPunctuated: true };
  await assert.rejects(model.judge(text, AbortSignal.abort(reason)), reason);
});

test("a bundle whose files are of no sentence judge is refused", async (t) => {
  const twice = Buffer.concat([hashesOf(["bees"]), hashesOf(["bees"])]);
  const refused: Record<string, JudgeFiles> = {
    "no network": { network: Buffer.from("no network") },
    "other facts": { network: tinyJudgeNetwork({ facts: 3 }) },
    "a vocabulary that was cut": { vocabulary: hashesOf(WORDS).subarray(1) },
    "hashes that do not ascend": { vocabulary: twice },
    "phrases that do not ascend": { phrases: twice },
  };
  for (const [what, files] of Object.entries(refused)) {
    const bundle = await tinyJudgeBundle(await temporaryFolder(t), files);
    await assert.rejects(openSentenceJudge(bundle, OPTIONS), { code: "MODEL_UNAVAILABLE" }, what);
  }
  const { folder, manifest } = await tinyJudgeBundle(await temporaryFolder(t));
  for (const missing of ["vocabulary.bin", "phrases.bin"]) {
    const files = manifest.files.filter(({ path }) => path !== missing);
    const without = { folder, manifest: { ...manifest, files } };
    await assert.rejects(openSentenceJudge(without, OPTIONS), { code: "MODEL_UNAVAILABLE" }, missing);
  }
});

test("judgements of other columns, or that are no numbers, are not believed", async (t) => {
  const text = { sentences: sentencesOf(3), isPunctuated: true };
  const networks = [
    tinyJudgeNetwork({ columns: JUDGEMENT_COLUMNS + 1 }),
    tinyJudgeNetwork({ weights: new Array(JUDGEMENT_COLUMNS).fill(Number.NaN) }),
  ];
  for (const network of networks) {
    const model = await judge(t, { network });
    await assert.rejects(model.judge(text, NEVER), { code: "MODEL_UNAVAILABLE" });
  }
});

test("the bundle is found, and verified file by file", async (t) => {
  const root = await temporaryFolder(t);
  await tinyJudgeBundle(join(root, "small"));
  const { bundles, broken } = await scanBundles({ modelsDir: root, builtInDir: join(root, "none") });
  assert.deepEqual([bundles.length, broken], [1, []]);
  const [found] = bundles;
  assert.ok(found !== undefined);
  assert.equal(found.manifest.kind, "moment-text");
  assert.deepEqual(await verifyBundle(found), []);
});
