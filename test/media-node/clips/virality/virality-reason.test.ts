// The reason follows from the model's contributions: other weights give another reason.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Moment } from "../../../../media-node/clips/explain-moments.ts";
import { findMoments } from "../../../../media-node/clips/find-moments.ts";
import {
  type AdditiveModel,
  contributionOf,
  HEADS,
  logitsOf,
  pointsOf,
} from "../../../../media-node/clips/virality/additive-model.ts";
import type { ScoreFeatures } from "../../../../media-node/clips/virality/score-virality.ts";
import {
  FEATURE_COUNT,
  type FeatureName,
  VIRALITY_FEATURES,
} from "../../../../media-node/clips/virality/virality-feature-list.ts";
import { writeViralityNetwork } from "../../../../media-node/clips/virality/virality-network.ts";
import { priorModel } from "../../../../media-node/models/training/virality/prior-model.ts";
import { makeTalk } from "../../../support/talks/synthetic-talk.ts";
import { SLEEP_TALK } from "../../../support/talks/talk-texts.ts";

/** Scores by the formula; that the network is the same is proved beside it. */
function scorerOf(model: AdditiveModel): ScoreFeatures {
  return async (rows) => {
    const count = rows.length / FEATURE_COUNT;
    const scores = new Float32Array(count * HEADS.length);
    const contributions = new Float32Array(rows.length * HEADS.length);
    for (let row = 0; row < count; row += 1) {
      const values = rows.subarray(row * FEATURE_COUNT, (row + 1) * FEATURE_COUNT);
      logitsOf(model, values).forEach((logit, head) => {
        scores[row * HEADS.length + head] = pointsOf(logit);
        values.forEach((value, feature) => {
          const at = (row * FEATURE_COUNT + feature) * HEADS.length + head;
          contributions[at] = contributionOf(model, feature, head, value);
        });
      });
    }
    return { scores, contributions };
  };
}

/** A model to which only one feature matters. */
function modelOf(name: FeatureName): AdditiveModel {
  const model = priorModel();
  const weights = VIRALITY_FEATURES.map((feature) =>
    model.knots.map((_, k) => HEADS.map(() => (feature.name === name && k === 0 ? 5 : 0))),
  );
  return { ...model, weights, neutral: model.neutral.map(() => 0) };
}

async function best(model: AdditiveModel): Promise<Moment> {
  const talk = makeTalk(SLEEP_TALK);
  const [first] = await findMoments({
    audio: talk.audio,
    words: talk.words,
    range: talk.range,
    video: null,
    cues: [],
    clipCount: 1,
    clipLengthS: { min: 12, max: 40 },
    scoreFeatures: scorerOf(model),
  });
  assert.ok(first !== undefined);
  return first;
}

const EXPECTED = {
  openingQuestion: /^Opens with the question “.*\?”\.$/,
  openingNumber: /^Opens with a number \(“.+”\)\.$/,
  emotion: /^Uses emotional words \(“\w+”/,
  numbers: /^Gives numbers \(“.+”, “.+”/,
  address: /^Speaks directly to “you” throughout\.$/,
  dynamics: /^Moves between loud and quiet\.$/,
  personal: /^Tells it in the first person\.$/,
} as const satisfies Partial<Record<FeatureName, RegExp>>;
for (const [name, expected] of Object.entries(EXPECTED)) {
  test(`where only ${name} matters, the reason names it alone`, async () => {
    assert.match((await best(modelOf(name as FeatureName))).reason, expected);
  });
}

test("where nothing matters, the reason claims nothing", async () => {
  const model = priorModel();
  const nothing = { ...model, weights: model.weights.map((rows) => rows.map(() => [0, 0, 0, 0])) };
  assert.equal((await best(nothing)).reason, "Holds together as one piece.");
  assert.ok(writeViralityNetwork(nothing).length > 0);
});

test("the named words are in the clip, and at most three features are named", async () => {
  const talk = makeTalk(SLEEP_TALK);
  const { reason, startS, endS } = await best(priorModel());
  const said = talk.words
    .filter((word) => word.startS >= startS && word.endS <= endS)
    .map(({ text }) => text)
    .join(" ")
    .toLowerCase();
  for (const [, quoted = ""] of reason.matchAll(/“([^”]+)”/g)) {
    for (const word of quoted.toLowerCase().split(/\W+/))
      assert.ok(said.includes(word), `${word} in ${said}`);
  }
  assert.ok(reason.length < 300, reason);
});
