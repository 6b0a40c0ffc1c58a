// Moments out of curves that are written down here, by the built-in model.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { MATCH_CURVES, type MatchCurves } from "../../../../media-node/highlights/match-curves.ts";
import {
  type FindHighlightsInput,
  type FoundHighlights,
  findHighlights,
} from "../../../../media-node/highlights/moments/find-highlights.ts";
import { MATCH_SHAPES } from "../../../../media-node/highlights/moments/match-shapes.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";
import { SPORT_CATEGORIES } from "../../../../shared/tasks/highlight-job.ts";
import { builtInExciter, goalAt, planted, QUIET, type Stretch } from "../../../support/models/highlights.ts";

const excite = await builtInExciter();

function find(curves: MatchCurves, changes: Partial<FindHighlightsInput> = {}) {
  return findHighlights({
    curves,
    audio: null,
    shotChangesS: [],
    replays: [],
    swells: [{ startS: 0, endS: curves.tickCount * curves.hopS }],
    isMatch: true,
    category: "FOOTBALL",
    reelLengthS: 60,
    excite,
    range: { startS: curves.startS, endS: curves.startS + curves.tickCount * curves.hopS },
    ...changes,
  });
}

/** The curves without some of them. */
function without(curves: MatchCurves, names: readonly string[]): MatchCurves {
  const left = Object.entries(curves.curves).filter(([name]) => !names.includes(name));
  return { ...curves, curves: Object.fromEntries(left) };
}

const AUDIO = ["crowd", "crowdRise", "voicePitch", "voiceRate", "whistle", "impact"];
const VIDEO = ["motion", "cuts", "replay", "scoreboard"];

test("goals are found, each within two seconds of its time, with what leads to it and what follows", async () => {
  const { ranked } = await find(planted(600, [...goalAt(120), ...goalAt(400)]));
  assert.equal(ranked.length, 2);
  for (const [index, goalS] of [120, 400].entries()) {
    const found = ranked.toSorted((a, b) => a.startS - b.startS)[index];
    assert.ok(found !== undefined && Math.abs(found.peakS - goalS) <= 2, `${found?.peakS}`);
    assert.ok(found.startS <= goalS - 4 && found.endS >= goalS + 4);
    assert.ok(found.score > 80 && found.score <= 100, `${found.score}`);
  }
});

test("what is more exciting scores higher, and distractors score low", async () => {
  const half = goalAt(300).map(
    ([name, fromS, toS, value]): Stretch => [name, fromS, toS, (value + (QUIET[name] ?? 0)) / 2],
  );
  const pan: Stretch = ["motion", 450, 456, 0.8];
  const chant: Stretch = ["crowd", 500, 560, 0.7];
  const { ranked } = await find(planted(600, [...goalAt(120), ...half, pan, chant]));
  assert.ok(Math.abs((ranked[0]?.peakS ?? 0) - 120) <= 2);
  assert.ok(Math.abs((ranked[1]?.peakS ?? 0) - 300) <= 3);
  for (const other of ranked.slice(2)) assert.ok(other.score < (ranked[1]?.score ?? 0) - 10);
});

test("flat curves, and unknown ones, have no moments", async () => {
  await assert.rejects(find(planted(600, [])), { code: "NO_MOMENTS_FOUND" });
  await assert.rejects(find(planted(600, [], {})), { code: "NO_MOMENTS_FOUND" });
  const loud = Object.fromEntries(MATCH_CURVES.map((name) => [name, 0.9]));
  await assert.rejects(find(planted(600, [], loud)), { code: "NO_MOMENTS_FOUND" });
});

test("curves that nobody knows neither lift a goal nor sink it", async () => {
  const curves = planted(600, goalAt(300));
  const { ranked: whole } = await find(curves);
  for (const names of [AUDIO, VIDEO, ["crowd"], ["voicePitch", "voiceRate"]]) {
    const { ranked } = await find(without(curves, names));
    assert.ok(Math.abs((ranked[0]?.peakS ?? 0) - 300) <= 4, `${names}: ${ranked[0]?.peakS}`);
    const difference = (ranked[0]?.score ?? 0) - (whole[0]?.score ?? 0);
    assert.ok(Math.abs(difference) < 20, `${names}: ${difference}`);
  }
});

test("sports hear differently: a rally that ends in applause is a point of tennis, engines and a crash are a race", async () => {
  const rally: Stretch[] = [
    ["crowd", 290, 300, 0.05],
    ...Array.from({ length: 5 }, (_, stroke): Stretch => ["impact", 290 + 2 * stroke, 291 + 2 * stroke, 0.9]),
    ["crowd", 300.5, 305, 0.7],
    ["crowdRise", 300, 302, 0.6],
  ];
  const scoreOf = async (stretches: readonly Stretch[], category: FindHighlightsInput["category"]) => {
    const { ranked } = await find(planted(600, stretches), { category });
    return ranked.find(({ peakS }) => Math.abs(peakS - 300) < 6)?.score ?? 0;
  };
  assert.ok((await scoreOf(rally, "TENNIS")) > (await scoreOf(rally, "FOOTBALL")) + 10);
  const crash: Stretch[] = [
    ["motion", 299, 302, 0.95],
    ["voicePitch", 299, 306, 0.8],
    ["voiceRate", 295, 303, 0.8],
    ["replay", 306, 316, 0.9],
  ];
  assert.ok((await scoreOf(crash, "MOTORSPORT")) > (await scoreOf(crash, "TENNIS")) + 10);
});

