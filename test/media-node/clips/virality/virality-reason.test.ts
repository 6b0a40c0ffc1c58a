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
import { readMomentText } from "../../../support/talks/read-moment-text.ts";
import { makeTalk } from "../../../support/talks/synthetic-talk.ts";
import { reasonFor, textOf } from "../../../support/talks/talk-reason.ts";
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

const LONG =
  "The hives that my uncle has had in the far north for thirty years never gave him as much honey as his neighbours had.";

function claimOf(talk: ReturnType<typeof textOf>, between?: readonly [number, number]): string {
  return reasonFor(talk, ["worth", "point"], { kind: "claim", ...(between && { between }) });
}

test("of a long sentence only that is quoted which the clip says from its beginning to its end", () => {
  const quoting = `Takes a clear position. It says “${LONG.slice(0, -1)}”.`;
  const before = textOf(`${LONG} It takes over an hour. It is so.`);
  const words = before.text.text.words.length;
  assert.equal(claimOf(before), quoting);
  assert.equal(claimOf(before, [2, words]), "Takes a clear position.");
  const parted = LONG.replace("years never", "years -- never");
  const after = textOf(`It takes over an hour. ${parted} It is so.`);
  const end = after.text.text.words.findIndex(({ text }) => text.endsWith("--")) + 1;
  assert.match(claimOf(after), /^Takes a clear position\. It says “The hives .* his neighbours had”\.$/);
  assert.equal(claimOf(after, [0, end]), "Takes a clear position.");
});

test("no long sentence is quoted that is not English, or not surely heard", () => {
  const german =
    "Ich will dass die alten Bienen meiner Großmutter den ganzen langen Winter unter dem verschneiten Dach der Scheune schlafen.";
  assert.equal(claimOf(textOf(german)), "Takes a clear position.");
  const { words, range } = makeTalk([{ name: "part", kind: "body", text: LONG }]);
  const scored = (score: number) =>
    words.map((word) => (/neighbours/.test(word.text) ? { ...word, score } : word));
  const reasonAt = (score: number) => claimOf({ text: readMomentText(scored(score)), endS: range.endS });
  assert.match(reasonAt(0.9), /neighbours had/);
  assert.equal(reasonAt(0.3), "Takes a clear position.");
});
