// Matches whose moments are known, through the whole of hearing, watching and scoring: are they found, in the right
// order, and not what only sounds or looks like them? Are they taken for matches, and do their reels let the crowd calm
// down before they cut? Average precision is explained in support/ranked-moments. Other
// matches than these few are tried with CLIPMILL_TEST_MATCH_SEEDS=11,12,13.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { assertNoChildren } from "../../../support/leaks.ts";
import { cheeringAtCut } from "../../../support/matches/cuts-in-cheering.ts";
import { describeMoments, rankMoments } from "../../../support/matches/found-highlights.ts";
import { averagePrecision, covers } from "../../../support/matches/ranked-moments.ts";
import { MATCH_CATEGORIES, makeMatch } from "../../../support/matches/synthetic-match.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const SEEDS = (process.env.CLIPMILL_TEST_MATCH_SEEDS ?? "1,2").split(",").map(Number);
const MIN_MEAN_AVERAGE_PRECISION = 0.8;

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

/** No more than this share of all reels' cuts may fall into cheering. */
const MAX_CUTS_INSIDE = 0.15;

const precisions: number[] = [];
const cuts: boolean[] = [];

for (const category of MATCH_CATEGORIES) {
  for (const seed of SEEDS) {
    test(`the best moment of ${category} ${seed} is in its reel, and what happens ranks before what does not`, async (t) => {
      const path = join(await temporaryFolder(t), "match.mp4");
      const truth = await makeMatch(path, { category, seed });
      const found = await rankMoments(t, tools, { path, category });
      const precision = averagePrecision(found.ranked, truth.events);
      precisions.push(precision);
      t.diagnostic(`average precision ${precision.toFixed(3)}: ${describeMoments(found, truth.events)}`);
      const isInReel = found.reel.some((moment) => covers(moment, truth.top));
      const cheering = found.reel.map((moment) => cheeringAtCut(moment, truth));
      cuts.push(...cheering.map(({ isInside }) => isInside));
      t.diagnostic(`crowd at cuts: ${cheering.map(({ share }) => share.toFixed(2)).join(" ")}`);
      for (const sport of [category, "OTHER", "ESPORTS"] as const) {
        const sum = found.evidence[sport];
        t.diagnostic(`evidence as ${sport} ${sum.toFixed(2)}`);
        assert.ok(sum >= 1, `not recognized as ${sport}: ${sum}`);
      }
      assert.ok(isInReel, `${truth.top.kind} at ${truth.top.timeS.toFixed(1)} s is not in the reel`);
    });
  }
}

test("over these matches the mean average precision is at least 0.8", (t) => {
  assert.equal(precisions.length, MATCH_CATEGORIES.length * SEEDS.length);
  const mean = precisions.reduce((sum, precision) => sum + precision, 0) / precisions.length;
  t.diagnostic(`mean average precision ${mean.toFixed(3)}, worst ${Math.min(...precisions).toFixed(3)}`);
  assert.ok(mean >= MIN_MEAN_AVERAGE_PRECISION, `${mean}`);
});

test("hardly any cut of these reels falls into the cheering", (t) => {
  const inside = cuts.filter((isInside) => isInside).length;
  t.diagnostic(`${inside} of ${cuts.length} cuts inside cheering`);
  assert.ok(inside <= MAX_CUTS_INSIDE * cuts.length, `${inside} of ${cuts.length}`);
});
