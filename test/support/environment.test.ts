import assert from "node:assert/strict";
import { test } from "node:test";
import { setEnvironment } from "./environment.ts";

const NAME = "CLIPMILL_TEST_ENVIRONMENT";

test("what a test sets twice is gone at its end, and what was there before is back", async (t) => {
  await t.test("outer", async (outer) => {
    setEnvironment(outer, { [NAME]: "first" });
    await outer.test("inner", (inner) => {
      for (const value of ["second", "third"]) setEnvironment(inner, { [NAME]: value });
      assert.equal(process.env[NAME], "third");
    });
    assert.equal(process.env[NAME], "first");
  });
  assert.equal(process.env[NAME], undefined);
});
