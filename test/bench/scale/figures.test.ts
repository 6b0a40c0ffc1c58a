import assert from "node:assert/strict";
import { test } from "node:test";
import { type CaseResult, type ComparisonResult, summarize } from "../../../bench/measuring/harness.ts";
import { figureRows } from "../../../bench/scale/figures.ts";

function measured(name: string, measures: Readonly<Record<string, number>>): CaseResult {
  const summaries = Object.entries(measures).map(
    ([measure, value]) => [measure, summarize([value])] as const,
  );
  return { name, isReference: false, measures: Object.fromEntries(summaries), ratios: {} };
}

function comparison(...cases: CaseResult[]): ComparisonResult {
  return { name: "lists", cases };
}

test("a figure stands with the empty and the filled database's medians, their ratio and what is asked", () => {
  const result = comparison(
    measured("empty", { timeMs: 9, listMs: 20 }),
    measured("full", { timeMs: 9, listMs: 30 }),
  );
  assert.deepEqual(figureRows(result, { listMs: { max: 50 } }), [
    ["lists: listMs", "20.0", "30.0", "×1.50", "≤ 50: kept"],
  ]);
});

test("a bound is missed where any of its parts is", () => {
  const result = comparison(measured("empty", { listMs: 20 }), measured("full", { listMs: 30 }));
  const [row] = figureRows(result, { listMs: { max: 50, maxRatio: 1.2 } });
  assert.equal(row?.at(-1), "≤ 50, ≤ ×1.2: MISSED");
});

test("without a filled database, the empty one's figures are asked, and no ratio", () => {
  const [row] = figureRows(comparison(measured("empty", { rate: 100 })), {
    rate: { min: 200, maxRatio: 1.2 },
  });
  assert.deepEqual(row, ["lists: rate", "100", "", "", "≥ 200: MISSED"]);
});

test("what a case is measured against has a row of its own, and a part of its figure is asked", () => {
  const result = comparison(
    measured("another queue", { rate: 400 }),
    measured("empty", { rate: 300 }),
    measured("full", { rate: 250 }),
  );
  assert.deepEqual(figureRows(result, { rate: { ofReference: 0.5 } }), [
    ["lists: rate", "300", "250", "×0.83", "≥ 0.5 of the reference: kept"],
    ["  of another queue", "400", "", "", ""],
  ]);
});
