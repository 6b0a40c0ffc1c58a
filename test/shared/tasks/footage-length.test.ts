import assert from "node:assert/strict";
import { test } from "node:test";
import { askedLengthS } from "../../../shared/tasks/footage-length.ts";

test("a range with an end tells how much is worked on, whatever the source lasts", () => {
  assert.equal(askedLengthS({ range: { startS: 60, endS: 180 } }, 21_600), 120);
  assert.equal(askedLengthS({ range: { startS: 60, endS: 180 }, declaredDurationS: 600 }, 21_600), 120);
});

test("without an end, the source is worked on to its own, however short it was declared", () => {
  const range = { startS: 60, endS: null };
  assert.equal(askedLengthS({ range, declaredDurationS: 600 }, 21_600), 21_540);
  assert.equal(askedLengthS({ range, declaredDurationS: 600 }, 300), 540);
});

test("where nothing is declared, nothing is known", () => {
  assert.equal(askedLengthS({ range: { startS: 0, endS: null }, declaredDurationS: null }, 60), null);
  assert.equal(askedLengthS({ range: { startS: 60, endS: null } }, 600), null);
});
