// The reason follows from the model's contributions: other weights give another reason.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Moment } from "../../../../media-node/clips/explain-moments.ts";
import { findMoments } from "../../../../media-node/clips/find-moments.ts";
import type { MomentKind } from "../../../../media-node/clips/sentences/moment-kinds.ts";
import { type MomentText, readMomentText } from "../../../../media-node/clips/sentences/moment-text.ts";
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
  type FeatureValues,
  VIRALITY_FEATURES,
} from "../../../../media-node/clips/virality/virality-feature-list.ts";
import { writeViralityNetwork } from "../../../../media-node/clips/virality/virality-network.ts";
import { explainScore, type ReasonSources } from "../../../../media-node/clips/virality/virality-reason.ts";
import { readWishes } from "../../../../media-node/clips/virality/wish-relevance.ts";
import { priorModel } from "../../../../media-node/models/training/virality/prior-model.ts";
import { lexicalSimilarity } from "../../../../media-node/senses/meaning/text-similarity.ts";
import { NO_WISHES } from "../../../support/talks/no-wishes.ts";
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

function textOf(said: string): { readonly text: MomentText; readonly endS: number } {
  const { words, range } = makeTalk([{ name: "part", kind: "body", text: said }]);
  return { text: readMomentText(words), endS: range.endS };
}

type GivenSources = Partial<Pick<ReasonSources, "kind" | "likeliestKind" | "point" | "wishes">> & {
  /** What support adds, of which nothing can be said. */
  readonly support?: number;
};

/** The reason of a whole talk to which only the named features add; of no kind, without a point or wishes unless given. */
function reasonFor(
  { text, endS }: ReturnType<typeof textOf>,
  named: readonly FeatureName[],
  { kind = null, likeliestKind = kind, point = null, wishes = NO_WISHES, support = 0 }: GivenSources = {},
): string {
  const contributions = VIRALITY_FEATURES.flatMap(({ name }) =>
    HEADS.map(() => (name === "support" ? support : Number(named.includes(name)))),
  );
  return explainScore({
    text,
    opens: text.factsAt({ startS: 0, endS: 0 }),
    closes: text.factsAt({ startS: endS, endS }),
    values: {} as FeatureValues,
    contributions,
    shotChanges: 0,
    kind,
    likeliestKind,
    point,
    wishes,
    shown: { topic: Number.NaN, title: Number.NaN },
  });
}

function reasonOf(said: string, ...named: FeatureName[]): string {
  return reasonFor(textOf(said), named);
}

const SWARMS = "Our swarm left. A lost swarm sleeps in the trees. Nobody finds a swarm at night.";

test("a reason says what the clip speaks of and quotes its point, before what is true of most clips", () => {
  const features: FeatureName[] = ["thoughtBegins", "worth", "thoughtEnds", "point"];
  assert.equal(
    reasonFor(textOf(SWARMS), features, { kind: "story", point: 1 }),
    "Tells a story about “swarm”. We hear “A lost swarm sleeps in the trees”.",
  );
  assert.equal(
    reasonFor(textOf("Winter was long."), features, { kind: "claim" }),
    "Takes a clear position and is understood without what came before it.",
  );
});

test("of a clip whose kind is not sure a reason says no more than what it speaks of, and its point", () => {
  const features: FeatureName[] = ["worth", "joke", "point"];
  assert.equal(
    reasonFor(textOf(SWARMS), features, { likeliestKind: "joke", point: 1 }),
    "Speaks of “swarm”. It says “A lost swarm sleeps in the trees”.",
  );
  assert.equal(
    reasonFor(textOf("Winter was long."), ["worth", "thoughtEnds"], { likeliestKind: "joke" }),
    "Ends with a finished thought.",
  );
});

test("what goes on with something is not said to be understood without it", () => {
  for (const said of ["And winter was long.", "Another example is the old hive.", "He never saw winter."])
    assert.equal(reasonOf(said, "thoughtBegins"), "Holds together as one piece.");
});

test("advice is quoted by the nearest sentence that advises, figures by one with a number", () => {
  const said =
    "Winter was very long. Bees were cold. You should feed the weak hives sugar in March. We lost ninety hives last winter.";
  const reasonAs = (kind: MomentKind) => reasonFor(textOf(said), ["worth", "point"], { kind, point: 0 });
  assert.equal(reasonAs("advice"), "Gives advice. It says “You should feed the weak hives sugar in March”.");
  assert.equal(reasonAs("number"), "Names figures that matter. It says “We lost ninety hives last winter”.");
  assert.equal(reasonAs("claim"), "Takes a clear position. It says “Winter was very long”.");
});

test("where nothing said is advice or a figure, none is quoted", () => {
  const said = textOf("Winter was very long. Bees were cold in all of the hives.");
  assert.equal(reasonFor(said, ["worth", "point"], { kind: "advice", point: 0 }), "Gives advice.");
  assert.equal(
    reasonFor(said, ["worth", "point"], { kind: "number", point: 0 }),
    "Names figures that matter.",
  );
});

test("what adds most, but cannot be named, keeps nothing else from being named", () => {
  const features: FeatureName[] = ["worth", "point"];
  assert.equal(
    reasonFor(textOf(SWARMS), features, { kind: "story", point: 1, support: 50 }),
    reasonFor(textOf(SWARMS), features, { kind: "story", point: 1 }),
  );
});

