import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { SIGNALS, type SignalValues } from "../../../media-node/signal/moment-signals.ts";
import { scoreVirality, shareSignals } from "../../../media-node/stages/score-virality.ts";

const EVERYTHING = shareSignals({ audio: true, video: true, cues: true });

function signalsOf(value: (name: string) => number): SignalValues {
  return Object.fromEntries(SIGNALS.map(({ name }) => [name, value(name)])) as SignalValues;
}

test("the parts have one decimal, lie between 0 and 25, and add up to the score", () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true });
  const evidence = fc.record({ audio: fc.boolean(), video: fc.boolean(), cues: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(unit, { minLength: SIGNALS.length, maxLength: SIGNALS.length }),
      evidence,
      (values, has) => {
        const order = SIGNALS.map(({ name }) => name as string);
        const { scoreBreakdown, viralityScore } = scoreVirality(
          signalsOf((name) => values[order.indexOf(name)] ?? 0),
          shareSignals(has),
        );
        let tenths = 0;
        for (const part of Object.values(scoreBreakdown)) {
          assert.ok(part >= 0 && part <= 25);
          assert.equal(part, Math.round(part * 10) / 10);
          tenths += Math.round(part * 10);
        }
        assert.equal(viralityScore, tenths / 10);
      },
    ),
  );
});

test("perfect signals score 100, none score 0", () => {
  assert.equal(
    scoreVirality(
      signalsOf(() => 1),
      EVERYTHING,
    ).viralityScore,
    100,
  );
  assert.equal(
    scoreVirality(
      signalsOf(() => 0),
      EVERYTHING,
    ).viralityScore,
    0,
  );
});

test("signals of a kind of evidence that the source lacks do not count", () => {
  const silent = signalsOf((name) => (/otion|shots/.test(name) ? 1 : 0));
  assert.equal(
    scoreVirality(silent, shareSignals({ audio: false, video: true, cues: false })).scoreBreakdown.hook,
    25,
  );
});
