import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { boundMoments, planReel, readOfPiece, sampleAt } from "../../../media-node/reel/plan-reel.ts";
import { NO_CARDS, planReelAudio } from "../../../media-node/reel/reel-audio-plan.ts";
import { REEL_LIMITS } from "../../../shared/limits/highlights.ts";

const SOURCE = { durationS: 600, video: { frameRate: 25 } };

test("pieces have whole frames of one usual rate, and none reaches beyond the source", () => {
  const moments = [
    { startS: 10, endS: 12.61 },
    { startS: 598, endS: 640 },
  ];
  const source = { durationS: 600, video: { frameRate: 30.01 } };
  const plan = planReel({ moments, source, layout: "SQUARE", shortSidePx: 360 });
  assert.equal(plan.frameRate, 30);
  assert.deepEqual(plan.pieces, [
    { startS: 10, frameCount: 78 },
    { startS: 598, frameCount: 60 },
  ]);
});

test("a piece is read from a quarter of a frame before it, and from well before it where seeks lose frames", () => {
  const piece = { startS: 12, frameCount: 50 };
  assert.deepEqual(readOfPiece(piece, 1), { startS: 11.75, skipS: 0, durationS: 50 });
  assert.deepEqual(readOfPiece(piece, 1, { seekMarginS: 10 }), { startS: 1.75, skipS: 10, durationS: 60 });
  assert.deepEqual(readOfPiece({ ...piece, startS: 0 }, 1, { seekMarginS: 10 }), {
    startS: 0,
    skipS: 0,
    durationS: 50,
  });
});

test("pieces begin on frames of the source, counted at its own rate and not at its rounded one", () => {
  const frameRate = 30_000 / 1_001;
  const timeS = 100_000 / frameRate;
  const moments = [{ startS: timeS + 0.013, endS: timeS + 5.013 }];
  const source = { durationS: 4_000, video: { frameRate } };
  const plan = planReel({ moments, source, layout: "SQUARE", shortSidePx: 360 });
  assert.equal(plan.frameRate, 30_000 / 1_001);
  assert.deepEqual(plan.pieces, [{ startS: timeS, frameCount: 150 }]);
});

test("a reel of too many moments has the best of them, in their order", () => {
  const many = Array.from({ length: REEL_LIMITS.pieces + 2 }, (_, index) => ({ index, score: index % 50 }));
  const bound = boundMoments(many);
  assert.equal(bound.length, REEL_LIMITS.pieces);
  const left = many.filter((moment) => !bound.includes(moment));
  assert.deepEqual(
    left.map(({ score }) => score),
    [0, 0],
  );
  assert.deepEqual(
    bound,
    bound.toSorted((a, b) => a.index - b.index),
  );
});

const moment = fc
  .tuple(fc.double({ min: 0, max: 590, noNaN: true }), fc.double({ min: 0.1, max: 20, noNaN: true }))
  .map(([startS, lengthS]) => ({ startS, endS: startS + lengthS }));

test("the sound of a reel is as long as its video to the sample, whatever its moments and cards", () => {
  fc.assert(
    fc.property(
      fc.array(moment, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(23.976, 25, 29.97, 50, 59.94),
      fc.nat(90),
      fc.nat(90),
      (moments, frameRate, intro, outro) => {
        const source = { durationS: 600, video: { frameRate } };
        const plan = planReel({ moments, source, layout: "LANDSCAPE", shortSidePx: 360 });
        const frames = plan.pieces.reduce((sum, { frameCount }) => sum + frameCount, intro + outro);
        const sound = planReelAudio(plan, { intro, outro });
        assert.equal(sound.sampleCount, sampleAt(frames, plan.frameRate));
        const { segments, crossfadeSamples } = sound;
        const joined = segments.reduce((sum, { sampleCount }) => sum + sampleCount, 0);
        assert.equal(joined - crossfadeSamples * (segments.length - 1), sound.sampleCount);
        for (const { sampleCount, leadSamples, startS } of segments) {
          assert.ok(sampleCount > crossfadeSamples && leadSamples <= sampleCount && startS >= 0);
        }
      },
    ),
  );
});

test("sound begins with its first frame, and neighbours begin half a crossfade early", () => {
  const moments = [
    { startS: 10, endS: 12 },
    { startS: 20, endS: 23 },
  ];
  const plan = planReel({ moments, source: SOURCE, layout: "LANDSCAPE", shortSidePx: 360 });
  const { segments, crossfadeSamples, fadeInS } = planReelAudio(plan, NO_CARDS);
  assert.equal(crossfadeSamples, 2_880);
  assert.equal(fadeInS, 0);
  assert.deepEqual(segments, [
    { leadSamples: 0, startS: 10, sampleCount: 2 * 48_000 + 1_440 },
    { leadSamples: 0, startS: 20 - 0.03, sampleCount: 3 * 48_000 + 1_440 },
  ]);
});

test("under cards the match is heard before its first moment and behind its last, as far as it reaches", () => {
  const moments = [{ startS: 1, endS: 3 }];
  const plan = planReel({ moments, source: SOURCE, layout: "LANDSCAPE", shortSidePx: 360 });
  const sound = planReelAudio(plan, { intro: 75, outro: 50 });
  assert.deepEqual(sound.segments, [{ leadSamples: 2 * 48_000, startS: 0, sampleCount: 7 * 48_000 }]);
  assert.deepEqual([sound.fadeInS, sound.fadeOutS], [3, 2]);
});
