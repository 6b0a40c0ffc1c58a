// Whether "avoid X" leaves a subject out or asks for advice on it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readBareCommand } from "../../../../media-node/clips/wishes/bare-command.ts";
import type { SpokenWord } from "../../../../media-node/signal/spoken-word.ts";

/** One word a second. */
function spoken(text: string): SpokenWord[] {
  return text.split(" ").map((word, at) => ({ text: word, startS: at, endS: at + 0.8, confidence: 1 }));
}

const TALK = spoken(
  "The bees were dancing today. Keepers should avoid feeding the wild wasps. We talked about politics and the wasps at home.",
);

test("what people suffer, and what the talk says how to avoid, is a subject", () => {
  for (const [prompt, meant, subject] of [
    ["avoid burnout", "how to avoid burnout", "burnout"],
    ["Please avoid\n getting fired!", "how to avoid getting fired", "getting fired"],
    ["steer clear of common mistakes", "how to steer clear of common mistakes", "common mistakes"],
    ["Avoid wasps.", "how to avoid wasps", "wasps"],
    ["AVOID burnout?", "how to avoid burnout", "burnout"],
  ] as const) {
    const asked = prompt.replaceAll(/\s+/g, " ").replace(/[.!?]$/, "");
    assert.deepEqual(readBareCommand(prompt, TALK), {
      prompt: meant,
      notice: `“${asked}” was read as a subject; “not about ${subject}” would leave it out.`,
    });
  }
});

test("all else that is to be avoided is left out, and that is told", () => {
  for (const prompt of ["avoid politics", "stay away from bees", "avoid jokes about bees"])
    assert.deepEqual(readBareCommand(prompt, TALK), {
      prompt,
      notice: `“${prompt}” was read as what to leave out; “how to ${prompt}” would ask for it.`,
    });
});

test("the advice that a notice names is asked for as people would", () => {
  assert.equal(
    readBareCommand("Please avoid politics!", TALK).notice,
    "“Please avoid politics” was read as what to leave out; “how to avoid politics” would ask for it.",
  );
});

test("what can only be said of clips, and what is more than a command, is read as it was", () => {
  for (const prompt of [
    "avoid the burnout part",
    "avoid any wasps",
    "avoid talking about stress",
    "avoid sponsors",
    "avoid stress-inducing clips",
    "avoid boring moments",
    "avoid burnout\nfunny moments",
    "avoid burnout, more bees",
    "the best parts, avoid burnout",
    "how to avoid burnout",
    "clips about bees",
    "avoid",
    "",
    null,
  ])
    assert.deepEqual(readBareCommand(prompt, TALK), { prompt, notice: null }, `${prompt}`);
});

test("a subject of which the talk says much else is left out", () => {
  const talk = spoken(`${"Wasps build nests of paper. ".repeat(12)}You cannot avoid wasps.`);
  assert.equal(readBareCommand("avoid wasps", talk).prompt, "avoid wasps");
});
