// Choosing by what is heard and seen, where no words are known.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findMoments } from "../../../media-node/clips/find-moments.ts";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import type { Span } from "../../../media-node/signal/span.ts";
import { flatAudio } from "../../support/talks/flat-audio.ts";
import { assertLegal, momentsInput, videoOf } from "../../support/talks/legal-moments.ts";
import { makeSpeech } from "../../support/talks/synthetic-speech.ts";

test("scores differ between a lively and a dull source", async () => {
  const lively = await findMoments(momentsInput({ audio: makeSpeech(6, 120).audio }));
  const dull = await findMoments(momentsInput({ audio: flatAudio(120, -30) }));
  assert.ok((lively[0]?.viralityScore ?? 0) > 65 && (lively[0]?.viralityScore ?? 0) < 95);
  assert.ok((dull[0]?.viralityScore ?? 100) < 50);
});

test("music without pauses is cut at its quieter places", async () => {
  const audio = flatAudio(120, -20);
  audio.loudnessDb.forEach((_, hop) => {
    audio.loudnessDb[hop] = hop % 50 === 25 ? -25 : -20;
  });
  const request = momentsInput({ audio });
  const moments = await findMoments(request);
  assertLegal(moments, request);
  for (const timeS of moments.flatMap((moment) => [moment.startS, moment.endS])) {
    const isEdge = timeS === 0 || timeS === 120;
    assert.ok(isEdge || Math.abs((timeS % 1) - 0.51) < 0.03, `${timeS}`);
  }
});

test("a dead stretch is chosen only where nothing else is left, and then counts least", async () => {
  const { audio } = makeSpeech(9, 120);
  for (let hop = 40 * 50; hop < 80 * 50; hop += 1) {
    audio.loudnessDb[hop] = -90;
    audio.speech[hop] = 0;
    audio.novelty[hop] = 0;
  }
  const video = videoOf(120, () => 0);
  const isAlive = ({ startS, endS }: Span): boolean => endS <= 42 || startS >= 78;
  const few = await findMoments(momentsInput({ audio, video, clipCount: 4 }));
  assert.deepEqual(few.map(isAlive), [true, true, true, true]);
  const all = await findMoments(momentsInput({ audio, video, clipCount: 5 }));
  assert.deepEqual(all.map(isAlive), [true, true, true, true, false], JSON.stringify(all));
});

test("no clip holds a few dead seconds in its middle", async () => {
  const { audio } = makeSpeech(9, 120);
  for (const fromS of [30, 60, 90]) {
    audio.loudnessDb.fill(-90, fromS * 50, (fromS + 6) * 50);
    audio.novelty.fill(0, fromS * 50, (fromS + 6) * 50);
  }
  for (const { startS, endS } of await findMoments(momentsInput({ audio }))) {
    for (const fromS of [30, 60, 90])
      assert.ok(endS < fromS + 3 || startS > fromS + 3, `${startS} to ${endS}`);
  }
});

test("a silent stretch with motion may be chosen", async () => {
  const moments = await findMoments(
    momentsInput({ audio: flatAudio(120, -100), video: videoOf(120, () => 0.05) }),
  );
  assert.ok(moments.length >= 1);
});

test("a livelier stretch is preferred", async () => {
  const { audio } = makeSpeech(10, 120);
  const random = seededRandom(1);
  audio.loudnessDb.forEach((level, hop) => {
    const isLively = hop >= 60 * 50 && hop < 90 * 50;
    if (!isLively && level > -50) audio.loudnessDb[hop] = -38 + random();
    if (!isLively) {
      audio.speech[hop] = (audio.speech[hop] ?? 0) / 3;
      audio.novelty[hop] = (audio.novelty[hop] ?? 0) / 3;
    }
  });
  const [best] = await findMoments(momentsInput({ audio, clipCount: 1, clipLengthS: { min: 10, max: 25 } }));
  assert.ok(best !== undefined && best.endS > 62 && best.startS < 88, JSON.stringify(best));
});

test("a source without audio is cut at shot changes where it has them", async () => {
  const shots = [11, 31, 52, 74, 95, 110];
  const request = momentsInput({
    video: videoOf(120, (timeS) => 0.02 + 0.01 * Math.sin(timeS), shots),
    clipCount: 2,
  });
  const moments = await findMoments(request);
  assertLegal(moments, request);
  const cuts = moments.flatMap((moment) => [moment.startS, moment.endS]);
  assert.ok(cuts.filter((timeS) => shots.includes(timeS)).length >= 2, cuts.join(" "));
});

test("nothing known of sound or video still gives legal clips", async () => {
  const video = { ...videoOf(120, () => -1), frameCount: 1 };
  const request = momentsInput({ video });
  assertLegal(await findMoments(request), request);
});
