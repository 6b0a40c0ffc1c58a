import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isMatch,
  type MatchSigns,
  matchEvidence,
} from "../../../../media-node/highlights/moments/recognize-match.ts";
import { SPORT_CATEGORIES } from "../../../../shared/tasks/highlight-job.ts";
import { planted } from "../../../support/models/highlights.ts";

const at = (startS: number, lengthS = 5) => ({ startS, endS: startS + lengthS });
const NOTHING: MatchSigns = {
  curves: planted(600, [], { motion: 0.3 }),
  swells: [],
  noiseShare: 0,
  replays: [],
  shares: { field: 0, lively: 0, graphic: 0 },
};
const HALL = { swells: [at(100), at(200), at(300)], noiseShare: 0.5 };
const SHOWN_AGAIN = [
  { ...at(110), confidence: 0.9 },
  { ...at(210), confidence: 0.9 },
];

test("footage of which nothing speaks for a match is none in any sport", () => {
  for (const category of SPORT_CATEGORIES) assert.equal(matchEvidence(NOTHING, category), 0, category);
});

test("a crowd over noise that goes on, with replays, is a match of any sport", () => {
  const signs = { ...NOTHING, ...HALL, replays: SHOWN_AGAIN };
  for (const category of SPORT_CATEGORIES) {
    const isEngines = category === "MOTORSPORT";
    const shares = { field: 0, lively: isEngines ? 0.5 : 0, graphic: 0 };
    assert.ok(isMatch({ ...signs, shares }, category), category);
  }
});

test("audio alone is never enough, however much there is of it", () => {
  const curves = planted(
    600,
    [100, 200, 300].flatMap((timeS) => [
      ["voicePitch", timeS, timeS + 5, 1] as const,
      ["whistle", timeS + 6, timeS + 7, 1] as const,
    ]),
  );
  for (const category of SPORT_CATEGORIES) {
    assert.ok(!isMatch({ ...NOTHING, ...HALL, curves }, category), category);
  }
});

test("a crowd over grass is football, not tennis nor boxing", () => {
  const signs = { ...NOTHING, ...HALL, shares: { field: 0.6, lively: 0, graphic: 0 } };
  assert.ok(isMatch(signs, "FOOTBALL"));
  assert.ok(isMatch(signs, "OTHER"));
  assert.ok(!isMatch(signs, "TENNIS"));
  assert.ok(!isMatch(signs, "COMBAT"));
});

test("applause between stretches without noise, as after songs, counts little", () => {
  const signs = {
    ...NOTHING,
    ...HALL,
    noiseShare: 0.08,
    replays: [at(50)].map((span) => ({ ...span, confidence: 1 })),
  };
  assert.ok(!isMatch(signs, "BASKETBALL"));
});

test("a silent match is told by grass, its score and replays", () => {
  const shares = { field: 0.5, lively: 0.4, graphic: 0.8 };
  assert.ok(isMatch({ ...NOTHING, shares, replays: SHOWN_AGAIN }, "FOOTBALL"));
});
