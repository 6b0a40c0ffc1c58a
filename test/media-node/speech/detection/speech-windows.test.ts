import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Span } from "../../../../media-node/signal/span.ts";
import { SPEECH_FRAME_S } from "../../../../media-node/speech/detection/speech-frame.ts";
import { speechWindows } from "../../../../media-node/speech/detection/speech-windows.ts";

const FLAT = new Float32Array(10_000).fill(-30);

function windowsOf(spans: readonly [number, number][], maxDurationS = 20, levelsDb = FLAT) {
  const list = spans.map(([startS, endS]) => ({ startS, endS }));
  return speechWindows(list, levelsDb, { maxDurationS, durationS: 300 });
}

/** Spans that ascend and do not touch, as alternating lengths of silence and speech. */
const anySpans = fc
  .array(
    fc.tuple(fc.double({ min: 0.1, max: 6, noNaN: true }), fc.double({ min: 0.13, max: 70, noNaN: true })),
    {
      maxLength: 40,
    },
  )
  .map((lengths) => {
    const spans: Span[] = [];
    let timeS = 0;
    for (const [silenceS, speechS] of lengths) {
      spans.push({ startS: timeS + silenceS, endS: timeS + silenceS + speechS });
      timeS += silenceS + speechS;
    }
    return spans;
  });

test("windows ascend, keep to the maximum, do not overlap and hold all speech", () => {
  fc.assert(
    fc.property(
      anySpans,
      fc.double({ min: 5, max: 30, noNaN: true }),
      fc.integer(),
      (spans, maxDurationS, seed) => {
        const durationS = (spans.at(-1)?.endS ?? 0) + 0.05;
        const levelsDb = Float32Array.from(
          { length: Math.ceil(durationS / SPEECH_FRAME_S) },
          (_, frame) => -60 + (((frame * 2_654_435_761 + seed) >>> 0) % 50),
        );
        const windows = speechWindows(spans, levelsDb, { maxDurationS, durationS });
        let lastS = 0;
        for (const { startS, endS, speechShare } of windows) {
          assert.ok(startS >= lastS && endS > startS && endS <= durationS);
          assert.ok(endS - startS <= maxDurationS + 1e-9, `${endS - startS} s`);
          assert.ok(speechShare > 0 && speechShare <= 1);
          lastS = endS;
        }
        for (const span of spans) {
          const within = windows.map((window) => ({
            startS: Math.max(span.startS, window.startS),
            endS: Math.min(span.endS, window.endS),
          }));
          const coveredS = within.reduce((sum, { startS, endS }) => sum + Math.max(0, endS - startS), 0);
          assert.ok(Math.abs(coveredS - (span.endS - span.startS)) < 1e-6);
        }
      },
    ),
  );
});

test("no speech gives no windows", () => {
  assert.deepEqual(windowsOf([]), []);
});

test("phrases share a window, with a little silence around them", () => {
  const [window, ...others] = windowsOf([
    [3, 5],
    [5.5, 8],
  ]);
  assert.deepEqual(others, []);
  assert.deepEqual([window?.startS, window?.endS], [2.84, 8.16]);
  assert.ok(Math.abs((window?.speechShare ?? 0) - 4.5 / 5.32) < 1e-9);
});

test("a long silence lies in no window", () => {
  const windows = windowsOf([
    [1, 4],
    [10, 12],
  ]);
  assert.deepEqual(
    windows.map(({ startS, endS }) => [startS, endS]),
    [
      [0.84, 4.16],
      [9.84, 12.16],
    ],
  );
});

test("a long talk is cut at the longest pause of a window's second half", () => {
  const windows = windowsOf([
    [0, 6],
    [7, 11],
    [11.3, 14],
    [14.9, 17],
    [17.4, 25],
  ]);
  assert.deepEqual(
    windows.map(({ startS, endS }) => [startS, endS]),
    [
      [0, 14.16],
      [14.74, 25.16],
    ],
  );
});

test("speech without a pause is cut where it is quietest in the second half", () => {
  const levelsDb = FLAT.slice();
  levelsDb.fill(-60, Math.round(5 / SPEECH_FRAME_S), Math.round(5.2 / SPEECH_FRAME_S)); // Quieter, but too early.
  levelsDb.fill(-50, Math.round(14 / SPEECH_FRAME_S), Math.round(14.2 / SPEECH_FRAME_S));
  const [first, second] = windowsOf([[0, 30]], 20, levelsDb);
  assert.ok(Math.abs((first?.endS ?? 0) - 14.1) < 0.1, `${first?.endS}`);
  assert.equal(second?.startS, first?.endS);
});

test("neighbours that were cut apart share the silence between them", () => {
  const windows = windowsOf([
    [0, 15],
    [15.25, 30],
  ]);
  assert.deepEqual(
    windows.map(({ startS, endS }) => [startS, endS]),
    [
      [0, 15.125],
      [15.125, 30.16],
    ],
  );
});
