// Clauses that are whole by themselves and say something else than their sentence does.
import assert from "node:assert/strict";
import { test } from "node:test";
import { titleOf } from "../../../support/talks/titled-talk.ts";

/** A sentence that any good clause goes before. */
const ELSE = "Old smoke kills bees.";

test("what a name is said to be is no subject of its verb", () => {
  for (const said of [
    "But an hour later I read that on that day Yellow Yards, keepers of terrible swarms, bought all of the hives.",
    "And so in the end my uncle who lived there, the oldest man of the terrible north, sold seven hives.",
  ])
    assert.doesNotMatch(titleOf(said), /^(?:keepers of|the oldest man)|keepers of terrible swarms$/i, said);
});

test("what somebody used to think, or would, is not said without that", () => {
  for (const said of [
    "I used to think that old bees never leave",
    "You'd say no, but we would think that old bees leave",
  ])
    assert.doesNotMatch(titleOf(`${said} their terrible hive.`), /^old bees/i, said);
  assert.equal(
    titleOf("I would say that old bees never leave their terrible hive."),
    "Old bees never leave their terrible hive",
  );
});

test("a question is no order", () => {
  const said = 'Have you ever opened a terrible hive and you go "Oh, my goodness, there are bees!"';
  assert.doesNotMatch(titleOf(said), /^have/i);
  assert.equal(
    titleOf("Have a terrible hive ready in spring. It was so."),
    "Have a terrible hive ready in spring",
  );
});

test("what follows from a condition is never taken without it", () => {
  assert.equal(
    titleOf(
      "We were slow, and if you send us a queen, then we'll show that it was terrible, in our own old hive.",
    ),
    "If you send us a queen, then we'll show that it was terrible",
  );
  const quoted =
    'But then there is this plan of "If I give all of the hives to my friends in the north, I will sit in a terrible yard the whole day and all of the hives will work for me."';
  assert.equal(titleOf(`${quoted} ${ELSE}`), "Old smoke kills bees");
});

test("how far a condition goes stays with it", () => {
  const said =
    "It is good to know that wherever you are, especially when it's warm, you treat terrible bees with respect.";
  assert.doesNotMatch(titleOf(said), /^when/i);
  assert.equal(
    titleOf("Even when it's warm, you sell the terrible bees."),
    "Even when it's warm, you sell the terrible bees",
  );
  assert.equal(
    titleOf(`You sell terrible honey, only if the whole yard is asleep by then and in winter too. ${ELSE}`),
    "Old smoke kills bees",
  );
});

test("what is not so for a reason says nothing of the reason", () => {
  const said =
    "In all of the long years of the market in the north it was not because they love terrible honey.";
  assert.doesNotMatch(titleOf(said), /^they/i);
});

test("what would do something does it with a verb", () => {
  for (const said of ["I probably wouldn't just me myself.", "I would never him."])
    assert.equal(titleOf(`${said} ${ELSE}`), "Old smoke kills bees", said);
});

test("a lone mark at the beginning is that of a quotation, and none of a short form", () => {
  assert.equal(titleOf("'My terrible bees never came back. It was so.'"), "My terrible bees never came back");
  assert.equal(
    titleOf("'90s hives burn with terrible smoke. It was so."),
    "'90s hives burn with terrible smoke",
  );
});

test("an empty word between a verb or a preposition and what it leads to is left out", () => {
  for (const [said, title] of [
    ["The terrible hive gets like to 80% of its weight.", "The terrible hive gets to 80% of its weight"],
    ["My terrible bees slept in like a whole yard.", "My terrible bees slept in a whole yard"],
    ["We talked of like keeping terrible bees.", "We talked of keeping terrible bees"],
    [
      "Wasps come and they just like bite the terrible hive.",
      "Wasps come and they just bite the terrible hive",
    ],
    ["It was like a terrible hive.", "It was like a terrible hive"],
    ["I know what it is like to keep terrible bees.", "I know what it is like to keep terrible bees"],
    ["Terrible bees are just like wasps.", "Terrible bees are just like wasps"],
  ])
    assert.equal(titleOf(said ?? ""), title);
});

test("what others are said to think is no title", () => {
  for (const said of [
    'They kind of just think "Oh, I can go buy a terrible hive and all of it will be fine."',
    'They think "I can buy it all." "And then my terrible bees will come home and sleep."',
    'And this idea of "My terrible bees keep my own honey for me alone." It was so.',
  ])
    assert.equal(titleOf(`${said} ${ELSE}`), "Old smoke kills bees", said);
  assert.equal(
    titleOf(`And I always think "My terrible bees never sleep." ${ELSE}`),
    "My terrible bees never sleep",
  );
});

test("what nobody knows for sure is not said as if it were known", () => {
  for (const said of [
    "Nobody in our whole yard ever knew that old bees hate terrible smoke more than rain.",
    "We wish we had known that old bees hate terrible smoke, and so on.",
    "If somebody showed that old bees hate terrible smoke, we would sell our hive.",
    "I wanted to find whoever could have proved that old bees hate terrible smoke there.",
    "A lot of people believe they know that old bees hate terrible smoke, but that's wrong.",
    "It is a myth that somebody showed that old bees hate terrible smoke in the north.",
    "Imagine you learned that old bees hate terrible smoke.",
    "The keepers tried to show that old bees hate terrible smoke.",
    "They have yet to show that old bees hate terrible smoke.",
    "Has anyone in our yard shown that old bees hate terrible smoke.",
    "It remains to be shown that old bees hate terrible smoke.",
    "He was convinced that he had shown that old bees hate terrible smoke.",
    "Without having shown that old bees hate terrible smoke, you sell nothing.",
    "When somebody in the north has shown that old bees hate terrible smoke, I will listen.",
    "Once you have shown that old bees hate terrible smoke, you can sell it.",
    "The very first man who proved that old bees are terrible was my uncle.",
  ])
    assert.doesNotMatch(titleOf(`${said} ${ELSE}`), /^old bees/i, said);
});
