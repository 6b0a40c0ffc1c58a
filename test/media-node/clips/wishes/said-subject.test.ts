// Subjects that are asked for in other words than those in which they are said.
import assert from "node:assert/strict";
import { test } from "node:test";
import { alternativesIn, asSaidIn } from "../../../../media-node/clips/wishes/said-subject.ts";
import { readWishes } from "../../../../media-node/clips/wishes/wish-relevance.ts";
import { lexicalSimilarity } from "../../../../media-node/senses/meaning/text-similarity.ts";
import { readMomentText } from "../../../support/talks/read-moment-text.ts";
import { makeTalk } from "../../../support/talks/synthetic-talk.ts";

const saidFor = (subject: string, said: string): string => asSaidIn(said.split(" "), "en")(subject);

test("a subject is read as it is said: in one word or two, in other spellings, without slips", () => {
  for (const [asked, said, read] of [
    ["opensource licenses", "open source licenses", "open source licenses"],
    ["start ups", "the startups grew", "startups"],
    ["e-mail lists", "email lists", "email lists"],
    ["flakey roofs", "flaky roofs", "flaky roofs"],
    ["licence fees", "a license has fees", "license fees"],
    ["favourite colours", "favorite colors", "favorite colors"],
    ["organisations", "an organization", "organization"],
    ["beginers", "the beginners", "beginners"],
    ["recieve parcels", "receive parcels", "receive parcels"],
    ["beekeping", "about beekeeping", "beekeeping"],
    ["wind turbiens", "wind turbines", "wind turbines"],
  ] as const)
    assert.equal(saidFor(asked, said), read, asked);
});

test("in a language whose spellings are not known a subject stays as it is", () => {
  assert.equal(asSaidIn("a license has fees".split(" "), "de")("licence fees"), "licence fees");
});

test("a word that is said stays, and so does one that is only like another", () => {
  for (const [asked, said] of [
    ["horses", "the houses"],
    ["cats", "cars and carts"],
    ["contract", "a contrast"],
    ["county", "the country"],
    ["flakey tests", "flakey and flaky tests"],
    ["2024", "2025"],
    ["self-hosting", "self hosting"],
  ] as const)
    assert.equal(saidFor(asked, said), asked, asked);
});

test("subjects that are listed are subjects of their own; a clause is one", () => {
  assert.deepEqual(alternativesIn("Oxford or Cambridge"), ["Oxford", "Cambridge"]);
  assert.deepEqual(alternativesIn("money, family and success"), ["money", "family and success"]);
  assert.deepEqual(alternativesIn("bees; wasps, or ants"), ["bees", "wasps", "ants"]);
  assert.deepEqual(alternativesIn("screens, lamps"), ["screens, lamps"]);
  assert.deepEqual(alternativesIn("whether or not to marry"), ["whether or not to marry"]);
  const clause = "how he felt when it rained for weeks, and why he stayed";
  assert.deepEqual(alternativesIn(clause), [clause]);
  assert.equal(alternativesIn(Array.from({ length: 40 }, (_, at) => `word${at}`).join(", ")).length, 1);
});

const SENTENCES = [
  "The open source beekeepers met in spring.",
  "A roof was mended in autumn.",
  "Self-taught people keep wasps.",
  "We spoke of the weather for a while.",
];

async function relevanceOf(prompt: string): Promise<number[]> {
  const talk = makeTalk([{ name: "part", kind: "body", text: SENTENCES.join(" ") }]);
  const wishes = await readWishes(lexicalSimilarity, readMomentText(talk.words), { prompt, title: null });
  return [...(wishes.topic ?? [])].map((value) => Math.round(value * 100) / 100);
}

test("clips are found by any of the subjects that are listed, and by parts that a hyphen joins", async () => {
  const [beekeepers = 0, roof = 0, wasps = 0, weather = 0] = await relevanceOf("opensource, wasps or zebras");
  assert.ok(Math.min(beekeepers, wasps) > 0.7);
  assert.ok(roof < 0.6 && weather < 0.6);
  assert.equal((await relevanceOf("self taught"))[2], 1);
});

test("of each subject of several words the rarest tells whether a clip is about it", async () => {
  const talk = makeTalk([{ name: "part", kind: "body", text: SENTENCES.join(" ") }]);
  const wishes = await readWishes(lexicalSimilarity, readMomentText(talk.words), {
    prompt: "beekeepers in winter, or the roof",
    title: null,
  });
  assert.deepEqual([...wishes.telling].sort(), ["roof", "winter"]);
});
