// Which candidates of a long source are kept.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Candidates } from "../../../../media-node/clips/moments/moment-candidates.ts";
import { shortlist } from "../../../../media-node/clips/virality/moment-features.ts";
import { createWordFeatureReader } from "../../../../media-node/clips/virality/virality-word-features.ts";
import { NO_WISHES } from "../../../support/talks/no-wishes.ts";
import { textOf } from "../../../support/talks/talk-reason.ts";

/** From each of `openings` places four clips, of 1 to 4 places: the longer, the better rated. */
function longerIsBetter(openings: number): Candidates {
  const rows = Array.from({ length: 4 * openings }, (_, index) => ({
    opensAt: Math.floor(index / 4),
    places: 1 + (index % 4),
  }));
  return {
    opensAt: rows.map(({ opensAt }) => opensAt),
    closesAt: rows.map(({ opensAt, places }) => opensAt + places),
    startS: rows.map(({ opensAt }) => opensAt),
    endS: rows.map(({ opensAt, places }) => opensAt + places),
    score: rows.map(({ opensAt, places }) => places + opensAt / 100),
  };
}

function rowsOf({ opensAt, closesAt }: Candidates): string[] {
  return opensAt.map((opens, index) => `${opens}-${closesAt[index]}`);
}

test("each opening keeps its shortest clip and its best rated ones", () => {
  assert.deepEqual(rowsOf(shortlist(longerIsBetter(2), 6)), ["0-1", "0-3", "0-4", "1-2", "1-4", "1-5"]);
});

test("where not all openings can keep as many, the best rated ones are kept", () => {
  assert.deepEqual(rowsOf(shortlist(longerIsBetter(2), 3)), ["0-1", "1-2", "1-5"]);
});

test("few candidates are all kept", () => {
  const all = longerIsBetter(2);
  assert.equal(shortlist(all, 8), all);
});

test("what is counted by words of English is not known of another language", () => {
  const emotionOf = (said: string): number => {
    const { text, endS } = textOf(said);
    const [opens, closes] = [0, endS].map((timeS) => text.factsAt({ startS: timeS, endS: timeS }));
    assert.ok(opens !== undefined && closes !== undefined);
    return createWordFeatureReader(text, NO_WISHES)(opens, closes, endS).emotion;
  };
  assert.equal(emotionOf("Die Bienen waren im Winter nicht da, und das war für mich so."), Number.NaN);
  assert.ok(emotionOf("I was afraid of the bees, and I loved it all the same.") > 0);
});
