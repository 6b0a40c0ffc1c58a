import assert from "node:assert/strict";
import { test } from "node:test";
import { describeTalk, titleOf } from "../../../support/talks/titled-talk.ts";

function hookOf(text: string): string {
  return describeTalk(text).hook;
}

test("the hook has no filler, and keeps its stop", () => {
  for (const [said, hook] of [
    ["I think that bees are basically afraid of, you know, smoke. It was so.", "Bees are afraid of smoke."],
    ["Obviously, a hive costs like 900 euros in spring. It was so.", "A hive costs 900 euros in spring."],
    ["Old bees are lazy, right? It was so.", "Old bees are lazy."],
    [
      'My uncle always said "Old bees are kind of lazy." It was so.',
      'My uncle always said "Old bees are lazy."',
    ],
  ])
    assert.equal(hookOf(said ?? ""), hook);
});

test("of a long sentence the hook is what it begins with, as far as that is whole", () => {
  assert.equal(
    hookOf(
      "My uncle kept his seven hives in the far north of the country, because nobody there needs anything in spring, and he sold all of the honey that he did not eat himself at the market in the old harbour.",
    ),
    "My uncle kept his seven hives in the far north of the country, because nobody there needs anything in spring",
  );
  const condition =
    "The one lesson I took home is like, if your old hive stands in the wind of the northern coast for the whole of the winter, and you leave it there, there will be no honey in it.";
  assert.equal(hookOf(`${condition} Old bees never leave their hive.`), "Old bees never leave their hive.");
  const alone = hookOf(condition);
  assert.ok(alone.length <= 140 && alone.endsWith("…"), alone);
});

test("a beginning of a question that asks nothing itself has no question mark", () => {
  assert.equal(
    hookOf(
      "That reminds me of an old line of my uncle, where the keepers were too busy with their hives in the far north and did not ask the bees for anything in the spring, right?",
    ),
    "That reminds me of an old line of my uncle",
  );
});

test("a hook leaves out the beginning that broke off", () => {
  assert.equal(
    hookOf(
      "What we saw in the first year was that most -- I mean, old bees never leave their hive. It was so.",
    ),
    "Old bees never leave their hive.",
  );
});

test("a beginning that a sentence needs is not left out", () => {
  assert.equal(
    hookOf("Now is not the time to open a hive. It was so."),
    "Now is not the time to open a hive.",
  );
  assert.equal(hookOf("Smoke, then open the old hive. It was so."), "Smoke, then open the old hive.");
  assert.equal(hookOf("Let me tell you why bees dance. It was so."), "Let me tell you why bees dance.");
});

test("marks stay as they are written", () => {
  assert.equal(
    hookOf("The idea is simple - old bees stay. It was so."),
    "The idea is simple - old bees stay.",
  );
  assert.equal(
    titleOf("You never listen; the terrible swarm is gone."),
    "You never listen; the terrible swarm is gone",
  );
  assert.equal(titleOf("The old Dr. Bee never opens her hives."), "The old Dr. Bee never opens her hives");
});

test("marks without end are read in a time that grows with their length alone", () => {
  const dashes = Array.from({ length: 55 }, () => "-".repeat(100)).join(" ");
  assert.equal(hookOf(`Old bees never leave their hive ${dashes}`), "Old bees never leave their hive");
});

test("a sentence that is understood first opens the clip, though it is not the first", () => {
  const said =
    "Old smoke kills bees. He then sold all of it to them. My uncle kept his seven hives in the far north.";
  assert.equal(hookOf(said), "My uncle kept his seven hives in the far north.");
  assert.equal(hookOf("He then sold all of it to them. It was so."), "He then sold all of it to them.");
  const broken =
    "My uncle always wanted to -- no, it was the old queen -- and so we had. Bees hate all of the smoke.";
  assert.equal(hookOf(broken), "Bees hate all of the smoke.");
});
