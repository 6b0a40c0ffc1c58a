// What is asked of a choice of moments by tests, and everything that must hold of any answer.
import assert from "node:assert/strict";
import type { Moment } from "../../../media-node/clips/explain-moments.ts";
import type { FindMomentsInput } from "../../../media-node/clips/find-moments.ts";
import type { VideoAnalysis } from "../../../media-node/framing/shots/video-analysis.ts";
import { builtInScorer } from "../models/virality.ts";

export const EPSILON_S = 1e-6;
const scoreFeatures = await builtInScorer();

/** Two minutes of which nothing is known, of which five clips of 15 to 60 s are wanted. */
export function momentsInput(changes: Partial<FindMomentsInput>): FindMomentsInput {
  return {
    audio: null,
    video: null,
    cues: [],
    range: { startS: 0, endS: 120 },
    clipCount: 5,
    clipLengthS: { min: 15, max: 60 },
    scoreFeatures,
    ...changes,
  };
}

/** Video that moves so much at each time, and cuts at `shotsS`. */
export function videoOf(
  durationS: number,
  motionAt: (timeS: number) => number,
  shotsS: number[] = [],
): VideoAnalysis {
  return {
    startS: 0,
    hopS: 0.5,
    motion: Float32Array.from({ length: durationS * 2 }, (_, hop) => motionAt(hop / 2)),
    shotChangesS: Float64Array.from(shotsS),
    frameCount: durationS,
  };
}

/** Everything that must hold of any answer. */
export function assertLegal(
  moments: readonly Moment[],
  { range, clipCount, clipLengthS }: FindMomentsInput,
): void {
  assert.ok(moments.length >= 1 && moments.length <= clipCount);
  for (const { startS, endS, scoreBreakdown, viralityScore, reason } of moments) {
    assert.ok(startS >= range.startS - EPSILON_S && endS <= range.endS + EPSILON_S, `${startS} to ${endS}`);
    assert.ok(endS - startS >= clipLengthS.min - EPSILON_S && endS - startS <= clipLengthS.max + EPSILON_S);
    const tenths = Object.values(scoreBreakdown).reduce((sum, part) => sum + Math.round(10 * part), 0);
    assert.equal(viralityScore, tenths / 10);
    assert.match(reason, /^[A-Z].*\.$/);
  }
  moments.slice(1).forEach((moment, index) => {
    assert.ok(moment.viralityScore <= (moments[index]?.viralityScore ?? 0), "best first");
  });
  const byTime = moments.toSorted((a, b) => a.startS - b.startS);
  byTime.slice(1).forEach((moment, index) => {
    assert.ok(moment.startS >= (byTime[index]?.endS ?? 0) - EPSILON_S, "overlap");
  });
}

/** No clip begins or ends within one of these. */
export function assertCutsNothing(
  moments: readonly Moment[],
  spans: readonly { startS: number; endS: number }[],
  slackS = EPSILON_S,
) {
  for (const timeS of moments.flatMap((moment) => [moment.startS, moment.endS])) {
    const cut = spans.find((span) => span.startS < timeS - slackS && span.endS > timeS + slackS);
    assert.equal(cut, undefined, `the cut at ${timeS} goes through ${JSON.stringify(cut)}`);
  }
}
