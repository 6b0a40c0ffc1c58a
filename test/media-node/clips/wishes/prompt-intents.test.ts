// What a prompt asks for: kinds of moments, and what is left of it as a subject.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FeatureName } from "../../../../media-node/clips/virality/virality-feature-list.ts";
import { readPrompt } from "../../../../media-node/clips/wishes/prompt-intents.ts";
import { contentStems, keysIn } from "../../../../media-node/senses/meaning/text-similarity.ts";

test("of kinds side by side the last is asked for, and the others say which of it", () => {
  const read = (prompt: string) => readPrompt(prompt).features ?? new Map();
  const numbers = read("surprising numbers about bees");
  assert.ok((numbers.get("number") ?? 0) > 2 * (numbers.get("surprise") ?? 0));
  const stories = read("funny stories");
  assert.ok((stories.get("story") ?? 0) > 2 * (stories.get("joke") ?? 0));
  const both = read("stories, and surprising moments");
  assert.ok((both.get("surprise") ?? 0) > (both.get("story") ?? 0));
  for (const features of [numbers, stories, both])
    assert.ok(Math.abs([...features.values()].reduce((sum, share) => sum + share, 0) - 1) < 1e-9);
});

test("kinds that are listed are asked for evenly, with commas between them or without", () => {
  const read = (prompt: string) => Object.fromEntries(readPrompt(prompt).features ?? []);
  for (const listed of [
    "funny emotional surprising",
    "questions answers",
    "stories numbers tips",
    "hot takes mistakes",
    "surprising numbers stories",
  ])
    assert.deepEqual(read(listed), read(listed.replaceAll(/(?<!hot|surprising) /g, ", ")), listed);
  assert.deepEqual(read("stories surprising"), read("stories, surprising"));
  const { story = 0, joke = 0, emotion = 0 } = read("funny emotional stories");
  assert.ok(story > 2 * joke && story > 2 * emotion);
});

test("each kind of moment can be asked for in plain words", () => {
  const asked = {
    "the funniest parts": "joke",
    "most surprising moments": "surprise",
    "practical advice": "advice",
    "personal stories": "story",
    "where they disagree": "conflict",
    "hot takes": "claim",
    "numbers and statistics": "number",
    "honest, vulnerable moments": "confession",
    "explanations for beginners": "definition",
    "the best answers": "answered",
    "quotable lines": "quotability",
  };
  for (const [prompt, kind] of Object.entries(asked)) {
    const shares = [...(readPrompt(prompt).features ?? [])].sort(([, a], [, b]) => b - a);
    const near = shares.slice(0, 3).map(([name]) => name);
    assert.ok(near.includes(kind as (typeof near)[number]), `${prompt}: ${near.join(", ")}`);
  }
});

test("words that only say how good moments should be are no topic", () => {
  for (const prompt of [
    "numbers that matter",
    "most surprising moments",
    "the best answers",
    "great stories",
    "funny moments pls",
  ]) {
    assert.deepEqual(contentStems(readPrompt(prompt).topic.split(/\s+/)), [], prompt);
  }
});

test("how the sayings of a kind are called, or that they are loud or heated, is no topic", () => {
  for (const [prompt, kind] of [
    ["quotable lines", "claim"],
    ["the most memorable sayings", "claim"],
    ["funny lines", "joke"],
    ["controversial statements", "conflict"],
    ["heated arguments", "conflict"],
    ["tense exchanges", "conflict"],
    ["inspiring words", "confession"],
    ["quotable moments that stand alone", "claim"],
  ] as const) {
    const { topic, features } = readPrompt(prompt);
    assert.deepEqual(contentStems(topic.toLowerCase().split(/\s+/)), [], prompt);
    assert.ok(features?.has(kind), prompt);
  }
  assert.equal(readPrompt("laugh out loud moments").features?.has("peaks"), false);
  for (const prompt of ["lines of code", "funny lines of code", "heated seats", "funny phone lines"])
    assert.notDeepEqual(contentStems(readPrompt(prompt).topic.split(/\s+/)), [], prompt);
});

