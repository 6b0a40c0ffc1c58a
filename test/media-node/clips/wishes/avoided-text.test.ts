// What a prompt wants left out, and what only sounds as if it did.
import assert from "node:assert/strict";
import { test } from "node:test";
import { partAvoided } from "../../../../media-node/clips/wishes/avoided-text.ts";

function wantedOf(prompt: string): string {
  return partAvoided(prompt)
    .wanted.replaceAll(/\s+(?=[,;.])/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

test("what is denied is left out, and the rest of the prompt stays", () => {
  const asked: readonly [prompt: string, wanted: string, avoided: readonly string[]][] = [
    ["not about bees", "", ["bees"]],
    ["anything but bees", "", ["bees"]],
    ["no U.S. politics", "", ["U.S. politics"]],
    ["not about Dr. Bee. Jokes on wasps", ". Jokes on wasps", ["Dr. Bee"]],
    ["no plan B. Jokes", ". Jokes", ["plan B"]],
    ["everything except for the parts about bees", "", ["parts about bees"]],
    ["I don't want anything about bees", "", ["anything about bees"]],
    ["please don't talk about the divorce", "please", ["divorce"]],
    ["clips that are not about money", "clips that are", ["money"]],
    ["where they mention Oxford but not Cambridge", "where they mention Oxford", ["Cambridge"]],
    ["hot takes except for the ones about bees", "hot takes", ["bees"]],
    [
      "unpopular opinions only, no technical deep dives",
      "unpopular opinions only,",
      ["technical deep dives"],
    ],
    ["the best jokes, but not about bees", "the best jokes,", ["bees"]],
    ["strong opinions, nothing about sports", "strong opinions,", ["sports"]],
    [
      "strong opinions, nothing about sports that was said before",
      "strong opinions,",
      ["sports that was said before"],
    ],
    ["everything about bees but keep out the wasps", "everything about bees but", ["wasps"]],
    ["never give me anything about bees", "", ["anything about bees"]],
    ["don't talk about bees", "", ["bees"]],
    ["jokes without doubtful taste", "jokes", ["doubtful taste"]],
    ["stories not jokes", "stories", ["jokes"]],
    ["jokes without swearing, about kids", "jokes, about kids", ["swearing"]],
    ["only stories (no advice)", "only stories ( )", ["advice"]],
    ["no wasps, hornets or ants, just bees", ", just bees", ["wasps", "hornets", "ants"]],
    ["no jokes and no politics", "and", ["jokes", "politics"]],
    ["nothing political", "", ["political"]],
    ["more science, less politics", "more science,", ["politics"]],
    ["lustige Momente ohne Politik", "lustige Momente", ["Politik"]],
    ["tout sauf la politique", "", ["la politique"]],
    ["momentos sin política", "momentos", ["política"]],
  ];
  for (const [prompt, wanted, avoided] of asked) {
    assert.equal(wantedOf(prompt), wanted, prompt);
    assert.deepEqual(partAvoided(prompt).avoided, avoided, prompt);
  }
});

test("announcements and the like are left out anyway, and hide nothing that is asked for", () => {
  for (const [prompt, wanted] of [
    ["no intros; short punchy quotes", "; short punchy quotes"],
    ["skip the sponsors and intro", ""],
    ["no ads, sponsors, intros, funny moments", ", funny moments"],
    ["no sponsors and funny moments", "and funny moments"],
    ["no sponsors and only funny bits", "and only funny bits"],
  ] as const) {
    assert.equal(wantedOf(prompt), wanted, prompt);
    assert.deepEqual(partAvoided(prompt).avoided, [], prompt);
  }
});

test("what denies something within a subject is a part of it", () => {
  for (const prompt of [
    "how not to fail",
    "when not to use a hammer",
    "why not to invest in gold",
    "why it's not about money",
    "life without parole",
    "leben ohne Zucker",
    "founders without funding",
    "no-code tools",
    "no code platforms",
    "No Country for Old Men",
    "how to avoid burnout",
    "eat well and avoid sugar",
    "people who don't vote",
    "whether or not to marry",
    "not safe for work",
    "how to say no",
    "saying no to clients",
    "the no asshole rule",
    "don't worry be happy",
    "doing nothing",
    "there is no planet B",
    "sin and redemption",
    "sans serif fonts",
    "less is more",
    "nothing but the truth",
    "without a doubt the funniest",
    "the funniest story, without any doubt",
    "without further ado",
    "with or without you",
    "nothing about it was easy",
    "nothing about her childhood was normal",
    "never give up",
    "don't give in",
    "never talk to strangers",
    "things not to say",
    "moments not to miss",
    "no regrets",
    "no excuses",
  ])
    assert.deepEqual(partAvoided(prompt), { wanted: prompt, avoided: [] }, prompt);
});