const REPLAYED = [{ startS: 310, endS: 317, confidence: 0.9 }];

test("the reason names what the model found", async () => {
  const { ranked } = await find(planted(600, goalAt(300)), { replays: REPLAYED });
  assert.match(ranked[0]?.reason ?? "", /^[A-Z].* crowd .* replay followed\.$/);
  const { ranked: silent } = await find(without(planted(600, goalAt(300)), AUDIO));
  assert.doesNotMatch(silent[0]?.reason ?? "", /crowd|comment|whistle/i);
});

test("no crowd is named where none was heard, and no replay where none was seen", async () => {
  const { ranked } = await find(planted(600, goalAt(300)), { swells: [] });
  assert.doesNotMatch(ranked[0]?.reason ?? "", /crowd|replay/);
  const late = [{ startS: 400, endS: 410, confidence: 0.9 }];
  const { ranked: other } = await find(planted(600, goalAt(300)), { replays: late });
  assert.doesNotMatch(other[0]?.reason ?? "", /replay/);
});

test("of what is no match only what was measured is told", async () => {
  const { ranked } = await find(planted(600, goalAt(300)), { isMatch: false, replays: REPLAYED });
  assert.equal(ranked[0]?.reason, "Fast motion, quick cuts, a higher voice.");
});

test("a replay stays with its goal and is no moment of its own", async () => {
  const again: Stretch[] = [
    ["motion", 310, 317, 0.9],
    ["crowd", 310, 317, 0.9],
  ];
  const replays = [{ startS: 310, endS: 317, confidence: 0.9 }];
  const curves = planted(600, [...goalAt(300), ...again]);
  const { ranked } = await find(curves, { replays, shotChangesS: [310, 317] });
  assert.equal(ranked.length, 1);
  assert.ok(Math.abs((ranked[0]?.peakS ?? 0) - 300) <= 3, `${ranked[0]?.peakS}`);
  assert.equal(ranked[0]?.endS, 317);
});

test("moments begin and end on shot changes where there are some", async () => {
  const shotChangesS = [50, 292.3, 309.8, 420];
  const { ranked } = await find(planted(600, goalAt(300)), { shotChangesS });
  assert.equal(ranked[0]?.startS, 292.3);
  assert.equal(ranked[0]?.endS, 309.8);
});

test("the reel lasts no longer than it should, in the order of time, and holds the best moments", async () => {
  const goals = [100, 200, 300, 400, 500].flatMap((timeS, index) =>
    goalAt(timeS).map(
      ([name, fromS, toS, value]): Stretch => [name, fromS, toS, value * (0.9 + 0.02 * index)],
    ),
  );
  const curves = planted(600, goals);
  const { ranked, reel } = await find(curves, { reelLengthS: 45 });
  assert.equal(ranked.length, 5);
  assert.ok(reel.length >= 2 && reel.length < 5);
  assert.ok(reel.reduce((sum, { startS, endS }) => sum + endS - startS, 0) <= 45 * 1.1);
  assert.deepEqual(
    reel,
    ranked.slice(0, reel.length).toSorted((a, b) => a.startS - b.startS),
  );
});

test("whatever the curves: moments lie in the range, in order, apart, and no longer than their sport's", async () => {
  const run = fc.asyncProperty(
    fc.integer({ min: 1, max: 400 }),
    fc.integer(),
    fc.constantFrom(...SPORT_CATEGORIES),
    fc.double({ min: 0, max: 500, noNaN: true }),
    async (tickCount, seed, category, startS) => {
      const random = seededRandom(seed);
      const range = { startS, endS: startS + tickCount * 0.5 };
      const timesS = (count: number): number[] =>
        Array.from({ length: count }, () => startS + random() * tickCount * 0.5).sort((a, b) => a - b);
      const curves = Object.fromEntries(
        MATCH_CURVES.filter(() => random() < 0.8).map((name) => [
          name,
          Float32Array.from({ length: tickCount }, () => (random() < 0.1 ? Number.NaN : random() ** 3)),
        ]),
      );
      const replays = timesS(3).map((timeS) => ({
        startS: timeS,
        endS: Math.min(range.endS, timeS + 12 * random()),
        confidence: random(),
      }));
      const found = await find(
        { startS, hopS: 0.5, tickCount, curves },
        { range, category, shotChangesS: timesS(tickCount / 10), replays, reelLengthS: 30 },
      ).catch((error: { code?: string }): FoundHighlights => {
        assert.equal(error.code, "NO_MOMENTS_FOUND");
        return { ranked: [], reel: [] };
      });
      const inTime = found.ranked.toSorted((a, b) => a.startS - b.startS);
      for (const list of [inTime, found.reel]) {
        list.forEach(({ startS: fromS, peakS, endS, score }, index) => {
          assert.ok(fromS >= range.startS && endS <= range.endS + 1e-9 && fromS < endS);
          assert.ok(peakS >= fromS && peakS <= endS);
          assert.ok(endS - fromS <= MATCH_SHAPES[category].maxDurationS + 1e-9);
          assert.ok(score >= 0 && score <= 100);
          assert.ok(fromS >= (list[index - 1]?.endS ?? 0) - 1e-9, "apart and in order");
        });
      }
      for (const chosen of found.reel) assert.ok(found.ranked.includes(chosen));
      if (found.ranked[0] !== undefined)
        assert.ok(found.reel.includes(found.ranked[0]), "the best is always in");
    },
  );
  await fc.assert(run, { numRuns: 60 });
});
