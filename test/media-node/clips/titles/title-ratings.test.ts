import assert from "node:assert/strict";
import { test } from "node:test";
import { titleOf } from "../../../support/talks/titled-talk.ts";

const SAID = "Bees survive the winter without any sleep. Old queens never leave a burning hive.";

test("what a model says of the words decides between whole clauses", () => {
  assert.equal(titleOf(SAID, { rated: { Bees: { opens: 5 } } }), "Bees survive the winter without any sleep");
  assert.equal(titleOf(SAID, { rated: { Old: { opens: 5 } } }), "Old queens never leave a burning hive");
  assert.equal(
    titleOf(SAID, { rated: { "sleep.": { closes: 5 } } }),
    "Bees survive the winter without any sleep",
  );
});

test("a model that says nothing leaves it to the rules", () => {
  assert.equal(titleOf(SAID, { rated: {} }), titleOf(SAID));
});

test("no model makes a title of what is no whole clause", () => {
  const rated = { survive: { opens: 50 }, the: { closes: 50 } };
  assert.match(titleOf(SAID, { rated }), /^(?:Bees survive|Old queens)/);
});
