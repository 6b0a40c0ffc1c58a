// Prompts compared by meaning, through a thread with a tiny encoder whose synonyms are known.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { addBundle } from "../../../../media-node/models/add-bundle.ts";
import { readBundle } from "../../../../media-node/models/model-bundle.ts";
import { EMBED_SENTENCES, meaningComparer } from "../../../../media-node/senses/meaning/embed-sentences.ts";
import { meaningSimilarity } from "../../../../media-node/senses/meaning/meaning-similarity.ts";
import { lexicalSimilarity } from "../../../../media-node/senses/meaning/text-similarity.ts";
import { observeTask } from "../../../../media-node/threads/observe-task.ts";
import { closeThreads } from "../../../../media-node/threads/run-in-thread.ts";
import { NodeLack } from "../../../../shared/node-lack.ts";
import { carriedFolder } from "../../../support/models/carried-folder.ts";
import { tinyEncoderFolder } from "../../../support/models/text/tiny-sentence-encoder.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

after(closeThreads);

const OTHERS = "bees dance house roof flower river stone winter summer garden music table window paper".split(
  " ",
);
const SENTENCES = [
  ...OTHERS.map((word, index) => `The ${word} and the ${OTHERS[(index + 5) % OTHERS.length]}.`),
  "The salary of the winter.",
];

async function scene(t: TestContext) {
  const root = await temporaryFolder(t);
  const words = [["money", "salary"], ...OTHERS.map((word) => [word]), ["the"], ["and"], ["of"]];
  const carried = await tinyEncoderFolder(join(root, "carried"), { words });
  const { folder } = await addBundle({ path: carried, modelsDir: join(root, "models"), catalogue: [] });
  const told: { provider?: string; failure?: unknown } = {};
  const compareMeaning = meaningComparer({
    bundle: await readBundle(folder),
    providers: ["cpu"],
    threads: 1,
    signal: AbortSignal.timeout(60_000),
    onProvider: (provider) => {
      told.provider = provider;
    },
    onFailure: (error) => {
      told.failure = error;
    },
  });
  return { similarity: meaningSimilarity(compareMeaning), folder, told };
}

test("a prompt finds what is said in other words, which words alone do not", async (t) => {
  const { similarity, told } = await scene(t);
  assert.equal(await lexicalSimilarity.relevance("money", SENTENCES), null);
  const relevance = await similarity.relevance("money", SENTENCES);
  assert.equal(relevance?.indexOf(1), SENTENCES.length - 1);
  assert.deepEqual(told, { provider: "cpu" });
});

test("what is said word for word counts fully, too", async (t) => {
  const { similarity } = await scene(t);
  const relevance = await similarity.relevance("window", SENTENCES);
  const own = SENTENCES.findIndex((sentence) => sentence.startsWith("The window"));
  assert.equal(relevance?.[own], 1);
});

test("a model that fails is told, and the words are compared alone", async (t) => {
  const { similarity, folder, told } = await scene(t);
  await carriedFolder(folder, { "onnx/model.onnx": "no network" });
  const relevance = await similarity.relevance("window", SENTENCES);
  assert.deepEqual(relevance, await lexicalSimilarity.relevance("window", SENTENCES));
  assert.ok(told.failure instanceof Error);
});

test("a node that lacks something is no reason to compare by words alone", async (t) => {
  const { similarity, told } = await scene(t);
  const lack = new NodeLack("memory");
  t.after(observeTask(EMBED_SENTENCES, () => Promise.reject(lack)));
  await assert.rejects(similarity.relevance("window", SENTENCES), lack);
  assert.deepEqual(told, {});
});
