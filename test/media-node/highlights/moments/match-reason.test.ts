import assert from "node:assert/strict";
import { test } from "node:test";
import { MATCH_CURVES, type MatchCurveName } from "../../../../media-node/highlights/match-curves.ts";
import { explainMoment, namedCurves } from "../../../../media-node/highlights/moments/match-reason.ts";

const everything = (): boolean => true;

function rows(contributions: Partial<Record<MatchCurveName, number>>): number[] {
  return MATCH_CURVES.map((name) => contributions[name] ?? 0);
}

test("the largest contributions are named, in the order of a match", () => {
  const contributions = rows({ replay: 0.9, crowdRise: 1.6, motion: 0.5, cuts: 0.4 });
  assert.deepEqual(namedCurves(contributions, everything), ["motion", "crowdRise", "replay"]);
  assert.equal(
    explainMoment(contributions, everything, "FOOTBALL"),
    "Play sped up, the crowd rose sharply and a replay followed.",
  );
});

test("what adds little beside the largest, or counts against the moment, is not named", () => {
  assert.deepEqual(namedCurves(rows({ crowd: 2, whistle: 0.3, motion: -1.5 }), everything), ["crowd"]);
});

test("two ways to say the same give way to the stronger one", () => {
  assert.deepEqual(
    namedCurves(rows({ crowd: 1, crowdRise: 1.2, cheering: 1.1, voicePitch: 0.9, voiceRate: 1 }), everything),
    ["voiceRate", "crowdRise"],
  );
});

test("a sport has its own words", () => {
  const contributions = rows({ impact: 1, voicePitch: 0.9 });
  assert.equal(
    explainMoment(contributions, everything, "COMBAT"),
    "Blows landed and the commentator's voice went up.",
  );
  assert.equal(
    explainMoment(contributions, everything, "ESPORTS"),
    "The game's sounds came thick and fast and the caster's voice went up.",
  );
});

test("a moment of which the model says nothing still has a sentence", () => {
  assert.equal(explainMoment(rows({}), everything, "OTHER"), "It stands out from what is around it.");
});

test("what was not found is not named, however much its curve adds", () => {
  const contributions = rows({ crowdRise: 1.6, replay: 0.9, motion: 0.5 });
  const isFound = (name: MatchCurveName): boolean => name === "motion";
  assert.equal(explainMoment(contributions, isFound, "FOOTBALL"), "Play sped up.");
  assert.equal(
    explainMoment(contributions, () => false, "FOOTBALL"),
    "It stands out from what is around it.",
  );
});

test("of an unknown sport no sentence claims a commentator or a director", () => {
  const contributions = rows({ voiceRate: 1, cuts: 0.9, motion: 0.8 });
  assert.equal(
    explainMoment(contributions, everything, "OTHER"),
    "The action sped up, speech grew faster and the view changed quickly.",
  );
});
