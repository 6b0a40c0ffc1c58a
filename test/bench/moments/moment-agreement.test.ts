import assert from "node:assert/strict";
import { test } from "node:test";
import {
  agreementOf,
  intersectionOverUnion,
  meetsByHalf,
  meetsByUnion,
  shareInPairs,
  shareMeeting,
} from "../../../bench/moments/moment-agreement.ts";
import type { Span } from "../../../media-node/signal/span.ts";

function span(startS: number, endS: number): Span {
  return { startS, endS };
}

const [A, B, C] = [span(0, 30), span(100, 130), span(200, 230)];

test("stretches have in common what both cover, over what either covers", () => {
  assert.equal(intersectionOverUnion(span(0, 40), span(20, 60)), 20 / 60);
  assert.equal(intersectionOverUnion(A, A), 1);
  assert.equal(intersectionOverUnion(A, span(30, 60)), 0);
});

test("a short stretch inside a long mark is in the right place, but not the same", () => {
  const [clip, mark] = [span(10, 30), span(0, 60)];
  assert.equal(meetsByUnion(clip, mark), false);
  assert.equal(meetsByHalf(clip, mark), true);
});

test("half of a clip is enough, and less is not", () => {
  assert.equal(meetsByHalf(span(0, 40), span(20, 60)), true);
  assert.equal(meetsByHalf(span(0, 40), span(21, 60)), false);
  assert.equal(meetsByUnion(span(0, 30), span(10, 40)), true);
  assert.equal(meetsByUnion(span(0, 30), span(11, 41)), false);
});

test("only the first that were asked for count, and missing ones meet nothing", () => {
  assert.equal(shareMeeting([A, B, C], 2, [C], meetsByUnion), 0);
  assert.equal(shareMeeting([A, B, C], 3, [C], meetsByUnion), 1 / 3);
  assert.equal(shareMeeting([A], 4, [A], meetsByUnion), 1 / 4);
});

test("of three markings, each pair counts alike", () => {
  // A is in two of the three pairs.
  assert.equal(shareInPairs([A], 1, [[A], [B], [C]], meetsByUnion), 2 / 3);
  assert.equal(shareInPairs([A], 1, [[A], [A], [C]], meetsByUnion), 1);
});

test("markings agree as far as each is found in the others", () => {
  assert.equal(
    agreementOf(
      [
        [A, B],
        [A, B],
        [A, B],
      ],
      2,
      meetsByUnion,
    ),
    1,
  );
  assert.equal(agreementOf([[A], [A], [C]], 1, meetsByUnion), 2 / 3);
  assert.equal(agreementOf([[A], [B], [C]], 1, meetsByUnion), 0);
});