test("a point that is not understood alone is not quoted", () => {
  for (const said of ["It takes over an hour.", "However, never in the long winter.", "That's all they did."])
    assert.equal(
      reasonFor(textOf(said), ["worth", "point"], { kind: "claim", point: 0 }),
      "Takes a clear position.",
    );
});

test("where the point is not understood alone, a sentence beside it is quoted that says enough", () => {
  const features: FeatureName[] = ["worth", "thoughtEnds", "point"];
  const said = (beside: string) => `It takes over an hour. ${beside}`;
  assert.equal(
    reasonFor(textOf(said("Old bees find their hive in complete darkness.")), features, {
      kind: "claim",
      point: 0,
    }),
    "Takes a clear position. It says “Old bees find their hive in complete darkness”.",
  );
  assert.equal(
    reasonFor(textOf(said("Winter was very long.")), features, { kind: "claim", point: 0 }),
    "Takes a clear position and ends with a finished thought.",
  );
});

test("what a clip speaks of has two words where it mostly says them together", () => {
  const said =
    "We keep an orchard hive. Your orchard hive sleeps in winter. Nobody sells an orchard hive. A hive is old.";
  assert.equal(
    reasonFor(textOf(said), ["worth"], { kind: "claim" }),
    "Takes a clear position on “orchard hive”.",
  );
  const counted = "It costs ten per month. It was nine per week. It is less per day, and less per hour.";
  assert.equal(reasonFor(textOf(counted), ["worth"], { kind: "claim" }), "Takes a clear position.");
});

test("what only describes is no subject by itself, and counts for the thing that is named after it", () => {
  const reasonOfClaim = (said: string) => reasonFor(textOf(said), ["worth"], { kind: "claim" });
  assert.equal(
    reasonOfClaim("A hive is complex. Most complex yards sleep. Nobody sells complexity, and it is complex."),
    "Takes a clear position on “complexity”.",
  );
  for (const word of ["complex", "ago", "instead"])
    assert.equal(
      reasonOfClaim(`It was ${word}. They came ${word}. She went ${word}.`),
      "Takes a clear position.",
      word,
    );
  const joined = "A social hive sleeps. Nobody sells a social hive. My social hive is old.";
  assert.equal(reasonOfClaim(joined), "Takes a clear position on “social hive”.");
});

test("a question and its answer are named where one is asked and answered", () => {
  const said = "Why do bees dance? They show the others where the flowers are, and how far away.";
  assert.equal(
    reasonOf(said, "openingQuestion", "answered"),
    "Opens with the question “Why do bees dance?”. It answers its opening question.",
  );
  assert.equal(
    reasonOf(`Winter was long. ${said}`, "answered"),
    "Answers the question “Why do bees dance?”.",
  );
});

test("neither is named where the question is a tag, or nothing follows it", () => {
  const nothing = "Holds together as one piece.";
  const tag =
    "Bees dance to show the flowers, right? They come back to the hive every evening before it is dark.";
  assert.equal(reasonOf(tag, "openingQuestion", "answered", "questions"), nothing);
  assert.equal(reasonOf("We went home again. Why do bees dance?", "answered"), nothing);
});

async function reasonOfWish(
  said: string,
  prompt: string,
  likeliestKind: MomentKind | null = null,
): Promise<string> {
  const talk = textOf(said);
  const wishes = await readWishes(lexicalSimilarity, talk.text, { prompt, title: null });
  return reasonFor(talk, ["promptMatch"], { likeliestKind, wishes });
}

test("relevance is shown by a sentence with the words that were asked for", async () => {
  const said = "The garden was quiet all day. Bees dance on the comb. They turn to the sun.";
  assert.equal(
    await reasonOfWish(said, "dancing bees"),
    "Matches what was asked for: “Bees dance on the comb”.",
  );
});

test("where no quotation has the words that were asked for, none is given", async () => {
  const long =
    "The garden was quiet all day. On the old and by now rather crooked wooden comb of the bees that my father had hung " +
    "up behind the barn some thirty years before any of us was born it was warm. They turn to the sun.";
  assert.equal(await reasonOfWish(long, "bees"), "Matches what was asked for.");
});

test("a clip that is posted for something else than the kind asked for only comes close to it", async () => {
  const said = "Bees dance on the comb. They turn to the sun.";
  assert.equal(await reasonOfWish(said, "the funniest parts", "joke"), "Matches what was asked for.");
  assert.equal(await reasonOfWish(said, "the funniest parts", "claim"), "Comes close to what was asked for.");
  assert.equal(await reasonOfWish(said, "applause", "claim"), "Matches what was asked for.");
});

test("what bears out nothing of the kind asked for does not come close to it", async () => {
  const reasonOfAdvice = (said: string) => reasonOfWish(said, "advice", "confession");
  assert.equal(await reasonOfAdvice("Never open a hive in winter."), "Comes close to what was asked for.");
  assert.equal(await reasonOfAdvice("I cried for a whole winter."), "Holds together as one piece.");
});

test("of a kind that was asked for it is said first, however little that adds, unless a topic lacks", () => {
  const reasonOfKind = (kind: MomentKind, topic: Float32Array | null = null) => {
    const wishes = { ...NO_WISHES, topic, features: new Map([["joke", 1]] as const) };
    return reasonFor(textOf("Winter was long."), ["lengthFit"], { kind, wishes });
  };
  assert.equal(reasonOfKind("joke"), "Matches what was asked for and has a good length.");
  assert.equal(reasonOfKind("claim"), "Has a good length.");
  assert.equal(reasonOfKind("joke", new Float32Array(1)), "Has a good length.");
});
