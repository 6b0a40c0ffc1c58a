import assert from "node:assert/strict";
import { test } from "node:test";
import { readCrowdNoise } from "../../../../media-node/highlights/moments/crowd-noise.ts";
import { readSmoothed } from "../../../../media-node/highlights/moments/match-edges.ts";
import {
  beginAfterReplay,
  joinOverlapping,
  keepReplays,
  letCrowdsOut,
  type MatchMoment,
  sureReplays,
} from "../../../../media-node/highlights/moments/match-moments.ts";

const RANGE = { startS: 0, endS: 200 };

function moment(startS: number, peakS: number, endS: number, height = 0.8): MatchMoment {
  return { startS, endS, peakS, height, tick: Math.floor(peakS * 2) };
}

function spanOf({ startS, endS }: MatchMoment): [number, number] {
  return [startS, endS];
}

test("replays that follow a moment are kept with it, one after the other", () => {
  const replays = sureReplays([
    { startS: 128, endS: 133, confidence: 0.9 },
    { startS: 118, endS: 126, confidence: 0.7 },
  ]);
  assert.deepEqual(spanOf(keepReplays(moment(95, 105, 114), replays, 60, RANGE)), [95, 133]);
});

test("a replay that comes late, that is doubtful or endless, or that came before is left out", () => {
  const at = (startS: number, confidence: number, lengthS = 6) =>
    sureReplays([{ startS, endS: startS + lengthS, confidence }]);
  for (const replays of [at(125, 0.9), at(116, 0.3), at(90, 0.9), at(116, 0.9, 31)]) {
    assert.deepEqual(spanOf(keepReplays(moment(95, 105, 114), replays, 60, RANGE)), [95, 114]);
  }
});

test("a replay that would make a moment too long is not begun", () => {
  const replays = [{ startS: 112, endS: 140, confidence: 1 }];
  assert.deepEqual(spanOf(keepReplays(moment(95, 105, 114), replays, 40, RANGE)), [95, 112]);
});

test("a replay is kept to the end of the range and no further", () => {
  const replays = [{ startS: 112, endS: 130, confidence: 1 }];
  assert.deepEqual(
    spanOf(keepReplays(moment(95, 105, 114), replays, 60, { startS: 0, endS: 120 })),
    [95, 120],
  );
});

test("a moment begins after the replay of what came before it, unless its own peak is too close", () => {
  const replays = [{ startS: 90, endS: 98, confidence: 1 }];
  assert.deepEqual(spanOf(beginAfterReplay(moment(95, 105, 114), replays, 3)), [98, 114]);
  assert.deepEqual(spanOf(beginAfterReplay(moment(95, 99, 114), replays, 3)), [95, 114]);
});

const MATCH = readSmoothed(
  Float32Array.from({ length: 400 }, (_, tick) => Math.abs(tick - 220) / 400),
  0,
  0.5,
);

function crowdUp(fromS: number, toS: number) {
  const crowd = new Float32Array(400).fill(0.9, 2 * fromS, 2 * toS);
  return readCrowdNoise({ startS: 0, hopS: 0.5, tickCount: 400, curves: { crowd } });
}

const SILENT = crowdUp(0, 0);

test("moments that overlap or nearly touch become one, with the higher one's peak", () => {
  const [whole, ...others] = joinOverlapping(
    [moment(110, 116, 122, 0.9), moment(95, 100, 109.5, 0.6)],
    MATCH,
    SILENT,
    60,
  );
  assert.deepEqual(others, []);
  assert.deepEqual(whole, moment(95, 116, 122, 0.9));
});

test("moments that would be too long together are parted where the least happens between them", () => {
  const parted = joinOverlapping([moment(90, 100, 114), moment(106, 118, 130)], MATCH, SILENT, 30);
  assert.deepEqual(parted.map(spanOf), [
    [90, 110.25],
    [110.25, 130],
  ]);
});

test("moments apart stay as they are, in the order of time", () => {
  const moments = [moment(150, 155, 160), moment(90, 100, 114)];
  assert.deepEqual(joinOverlapping(moments, MATCH, SILENT, 30), moments.toReversed());
});

test("moments that are parted are parted where the crowd is calm", () => {
  const [first] = joinOverlapping(
    [moment(90, 100, 114), moment(106, 118, 130)],
    MATCH,
    crowdUp(100, 113),
    30,
  );
  assert.ok(first !== undefined && first.endS >= 113, `${first?.endS}`);
});

test("an end in the noise moves to where it has calmed down, up to the next moment", () => {
  const shape = { maxDurationS: 45, calmShare: 0.4 };
  const noise = crowdUp(104, 122);
  const [out] = letCrowdsOut([moment(95, 105, 114)], noise, shape, RANGE);
  assert.ok(out !== undefined && out.endS >= 122 && out.endS <= 124, `${out?.endS}`);
  const [calm] = letCrowdsOut([moment(95, 105, 130)], noise, shape, RANGE);
  assert.equal(calm?.endS, 130);
  const [near] = letCrowdsOut([moment(95, 105, 114), moment(118, 124, 130)], noise, shape, RANGE);
  assert.ok((near?.endS ?? 0) <= 118);
});
