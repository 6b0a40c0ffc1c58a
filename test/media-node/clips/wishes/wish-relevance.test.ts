import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type FeatureName,
  type FeatureValues,
  VIRALITY_FEATURES,
} from "../../../../media-node/clips/virality/virality-feature-list.ts";
import { readPrompt } from "../../../../media-node/clips/wishes/prompt-intents.ts";
import { readKindsAsked, readWishes } from "../../../../media-node/clips/wishes/wish-relevance.ts";
import { contentStems, lexicalSimilarity } from "../../../../media-node/senses/meaning/text-similarity.ts";
import { readMomentText } from "../../../support/talks/read-moment-text.ts";
import { makeTalk } from "../../../support/talks/synthetic-talk.ts";

const SENTENCES = [
  "The bees were dancing on the comb.",
  "A house needs a roof.",
  "Bees need flowers, and flowers need bees.",
  "We talked about the weather for a while.",
];

test("forms of a word are one word, and words that join count for nothing", () => {
  assert.deepEqual(contentStems(["the", "dancing", "dances", "danced", "and", "bees'"]), [
    "danc",
    "danc",
    "danc",
    "bee",
  ]);
});

test("a sentence is relevant as far as it has the query's rare words", async () => {
  const relevance = await lexicalSimilarity.relevance("how the bee dances", SENTENCES);
  assert.ok(relevance !== null);
  const [dancing = 0, house = 0, bees = 0, weather = 0] = relevance;
  assert.equal(dancing, 1);
  assert.ok(bees > 0 && bees < 0.5);
  assert.deepEqual([house, weather], [0, 0]);
});

test("a sentence with a part of the query is less relevant than that part", async () => {
  const said = ["Bees dance.", "Bees sleep.", "Wasps dance.", "It rains."];
  const [both, ...parts] = (await lexicalSimilarity.relevance("bees dance", said)) ?? [];
  assert.equal(both, 1);
  const [bees = 0, dance = 0, rain] = parts;
  for (const part of [bees, dance]) assert.ok(Math.abs(part - 0.5 ** 1.5) < 1e-6, `${part}`);
  assert.equal(rain, 0);
});

test("a query of which nothing is said, or that only joins words, tells nothing", async () => {
  assert.equal(await lexicalSimilarity.relevance("zebras", SENTENCES), null);
  assert.equal(await lexicalSimilarity.relevance("what is it and why", SENTENCES), null);
});

test("a prompt is taken apart into the kind of moment that it asks for and its topic", () => {
  const words = (topic: string): string[] => topic.split(/\s+/).filter((word) => word !== "");
  const funny = readPrompt("please find the funniest clips about bees");
  assert.deepEqual(words(funny.topic), ["the", "bees"]);
  assert.ok((funny.features?.get("joke") ?? 0) > 0.5);
  assert.ok((funny.features?.get("laughter") ?? 0) > 0.2);
  const plain = readPrompt("bees and flowers");
  assert.deepEqual([plain.features, words(plain.topic)], [null, ["bees", "and", "flowers"]]);
  const both = readPrompt("funny moments and questions").features ?? new Map();
  assert.ok(both.has("laughter") && both.has("questions"));
  assert.ok(Math.abs([...both.values()].reduce((sum, share) => sum + share, 0) - 1) < 1e-9);
});

test("what is taken for a figure counts little where no number is said", () => {
  const { features } = readPrompt("the numbers");
  const values = (numbers: number) => valuesOf({ number: 0.5, numbers });
  const kinds = readKindsAsked({ features }, [values(0), values(0.2)]);
  assert.ok((kinds?.shareOf(values(0)) ?? 1) < 0.5 * (kinds?.shareOf(values(0.2)) ?? 0));
});

async function topicOf(prompt: string, title: string | null): Promise<number[]> {
  const talk = makeTalk([{ name: "part", kind: "body", text: SENTENCES.join(" ") }]);
  const { topic } = await readWishes(lexicalSimilarity, readMomentText(talk.words), { prompt, title });
  return [...(topic ?? [])];
}

test("of a video about bees, dancing bees means the dancing", async () => {
  const [dancing = 0, , bees = 0] = await topicOf("dancing bees", "All about bees");
  assert.deepEqual([dancing, bees], [1, 0]);
  assert.ok((await topicOf("dancing bees", null))[2] !== 0);
  assert.ok((await topicOf("bees", "All about bees"))[0] !== 0, "a prompt that is all title is kept");
});

const NOTHING_KNOWN = Object.fromEntries(VIRALITY_FEATURES.map(({ name }) => [name, Number.NaN]));

function valuesOf(known: Partial<FeatureValues>): FeatureValues {
  return { ...(NOTHING_KNOWN as FeatureValues), ...known };
}

test("a stretch has of the kinds asked for what is known of it, each as far as it was asked for", () => {
  const features = new Map<FeatureName, number>([
    ["joke", 0.6],
    ["laughter", 0.4],
  ]);
  const heard = valuesOf({ joke: 0.5, laughter: 1 });
  assert.equal(readKindsAsked({ features }, [heard])?.shareOf(heard), 0.7);
  const said = valuesOf({ joke: 0.5 });
  assert.equal(readKindsAsked({ features }, [said])?.shareOf(said), 0.5);
  assert.equal(readKindsAsked({ features }, [valuesOf({})]), null);
  assert.equal(readKindsAsked({ features: null }, [heard]), null);
});

test("where something is asked and answered elsewhere, a stretch without any question has none of what answers have", () => {
  const features = new Map<FeatureName, number>([["answered", 1]]);
  const kinds = readKindsAsked({ features }, [valuesOf({ answered: 0.8 }), valuesOf({})]);
  assert.equal(kinds?.shareOf(valuesOf({ answered: 0.8 })), 0.8);
  assert.equal(kinds?.shareOf(valuesOf({})), 0);
});

test("kinds are told by the judge where half or more of what is known of them is its word", () => {
  const features = new Map<FeatureName, number>([
    ["confession", 0.3],
    ["emotion", 0.3],
    ["dynamics", 0.4],
  ]);
  const areJudged = (known: Partial<FeatureValues>) =>
    readKindsAsked({ features }, [valuesOf(known)])?.areJudged;
  assert.equal(areJudged({ confession: 0.1, emotion: 0.5 }), true);
  assert.equal(areJudged({ confession: 0.1, emotion: 0.5, dynamics: 0.5 }), false);
  assert.equal(areJudged({ emotion: 0.5 }), false);
});

test("words that the judge has read are not counted beside its word", () => {
  const features = new Map<FeatureName, number>([
    ["confession", 0.8],
    ["personal", 0.2],
  ]);
  const judged = valuesOf({ confession: 0.25, personal: 1 });
  assert.equal(readKindsAsked({ features }, [judged])?.shareOf(judged), 0.25);
  const counted = valuesOf({ personal: 0.5 });
  assert.equal(readKindsAsked({ features }, [counted])?.shareOf(counted), 0.5);
});
