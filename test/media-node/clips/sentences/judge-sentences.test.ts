// Sentences judged in a thread, and what becomes of a source where they cannot be.
import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import {
  JUDGE_SENTENCES,
  judgeSentences,
  rateTitles,
} from "../../../../media-node/clips/sentences/judge-sentences.ts";
import {
  type JudgedText,
  TITLE_NUMBERS,
} from "../../../../media-node/clips/sentences/sentence-judgements.ts";
import type { OptionalModel } from "../../../../media-node/models/optional-model.ts";
import { observeTask } from "../../../../media-node/threads/observe-task.ts";
import { closeThreads } from "../../../../media-node/threads/run-in-thread.ts";
import { JUDGING_LIMITS } from "../../../../shared/limits/sensing.ts";
import { NodeLack } from "../../../../shared/node-lack.ts";
import { carriedFolder } from "../../../support/models/carried-folder.ts";
import { tinyJudgeBundle } from "../../../support/models/text/tiny-sentence-judge.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

after(closeThreads);

const SAID = ["The bees dance.", "And that tells them the way.", "What do they do in the winter?"];
const said = (texts: readonly string[]): JudgedText => ({
  sentences: texts.map((text) => ({ text, startsTurn: 0.5, gapBeforeS: 0.2, durationS: 2 })),
  isPunctuated: true,
});

async function scene(t: TestContext, signal: AbortSignal = AbortSignal.timeout(60_000)) {
  const bundle = await tinyJudgeBundle(await temporaryFolder(t));
  const failures: unknown[] = [];
  const input: OptionalModel = {
    bundle,
    threads: 1,
    signal,
    onFailure: (error) => failures.push(error),
  };
  return { input, bundle, failures };
}

test("a thread judges the sentences of a source", async (t) => {
  const { input, failures } = await scene(t);
  const judgements = await judgeSentences(input, said(SAID));
  assert.deepEqual([judgements?.worth.length, judgements?.kinds.length], [3, 30]);
  assert.ok((judgements?.worth[0] ?? 0) > 0);
  assert.deepEqual(failures, []);
});

test("the same thread rates the words of a clip for its title", async (t) => {
  const { input, failures } = await scene(t);
  const values = await rateTitles(input, said(SAID));
  assert.equal(values?.length, SAID.length * TITLE_NUMBERS);
  assert.equal(await rateTitles(null, said(SAID)), null);
  assert.equal(await rateTitles(input, said(["Die Bienen tanzen im Winter."])), null);
  assert.deepEqual(failures, []);
});

test("without a model, in other languages and beyond the bound nothing is judged, and that is no failure", async (t) => {
  const { input, failures } = await scene(t);
  const sentences = new Array(JUDGING_LIMITS.sentences + 1).fill(said(SAID).sentences[0]);
  assert.equal(await judgeSentences(null, said(SAID)), null);
  assert.equal(await judgeSentences(input, said(["Die Bienen tanzen im Winter."])), null);
  assert.equal(await judgeSentences(input, { sentences, isPunctuated: true }), null);
  assert.deepEqual(failures, []);
});

test("what is told in English by a gloss is judged, however few little words of English it has", async (t) => {
  const { input } = await scene(t);
  const glossed = { ...said(["company stop.", "very fear."]), isGlossed: true };
  assert.equal((await judgeSentences(input, glossed))?.worth.length, 2);
  assert.equal((await rateTitles(input, glossed))?.length, 2 * TITLE_NUMBERS);
  assert.equal(await judgeSentences(input, { ...glossed, isGlossed: false }), null);
});

test("a model that fails is told, and the source goes on without judgements", async (t) => {
  const { input, bundle, failures } = await scene(t);
  await carriedFolder(bundle.folder, { "model.onnx": "no network" });
  assert.equal(await judgeSentences(input, said(SAID)), null);
  assert.equal(failures.length, 1);
  assert.ok(failures[0] instanceof Error);
});

test("what a node lacks is no failure of the model: the work is done again", async (t) => {
  const { input, failures } = await scene(t);
  const lack = new NodeLack("memory");
  t.after(observeTask(JUDGE_SENTENCES, () => Promise.reject(lack)));
  await assert.rejects(judgeSentences(input, said(SAID)), lack);
  assert.deepEqual(failures, []);
});

test("an abort is passed on and is no failure of the model", async (t) => {
  const stopping = new AbortController();
  const { input, failures } = await scene(t, stopping.signal);
  const judging = judgeSentences(input, said(SAID));
  const reason = new Error("no longer wanted");
  stopping.abort(reason);
  await assert.rejects(judging, reason);
  assert.deepEqual(failures, []);
});
