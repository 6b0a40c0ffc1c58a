// Moments chosen in a thread, which asks for what models say: the same as those that are chosen where it is asked.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { chooseMoments, type MomentModels } from "../../../media-node/clips/choose-moments.ts";
import { findMoments } from "../../../media-node/clips/find-moments.ts";
import { relevanceOfCosines } from "../../../media-node/senses/meaning/embedding-relevance.ts";
import { meaningSimilarity } from "../../../media-node/senses/meaning/meaning-similarity.ts";
import { closeThreads } from "../../../media-node/threads/run-in-thread.ts";
import { AppError } from "../../../shared/errors.ts";
import { judgementsOfKinds, speakSentences } from "../../support/talks/judged-talk.ts";
import { momentsInput } from "../../support/talks/legal-moments.ts";
import { makeSpeech } from "../../support/talks/synthetic-speech.ts";

after(closeThreads);

const SENTENCES = Array.from(
  { length: 40 },
  (_, index) => `Sentence number ${index} says something of money and rivers.`,
);
const { scoreFeatures, ...source } = momentsInput({
  audio: makeSpeech(8, 240).audio,
  words: speakSentences(SENTENCES),
  range: { startS: 0, endS: 200 },
  prompt: "funny moments about salaries",
});
const kinds = SENTENCES.map((_, index) => (index % 10 < 5 ? ("joke" as const) : ("claim" as const)));
const { signal } = new AbortController();

function models(changes: Partial<MomentModels> = {}): MomentModels {
  const judgeText = async () => judgementsOfKinds(kinds);
  return { scoreFeatures, judgeText, compareMeaning: null, ...changes };
}

/** The later half of a talk is about whatever is asked. */
const compareMeaning: MomentModels["compareMeaning"] = async (_, sentences) =>
  relevanceOfCosines(Float32Array.from(sentences, (_, index) => (index % 8) / 80 + Number(index >= 35)));

test("a thread chooses the moments that are chosen in one's own", async () => {
  const judgeText = async () => judgementsOfKinds(kinds);
  const similarity = meaningSimilarity(compareMeaning);
  const here = await findMoments({ ...source, scoreFeatures, judgeText, similarity });
  assert.ok(here.length > 1);
  assert.deepEqual(await chooseMoments(source, models({ compareMeaning }), signal), here);
  const bywords = await findMoments({ ...source, scoreFeatures, judgeText });
  assert.deepEqual(await chooseMoments(source, models(), signal), bywords);
  assert.notDeepEqual(here, bywords);
});

test("a judge that reads no such text leaves the choice to counted words", async () => {
  const judgeText = async () => null;
  const here = await findMoments({ ...source, scoreFeatures });
  assert.deepEqual(await chooseMoments(source, models({ judgeText }), signal), here);
});

test("that nothing can be chosen is said as it is", async () => {
  const short = { ...source, range: { startS: 0, endS: 10 } };
  await assert.rejects(chooseMoments(short, models(), signal), {
    code: "NO_MOMENTS_FOUND",
    message: /the range has only 10 s/,
  });
});

test("a model that is missing ends the choice with its own failure", async () => {
  const failure = new AppError("MODEL_UNAVAILABLE", "The model is gone.");
  const scoring = { scoreFeatures: () => Promise.reject(failure) };
  await assert.rejects(chooseMoments(source, models(scoring), signal), (error) => error === failure);
});

test("an abort while a model reads ends the choice", async () => {
  const controller = new AbortController();
  const reason = new Error("Not wanted any more.");
  const judgeText = () => {
    controller.abort(reason);
    return new Promise<null>(() => undefined);
  };
  const asked = chooseMoments(source, models({ judgeText }), controller.signal);
  await assert.rejects(asked, (error) => error === reason);
});
