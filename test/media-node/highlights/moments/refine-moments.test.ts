import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import {
  type EdgeChanges,
  moveEdges,
  refineMoments,
} from "../../../../media-node/highlights/moments/refine-moments.ts";
import type { Span } from "../../../../media-node/signal/span.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { BUNDLED } from "../../../support/media-node/media-tools.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

after(() => assertNoChildren());

/** The hard cuts at the edges of a moment. */
function cuts(beginS: number | null, endS: number | null): EdgeChanges {
  const cut = (timeS: number | null) => (timeS === null ? null : { startS: timeS, endS: timeS });
  return [cut(beginS), cut(endS)];
}

const RANGE = { startS: 9, endS: 36.5 };
const MOMENTS = [
  { startS: 10, peakS: 16, endS: 22 },
  { startS: 22.2, peakS: 30, endS: 36 },
];

test("edges move to the shot changes that were found for them, and stay where there are none", () => {
  assert.deepEqual(moveEdges(MOMENTS, [cuts(9.84, null), cuts(null, 36.4)], RANGE), [
    { startS: 9.84, peakS: 16, endS: 22 },
    { startS: 22.2, peakS: 30, endS: 36.4 },
  ]);
});

test("no edge moves over the peak or into the next moment", () => {
  assert.deepEqual(moveEdges(MOMENTS, [cuts(16.2, 22.3), cuts(21.9, 29.8)], RANGE), MOMENTS);
});

test("two moments meet on the shot change between them", () => {
  const [first, second] = moveEdges(MOMENTS, [cuts(null, 22.1), cuts(22.1, null)], RANGE);
  assert.equal(first?.endS, 22.1);
  assert.equal(second?.startS, 22.1);
});

test("no edge leaves the range", () => {
  assert.deepEqual(moveEdges(MOMENTS, [cuts(8.9, null), cuts(null, 36.6)], RANGE), MOMENTS);
});

/** Begin and end of a moment whose peak lies close to the wipes at its edges. */
function edgesBetween(begin: Span, end: Span): readonly [startS: number, endS: number] {
  const [moment] = moveEdges([{ startS: 15.5, peakS: 16, endS: 16.6 }], [[begin, end]], RANGE);
  return [moment?.startS ?? 0, moment?.endS ?? 0];
}

test("a wipe right before or behind the peak is not shown", () => {
  assert.deepEqual(edgesBetween({ startS: 15.2, endS: 15.8 }, { startS: 16.3, endS: 16.9 }), [15.8, 16.3]);
});

test("a wipe over the peak is shown whole, with more than a flash of the shot beside it", () => {
  assert.deepEqual(edgesBetween({ startS: 15.5, endS: 16.04 }, { startS: 17, endS: 17 }), [14.9, 17]);
  assert.deepEqual(edgesBetween({ startS: 15, endS: 15 }, { startS: 15.9, endS: 16.5 }), [15, 17.1]);
});

test("a moment begins behind a broadcaster's wipe and ends before the next one", async (t) => {
  const path = join(await temporaryFolder(t), "wipes.mp4");
  const size = "s=160x90:r=25";
  // A band crosses the frame from 0.7 to 1.3 s and from 2.7 to 3.3 s; behind it the shot changes.
  const graph =
    "[0]negate=enable='between(t,0.99,2.99)'[shots];[shots][1]overlay=x='-320+800*(mod(t,2)-0.7)'";
  await makeMedia(
    ...[...generated(`testsrc2=${size}:d=4`), ...generated("color=c=navy:s=320x90:r=25:d=4")],
    ...["-filter_complex", graph, "-c:v", "libx264", "-preset", "ultrafast", path],
  );
  const [moment] = await refineMoments({
    moments: [{ startS: 1, peakS: 2, endS: 3 }],
    range: { startS: 0, endS: 4 },
    ffmpeg: BUNDLED.ffmpeg,
    sourcePath: path,
    videoSpecifier: "v:0",
    signal: AbortSignal.timeout(120_000),
  });
  assert.ok(moment !== undefined);
  assert.ok(Math.abs(moment.startS - 1.3) < 0.05, `begins at ${moment.startS} s`);
  assert.ok(Math.abs(moment.endS - 2.72) < 0.05, `ends at ${moment.endS} s`);
});
