import assert from "node:assert/strict";
import { test } from "node:test";
import { titleOf } from "../../../support/talks/titled-talk.ts";

/** A sentence that any whole clause goes before. */
const ELSE = "It was so.";

test("a word that only fills is left out in mid-clause", () => {
  for (const [said, title] of [
    ["The queen is basically a prisoner in her hive.", "The queen is a prisoner in her hive"],
    ["The whole swarm cost like 900 euros in spring.", "The whole swarm cost 900 euros in spring"],
    ["I was like looking for a terrible hive in spring.", "I was looking for a terrible hive in spring"],
    ["Our hive held at, say, 30 degrees all winter.", "Our hive held at 30 degrees all winter"],
  ])
    assert.equal(titleOf(`${said} ${ELSE}`), title);
});

test("a word that is meant stays", () => {
  for (const said of [
    "It was like losing a terrible hive in spring",
    "He was like lightning on the terrible old hive",
    "We were like siblings in a terrible old hive",
    "The queen is not actually a prisoner in her hive",
    "The terrible swarm sounded like 900 lorries in spring",
    "Bees never literally sleep in their hives",
  ])
    assert.equal(titleOf(`${said}. ${ELSE}`), said);
});

test("a quotation still begins where a word is left out at its beginning", () => {
  assert.equal(
    titleOf('My neighbour was like, "No, the terrible hive burned down." Then we slept.'),
    'My neighbour was like "The terrible hive burned down"',
  );
  assert.equal(
    titleOf('They said "No, no, no, old bees never leave their hive." Then we slept.'),
    "Old bees never leave their hive",
  );
});

test("what only leads up to something is passed over", () => {
  assert.equal(
    titleOf("I don't know how many hives and bees you own. Old hives lose swarms in winter."),
    "Old hives lose swarms in winter",
  );
  assert.equal(
    titleOf("I don't know why anyone would keep hives and bees. A hive is here."),
    "I don't know why anyone would keep hives and bees",
  );
});

test("a subject is not parted from its verb by what is left out between them", () => {
  assert.equal(
    titleOf("The old queen, so to speak, is a prisoner. It was so."),
    "The old queen is a prisoner",
  );
});

test("“like” before an example stays in a title", () => {
  assert.equal(
    titleOf("Bees love terrible old cities, like Rome. It was so."),
    "Bees love terrible old cities, like Rome",
  );
});
