import assert from "node:assert/strict";
import { test } from "node:test";
import { type BenchCase, compareCases, summarize } from "../../../bench/measuring/harness.ts";

const never = new AbortController().signal;

function recordingCase(name: string, value: number, log: string[]): BenchCase {
  return {
    name,
    run: async () => {
      log.push(name);
      return { widgets: value };
    },
  };
}

test("a summary holds the median and the range of even and odd counts", () => {
  assert.deepEqual(summarize([3, 1, 2]), { median: 2, min: 1, max: 3, values: [3, 1, 2] });
  assert.equal(summarize([4, 1, 2, 3]).median, 2.5);
  assert.throws(() => summarize([]));
});

test("cases run alternately, in changing order, after an unmeasured round", async () => {
  const log: string[] = [];
  const [reference, ours] = [recordingCase("reference", 2, log), recordingCase("ours", 3, log)];
  const result = await compareCases({ name: "both", reference, candidates: [ours] }, { repeats: 2 }, never);
  assert.deepEqual(log, ["ours", "reference", "reference", "ours", "ours", "reference"]);
  assert.deepEqual(result.cases[1]?.measures.widgets?.values, [3, 3]);
  assert.equal(result.cases[1]?.ratios.widgets, 1.5);
});

test("a cold comparison warms nothing up, whatever it asks for", async () => {
  const log: string[] = [];
  const reference = recordingCase("reference", 2, log);
  const comparison = { name: "cold", reference, candidates: [], warmUps: 3 };
  await compareCases(comparison, { repeats: 1, isCold: true }, never);
  assert.deepEqual(log, ["reference"]);
});

test("a comparison that asks for fewer repeats is measured no more often", async () => {
  const log: string[] = [];
  const reference = recordingCase("reference", 2, log);
  await compareCases(
    { name: "slow", reference, candidates: [], warmUps: 0, maxRepeats: 1 },
    { repeats: 5 },
    never,
  );
  assert.deepEqual(log, ["reference"]);
});

test("a repeat that hangs ends the comparison and is cleaned up", async () => {
  let cleaned = 0;
  const hanging: BenchCase = {
    name: "hanging",
    run: () => new Promise(() => undefined),
    cleanUp: async () => {
      cleaned += 1;
    },
  };
  const comparison = { name: "hangs", reference: hanging, candidates: [], timeoutMs: 50 };
  await assert.rejects(compareCases(comparison, { repeats: 1 }, never), { name: "TimeoutError" });
  assert.equal(cleaned, 1);
});

test("a case whose preparation fails is cleaned up and never runs", async () => {
  const log: string[] = [];
  const failing: BenchCase = {
    ...recordingCase("run", 1, log),
    prepare: () => Promise.reject(new Error("nothing to measure")),
    cleanUp: async () => {
      log.push("cleaned up");
    },
  };
  const comparison = { name: "fails", reference: failing, candidates: [] };
  await assert.rejects(compareCases(comparison, { repeats: 1 }, never), /nothing to measure/);
  assert.deepEqual(log, ["cleaned up"]);
});