test("kinds are asked for in the words of who posts clips, and none of them is a topic", () => {
  const asked: Partial<Record<FeatureName, readonly string[]>> = {
    claim: [
      "wise words",
      "words of wisdom",
      "spicy takes",
      "spiciest moments",
      "punchy lines",
      "hottest takes",
    ],
    advice: ["key takeaways", "life lessons", "wisdom", "deep thoughts", "deep insights"],
    conflict: ["controversial takes", "heated arguments", "pushback"],
    joke: ["banter", "something silly", "dad jokes", "punchy, funny bits"],
    surprise: ["crazy stories", "mind-blowing facts", "fun facts", "wild and funny moments"],
    confession: ["brutally honest answers", "raw moments", "embarrassing stories"],
    story: ["horror stories", "origin story"],
  };
  for (const [kind, prompts = []] of Object.entries(asked)) {
    for (const prompt of prompts) {
      assert.deepEqual(contentStems(keysIn(readPrompt(prompt).topic)), [], prompt);
      assert.ok(readPrompt(prompt).features?.has(kind as FeatureName), prompt);
    }
  }
  assert.equal(readPrompt("the main points").features, null);
  assert.deepEqual(contentStems(keysIn(readPrompt("the main points").topic)), []);
});

test("what only says of which sort moments should be says nothing of other things", () => {
  for (const prompt of [
    "deep learning",
    "spicy food",
    "raw data",
    "wisdom teeth",
    "wise investments",
    "key management",
    "wild animals",
    "sad songs",
    "deep lines of code",
    "highlights of LoL",
    "AI hype",
    "the hype cycle",
    "action items",
    "a call to action",
    "crowd funding",
    "wisdom of the crowd",
    "push back the deadline",
    "why chilies are spicy",
    "figure skating",
    "public figures",
    "command line arguments",
    "trivia nights",
  ]) {
    assert.equal(readPrompt(prompt).features, null, prompt);
    assert.equal(contentStems(readPrompt(prompt).topic.split(/\s+/)).length > 0, true, prompt);
  }
});

test("fathers, dark hours and grammar are no jokes and no conflicts", () => {
  const has = (prompt: string, kind: FeatureName) => readPrompt(prompt).features?.has(kind) ?? false;
  for (const prompt of ["dad stories", "dad advice", "dry facts", "dark stories", "the darkest moments"])
    assert.equal(has(prompt, "joke"), false, prompt);
  for (const prompt of ["dad jokes", "dry humour", "dark comedy", "something silly"])
    assert.ok(has(prompt, "joke"), prompt);
  assert.ok(has("the darkest moments", "confession"));
  assert.equal(has("dark humour", "confession"), false);
  assert.equal(has("past tense questions", "conflict"), false);
  for (const prompt of ["lots of action", "action, laughs", "hype moments", "hype"])
    assert.ok(has(prompt, "peaks"), prompt);
});

test("how large and of which sort what is asked for should be is no topic", () => {
  for (const prompt of ["biggest mistakes", "core memories", "sad truths", "dark truths", "dark comedy"])
    assert.deepEqual(contentStems(keysIn(readPrompt(prompt).topic)), [], prompt);
  const jokeOf = (prompt: string) => readPrompt(prompt).features?.get("joke");
  assert.equal(jokeOf("funny childhood memories"), jokeOf("funny memories"));
  assert.equal(jokeOf("funny words of wisdom"), jokeOf("funny wisdom"));
});

test("a subject that sounds like a kind of moment stays a subject", () => {
  for (const prompt of ["user experience", "data privacy", "renewable energy", "moving to the cloud"]) {
    assert.equal(readPrompt(prompt).features, null, prompt);
  }
});

test("a prompt for answers asks for answers alone", () => {
  const features = readPrompt("the best answers").features;
  assert.deepEqual([...(features?.keys() ?? [])], ["answered"]);
});

test("what stories tell of counts more than that they are stories", () => {
  for (const prompt of [
    "stories of failure",
    "stories about their biggest mistakes",
    "historias de fracaso",
    "Geschichten vom Scheitern",
  ]) {
    const features = readPrompt(prompt).features;
    assert.ok((features?.get("confession") ?? 0) > 2 * (features?.get("story") ?? 0), prompt);
  }
  const listed = readPrompt("stories and mistakes").features;
  assert.ok((listed?.get("confession") ?? 0) < 2 * (listed?.get("story") ?? 0));
});
