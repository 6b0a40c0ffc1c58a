import assert from "node:assert/strict";
import { test } from "node:test";
import { rateTitleWords } from "../../../../media-node/clips/titles/title-ratings.ts";
import { makeTalk } from "../../../support/talks/synthetic-talk.ts";
import { titleOf } from "../../../support/talks/titled-talk.ts";

const BEES = "Bees survive the winter without any sleep";
const QUEENS = "Old queens never leave a burning hive";
const SAID = `${BEES}. ${QUEENS}.`;

test("what a model says of the words decides between whole clauses: of the first, the last, all, and the sentence", () => {
  assert.equal(titleOf(SAID, { rated: { Bees: { opens: 5 } } }), BEES);
  assert.equal(titleOf(SAID, { rated: { Old: { opens: 5 } } }), QUEENS);
  assert.equal(titleOf(SAID, { rated: { "sleep.": { closes: 5 } } }), BEES);
  assert.equal(titleOf(SAID, { rated: { "hive.": { closes: 5 } } }), QUEENS);
  assert.equal(titleOf(SAID, { rated: { winter: { inside: 40 } } }), BEES);
  assert.equal(titleOf(SAID, { rated: { burning: { inside: 40 } } }), QUEENS);
  assert.equal(titleOf(SAID, { rated: { Bees: { sentence: 5 } } }), BEES);
  assert.equal(titleOf(SAID, { rated: { Old: { sentence: 5 } } }), QUEENS);
});

test("a model that says the same of all words leaves it to the rules, however much that is", () => {
  const all = (opens: number) =>
    Object.fromEntries(SAID.split(" ").map((word) => [word, { opens, closes: opens, sentence: opens }]));
  for (const opens of [0, -2_000, 2_000])
    assert.equal(titleOf(SAID, { rated: all(opens) }), titleOf(SAID), `${opens}`);
});

test("no model makes a title of what is no whole clause", () => {
  const rated = { survive: { opens: 50 }, the: { closes: 50 } };
  assert.match(titleOf(SAID, { rated }), /^(?:Bees survive|Old queens)/);
});

test("a clause of more than twelve words is the title only where nothing else is one", () => {
  const long = "You do not open a hive until you saw it at last three times";
  assert.equal(titleOf(`${BEES}. ${long}.`, { rated: { You: { opens: 20 } } }), BEES);
});

test("of other languages a model decides between short sentences, as it reads them in English", () => {
  const [salt, sleep] = ["Am Ende war das ganze Geld weg", "Die Bienen schlafen im Keller"];
  const said = `${salt}. ${sleep}.`;
  assert.equal(titleOf(said, { rated: { Am: { opens: 5 } } }), salt);
  assert.equal(titleOf(said, { rated: { Die: { opens: 5 } } }), sleep);
  assert.equal(titleOf(said, { rated: { "weg.": { closes: 5 } } }), salt);
  assert.equal(titleOf(said, { rated: { "Keller.": { closes: 5 } } }), sleep);
});

test("words that are neither English nor have a gloss are not rated, and a model may say nothing", async () => {
  const wordsOf = (text: string) => makeTalk([{ name: "part", kind: "body", text }]).words;
  const refuse = () => assert.fail("It was asked.");
  assert.equal(await rateTitleWords(wordsOf("הדבורים רוקדות בחורף."), refuse), null);
  assert.equal(await rateTitleWords(wordsOf(SAID), async () => null), null);
  const ratings = await rateTitleWords(wordsOf(SAID), async () => Float32Array.of(1));
  assert.deepEqual([ratings?.places.length, ratings?.values], [14, Float32Array.of(1)]);
});
