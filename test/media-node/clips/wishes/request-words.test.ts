// Words of a prompt that ask for clips and name nothing that could be spoken of.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readPrompt } from "../../../../media-node/clips/wishes/prompt-intents.ts";
import { stemsIn, topicOf } from "../../../../media-node/clips/wishes/wish-relevance.ts";

const namedIn = (prompt: string): string => [...stemsIn(topicOf(prompt, null))].join(" ");

test("how many clips, how long, for whom and where they are posted is no subject", () => {
  for (const prompt of [
    "5 clips about bees",
    "give me ten shorts on bees",
    "top 3 tips about bees",
    "clips about bees, 15 seconds each",
    "clips longer than a minute about bees",
    "no longer than 30 seconds, about bees",
    "clips for LinkedIn about bees",
    "instagram reels about bees",
    "bees, for TikTok and Instagram",
    "content on bees for our newsletter",
    "things my audience would like about bees",
    "Make me engaging videos about bees",
    "create a teaser about bees from this podcast",
    "I'm looking for discussions of bees",
    "could you find me the most compelling moments on bees that would go viral",
    "what the guest thinks about bees",
    "people who disagree about bees",
    "examples of bees, explained simply",
    "the pros and cons of bees",
    "bees explained like I'm five",
    "her views on bees",
    "what went wrong with the bees",
    "topic: bees",
    "segments regarding bees that make people stop scrolling",
    "nothing but bees",
    "bees: tips & tricks",
    "mistakes to avoid with bees",
    "quotable lines on bees, short, punchy",
    "bits where everyone laughs about bees",
  ])
    assert.equal(namedIn(prompt), "bee", prompt);
});

test("subjects that are set beside each other are named without the words that do so", () => {
  for (const prompt of [
    "bees vs wasps",
    "bees compared to wasps",
    "comparison of bees versus wasps",
    "bees, wasps",
  ])
    assert.equal(namedIn(prompt), "bee wasp", prompt);
});

test("subjects that sound like requests stay", () => {
  for (const [prompt, named] of [
    ["marketing on TikTok", "market tiktok"],
    ["how to grow on youtube", "grow youtub"],
    ["facebook layoffs", "facebook layoff"],
    ["video games", "video game"],
    ["short selling", "short sell"],
    ["content marketing", "content market"],
    ["how to create value", "valu"],
    ["the five love languages", "five love languag"],
    ["30 second rule", "30 second rule"],
    ["five minute journal", "five minut journal"],
    ["two minutes of silence", "two minut silenc"],
    ["powerful engines", "power engin"],
    ["high retention rates", "high retent rate"],
    ["like a five star hotel", "five star hotel"],
    ["trailer parks", "trailer park"],
    ["scary movies", "scari movi"],
    ["greek myths", "greek myth"],
    ["view of the ocean", "view ocean"],
    ["tips of the iceberg", "tip iceberg"],
  ] as const)
    assert.equal(namedIn(prompt), named, prompt);
});

test("kinds of moments are known by more of their names", () => {
  for (const [prompt, kind] of [
    ["what went wrong", "confession"],
    ["uplifting moments", "emotion"],
    ["the scariest moments", "emotion"],
    ["their thoughts on marriage", "claim"],
    ["strong opinions", "claim"],
    ["life hacks", "advice"],
    ["tools they recommend", "advice"],
    ["movie recomendations", "advice"],
    ["myths about protein", "surprise"],
    ["plot twists", "surprise"],
    ["explain it like I'm 5", "definition"],
    ["a tutorial on knots", "definition"],
    ["contraversial takes", "conflict"],
  ] as const)
    assert.ok(readPrompt(prompt).features?.has(kind), prompt);
});

test("nothing that a prompt wants left out is its subject, nor a kind that it asks for", () => {
  const { topic, features, avoided } = readPrompt("hot takes, no jokes and nothing about bees");
  assert.equal([...stemsIn(topic)].length, 0);
  assert.ok(features?.has("claim") && !features.has("joke"));
  assert.deepEqual(
    avoided.map((each) => [[...stemsIn(each.topic)].join(" "), each.features?.has("joke") ?? false]),
    [
      ["", true],
      ["bee", false],
    ],
  );
});

test("a platform that a subject is of stays in it", () => {
  for (const [prompt, named] of [
    ["short clips on LinkedIn layoffs", "linkedin layoff"],
    ["clips about TikTok's algorithm", "tiktok algorithm"],
    ["moments on YouTube's policies", "youtub polici"],
    ["clips on Facebook ads", "facebook ad"],
    ["YouTube shorts algorithm", "youtub algorithm"],
    ["clips about TikTok, Instagram reels strategy", "tiktok instagram strategi"],
    ["5 YouTube shorts about bees", "bee"],
    ["Instagram reels, bees", "bee"],
    ["TikTok videos bees", "bee"],
    ["reels for Instagram and TikTok on bees", "bee"],
    ["clips for LinkedIn: bees", "bee"],
    ["clips on bees for my Instagram followers", "bee"],
    ["clips for YouTube where they mention bees", "bee"],
    ["posts for LinkedIn with bees, please", "bee"],
  ] as const)
    assert.equal(namedIn(prompt), named, prompt);
});

// As many readings as there are ways to part a run of blanks would never end.
test("prompts of two thousand blanks, or of kinds that leave as many, are read", { timeout: 60_000 }, () => {
  const blanks = " ".repeat(1_990);
  assert.equal(topicOf(`it${blanks}it`, null), "it it");
  assert.equal(topicOf(`it${blanks.replaceAll("  ", "\t\n")}, it`, null), "it, it");
  assert.equal(topicOf(`it ${"hilarious ".repeat(190)}it`, null), "it it");
});

test("hooks, simple explanations and what goes viral are asked for, and no subject", () => {
  for (const [prompt, named] of [
    ["short viral hooks", ""],
    ["viral hooks for TikTok", ""],
    ["moments that will go viral on TikTok", ""],
    ["explain things simply", ""],
    ["explain bees clearly", "bee"],
    ["simple explanations of bees", "bee"],
    ["hard-hitting quotes about bees", "bee"],
    ["candid moments about bees", "bee"],
    ["mind blowing facts about bees", "bee"],
    ["honest conversations about bees", "bee"],
    ["tell me about bees", "bee"],
    ["React hooks", "react hook"],
    ["living simply", "live simpli"],
    ["simple hives", "simpl hive"],
    ["conversations with bees", "convers bee"],
  ] as const)
    assert.equal(namedIn(prompt), named, prompt);
});
