import assert from "node:assert/strict";
import { test } from "node:test";
import {
  between,
  crowd,
  highest,
  layered,
  matchAudioOf,
  outside,
  signal,
  voice,
  whistle,
} from "../../../support/matches/match-signals.ts";
import { atLevel } from "../../../support/media/test-signals.ts";

const LENGTH_S = 40;
const TAU = 2 * Math.PI;

function whistleCurve(...layers: readonly (readonly [number, Float32Array])[]): Float32Array {
  return matchAudioOf(layered(crowd(1, LENGTH_S), ...layers)).curves.whistle;
}

for (const [name, durationS, levelDb, frequencyHz] of [
  ["short", 0.2, -24, 3_800],
  ["long", 1.3, -24, 2_900],
  ["soft", 0.6, -40, 3_800],
] as const) {
  test(`a ${name} whistle is heard when it is blown, and only then`, () => {
    const curve = whistleCurve([20.1, whistle(durationS, levelDb, frequencyHz)]);
    assert.ok(highest(between(curve, 20, 20.5)) >= 0.5, String(between(curve, 18, 23)));
    assert.equal(highest(outside(curve, 20, 22)), 0);
  });
}

test("three blasts that end a match are three", () => {
  const curve = whistleCurve([20.1, whistle(0.4)], [21.1, whistle(0.4)], [22.1, whistle(0.9)]);
  assert.ok([20, 21, 22].every((timeS) => highest(between(curve, timeS, timeS + 0.5)) >= 0.5));
});

test("a whistle is heard through a commentator's words", () => {
  const curve = whistleCurve(
    [0, voice(2, LENGTH_S, { pitchHz: 190, syllablesPerS: 5 }, -22)],
    [20.1, whistle(0.7, -24)],
  );
  assert.ok(highest(between(curve, 20, 21)) >= 0.5);
  assert.equal(highest(outside(curve, 20, 21)), 0);
});

const note = (frequencyHz: number, durationS: number): Float32Array =>
  atLevel(
    signal(durationS, (timeS) => Math.sin(TAU * frequencyHz * timeS)),
    -26,
  );

const LINES: Readonly<Record<string, readonly (readonly [number, Float32Array])[]>> = {
  "a tone that does not end": [[10, note(3_000, 8)]],
  "an alarm that beeps and beeps": Array.from({ length: 12 }, (_, beep) => [
    10 + 0.6 * beep,
    note(2_800, 0.3),
  ]),
  "a melody of pure notes": [2_093, 2_349, 2_637, 2_794, 3_136, 2_637].map((hz, index) => [
    10 + 0.4 * index,
    note(hz, 0.4),
  ]),
  "a note with its harmonics": [
    [10, layered(note(1_200, 0.8), [0, note(2_400, 0.8)], [0, note(3_600, 0.8).map((sample) => sample / 2)])],
  ],
  "a tone that glides": [
    [
      10,
      atLevel(
        signal(1, (timeS) => Math.sin(TAU * (2_200 * timeS + 700 * timeS * timeS))),
        -26,
      ),
    ],
  ],
};

for (const [name, layers] of Object.entries(LINES)) {
  test(`${name} is no whistle`, () => {
    const curve = whistleCurve(...layers);
    assert.equal(highest([...curve]), 0, String(between(curve, 8, 22)));
  });
}
