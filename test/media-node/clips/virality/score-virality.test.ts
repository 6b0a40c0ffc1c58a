import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { showScore } from "../../../../media-node/clips/virality/score-virality.ts";
import { FEATURE_COUNT } from "../../../../media-node/clips/virality/virality-feature-list.ts";
import { scorerOf } from "../../../../media-node/clips/virality/virality-scorer.ts";
import { readBundle } from "../../../../media-node/models/model-bundle.ts";
import { closeThreads } from "../../../../media-node/threads/run-in-thread.ts";
import { builtInScorer, VIRALITY_FOLDER } from "../../../support/models/virality.ts";

after(closeThreads);

test("the parts have one decimal, lie between 0 and 25, and add up to the score", () => {
  const points = fc.double({ min: -1, max: 26, noNaN: true });
  fc.assert(
    fc.property(fc.array(points, { minLength: 4, maxLength: 4 }), (row) => {
      const { scoreBreakdown, viralityScore } = showScore(row);
      let tenths = 0;
      for (const part of Object.values(scoreBreakdown)) {
        assert.ok(part >= 0 && part <= 25);
        assert.equal(part, Math.round(part * 10) / 10);
        tenths += Math.round(part * 10);
      }
      assert.equal(viralityScore, tenths / 10);
    }),
  );
});

test("a thread scores as the model does here, with contributions only when they are asked for", async () => {
  const bundle = await readBundle(VIRALITY_FOLDER);
  const score = scorerOf({ bundle, signal: new AbortController().signal });
  const features = Float32Array.from({ length: 3 * FEATURE_COUNT }, (_, index) => (index % 11) / 10);
  const plain = await score(features, { explain: false });
  const explained = await score(features, { explain: true });
  const here = await (await builtInScorer())(features, { explain: true });
  assert.deepEqual(plain.scores, here.scores);
  assert.equal(plain.contributions.length, 0);
  assert.deepEqual(explained.contributions, here.contributions);
});

test("a bundle that is not there fails the call and not the thread", async () => {
  const bundle = await readBundle(VIRALITY_FOLDER);
  const signal = new AbortController().signal;
  const features = new Float32Array(FEATURE_COUNT);
  await assert.rejects(
    scorerOf({ bundle: { ...bundle, folder: "/nonexistent" }, signal })(features, { explain: false }),
  );
  assert.equal((await scorerOf({ bundle, signal })(features, { explain: false })).scores.length, 4);
});
