import assert from "node:assert/strict";
import { test } from "node:test";
import { housekeeping } from "../../../../media-node/clips/sentences/housekeeping.ts";
import { splitSentences } from "../../../../media-node/clips/sentences/sentences.ts";
import { makeTalk } from "../../../support/talks/synthetic-talk.ts";

const TALK = [
  "Bees choose a new home by dancing for the hollow that they found.",
  "The longer a scout dances, the more of the others fly there and look.",
  "When twenty of them meet at one hollow, the vote is over for all.",
  "Nobody counts the votes, and still the better hollow nearly always wins.",
].join(" ");

function values(text: string, isPunctuated = true): number[] {
  const { words } = makeTalk([{ name: "part", kind: "body", text }], { isPunctuated });
  return [...housekeeping(splitSentences(words))];
}

/** The value of one sentence between two long talks. */
function amid(sentence: string, isPunctuated = true): number {
  const all = values(`${TALK} ${TALK} ${TALK} ${sentence} ${TALK}`, isPunctuated);
  return Math.max(...all.slice(12, 13));
}

test("what is said of the subject is no housekeeping", () => {
  assert.ok(values(TALK).every((value) => value < 0.15));
});

for (const sentence of [
  "This podcast is brought to you by our friends at the honey works, use code bee.",
  "You will find links in the show notes, so subscribe and rate us.",
  "My name is Ada, and welcome back to this episode of the programme.",
  "Thank you so much for joining us, and see you next time.",
  "Go to bees dot com slash honey and sign up for our newsletter.",
  "How are you doing? Good morning, nice to meet you, welcome to the show.",
]) {
  test(`is housekeeping: ${sentence}`, () => {
    assert.ok(
      amid(sentence) > 2 * amid("The hollow must be dry and high above the ground."),
      `${amid(sentence)}`,
    );
  });
}

test("a run of such sentences is surer than one, and what lies between them belongs to it", () => {
  const opening =
    "Welcome back to the show. My name is Ada. With me today is Bob. How are you doing, Bob? I am hungry. Thanks for having me.";
  const all = values(`${opening} ${TALK} ${TALK} ${TALK} ${TALK}`);
  assert.ok(
    all.slice(0, 6).every((value) => value > 0.5),
    all.join(" "),
  );
  assert.ok(
    all.slice(-3).every((value) => value < 0.3),
    all.join(" "),
  );
});

test("a source that begins with its best line has no housekeeping there", () => {
  assert.ok((values(`${TALK} ${TALK}`)[0] ?? 1) < 0.15);
});

test("phrases are known without marks too", () => {
  assert.ok(amid("Thank you so much for joining us today.", false) > 0.2);
  assert.deepEqual([...housekeeping(splitSentences([]))], []);
});
