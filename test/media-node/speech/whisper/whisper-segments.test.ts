import assert from "node:assert/strict";
import { test } from "node:test";
import { splitSegments } from "../../../../media-node/speech/whisper/whisper-segments.ts";

const END = 100;
const T0 = 103;
const at = (timeS: number): number => T0 + Math.round(timeS / 0.02);
const WINDOW = { endToken: END, timestampBegin: T0, durationS: 30 };

test("segments lie between pairs of times, and a last single time says that the window is done", () => {
  const said = [at(0), 1, 2, at(4), at(5), 3, at(9)];
  assert.deepEqual(splitSegments(said, WINDOW), {
    segments: [
      { startS: 0, endS: 4, tokens: [1, 2] },
      { startS: 5, endS: 9, tokens: [3] },
    ],
    resumeS: undefined,
  });
});

test("a window that ends on a pair of times goes on from there", () => {
  const { segments, resumeS } = splitSegments([at(0), 1, at(20), at(20)], WINDOW);
  assert.deepEqual(segments, [{ startS: 0, endS: 20, tokens: [1] }]);
  assert.equal(resumeS, 20);
});

test("a window whose tokens run out behind a time goes on from there", () => {
  for (const said of [
    [at(0), 1, at(20)],
    [at(0), 1, at(4), at(5), 2, at(20)],
  ]) {
    const { segments, resumeS } = splitSegments(said, { ...WINDOW, isCut: true });
    assert.equal(segments.at(-1)?.endS, 20);
    assert.equal(resumeS, 20);
  }
});

test("text after the last pair that is never closed is decoded again, not kept", () => {
  const { segments, resumeS } = splitSegments([at(0), 1, at(20), at(20), 7, 8], WINDOW);
  assert.deepEqual(
    segments.map(({ tokens }) => tokens),
    [[1]],
  );
  assert.equal(resumeS, 20);
});

test("without a pair, all text is one segment, which a last single time closes", () => {
  assert.deepEqual(splitSegments([at(1), 1, 2, at(7)], WINDOW), {
    segments: [{ startS: 0, endS: 7, tokens: [1, 2] }],
    resumeS: undefined,
  });
});

test("a text that no time closes may reach to the window's end, which is decoded on behind its last word", () => {
  for (const startS of [0, 0.8]) {
    assert.deepEqual(splitSegments([at(startS), 1, 2], { ...WINDOW, durationS: 12 }), {
      segments: [{ startS: 0, endS: 12, tokens: [1, 2] }],
      resumeS: "last word",
    });
  }
});

test("no segment is said to last longer than the sound", () => {
  const { segments } = splitSegments([at(0), 1, at(5), at(5), 2, at(29)], { ...WINDOW, durationS: 6 });
  assert.deepEqual(
    segments.map(({ endS }) => endS),
    [5, 6],
  );
});
