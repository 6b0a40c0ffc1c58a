import assert from "node:assert/strict";
import { test } from "node:test";
import {
  between,
  crowd,
  highest,
  hit,
  layered,
  matchAudioOf,
  voice,
} from "../../../support/matches/match-signals.ts";
import { atLevel, drums } from "../../../support/media/test-signals.ts";

const LENGTH_S = 60;
const HITS_S = [12.2, 27.8, 41.3, 52.6];

function impacts(samples: Float32Array): Float32Array {
  return matchAudioOf(samples).curves.impact;
}

test("hits over a crowd are heard in their half seconds", () => {
  const hits = HITS_S.map((timeS, index) => [timeS, hit(index)] as const);
  const curve = impacts(layered(crowd(1, LENGTH_S), ...hits));
  const found = [...curve.keys()].filter((tick) => (curve[tick] ?? 0) > 0.5).map((tick) => tick / 2);
  assert.deepEqual(
    found,
    HITS_S.map((timeS) => Math.floor(2 * timeS) / 2),
    String(curve),
  );
});

test("steady noise and unbroken speech have no hits", () => {
  assert.ok(highest([...impacts(crowd(2, LENGTH_S))]) < 0.2);
  const speech = voice(3, LENGTH_S, { pitchHz: 120, syllablesPerS: 4.5 });
  assert.ok(highest([...impacts(layered(crowd(4, LENGTH_S), [0, speech]))]) < 0.4);
});

test("a drum that beats time is no hit after the other", () => {
  const curve = impacts(layered(crowd(5, LENGTH_S), [20, atLevel(drums(15), -24)]));
  assert.ok(highest(between(curve, 21, 34)) < 0.4, String(between(curve, 18, 37)));
});
