import assert from "node:assert/strict";
import { test } from "node:test";
import { findLoudnessGain, lastLoudness } from "../../../media-node/signal/loudness-gain.ts";

/** Finds the gain of a programme and returns it with the loudness that it leads to. */
async function levelled(
  measure: (gainDb: number) => number,
): Promise<{ gainDb: number; lufs: number; count: number }> {
  let count = 0;
  const { gainDb } = await findLoudnessGain(-14, async (gain) => {
    count += 1;
    return measure(gain);
  });
  return { gainDb, lufs: measure(gainDb), count };
}

test("a programme that the limiter leaves alone is measured twice", async () => {
  const { gainDb, count } = await levelled((gain) => -30 + gain);
  assert.equal(gainDb, 16);
  assert.equal(count, 2);
});

test("loud programmes are brought down", async () => {
  assert.equal((await levelled((gain) => -6 + gain)).gainDb, -8);
});

test("what the limiter takes away is given back", async () => {
  // Above -20 LUFS only half of each further decibel arrives.
  const { lufs, count } = await levelled((gain) => Math.min(-30 + gain, -20 + (gain - 10) / 2));
  assert.ok(Math.abs(lufs + 14) < 0.5, `${lufs}`);
  assert.ok(count <= 4);
});

test("silence and near silence get no gain", async () => {
  assert.equal((await levelled(() => Number.NEGATIVE_INFINITY)).gainDb, 0);
  assert.equal((await levelled((gain) => -60 + gain)).gainDb, 0);
});

test("the gain has a bound, also where nothing helps", async () => {
  assert.equal((await levelled((gain) => -50 + gain)).gainDb, 24);
  assert.equal((await levelled(() => -40)).gainDb, 24);
});

test("the last loudness counts, and text without one is silence", () => {
  assert.equal(lastLoudness("lavfi.r128.I=-20.1\nframe:2\nlavfi.r128.I=-19.55\n"), -19.55);
  assert.equal(lastLoudness("frame:1\nlavfi.r128.I=-inf\n"), Number.NEGATIVE_INFINITY);
  assert.equal(lastLoudness(""), Number.NEGATIVE_INFINITY);
});
