// What a reason says of a clip by each feature: its kind, its subject, its point, its question.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FeatureName } from "../../../../media-node/clips/virality/virality-feature-list.ts";
import { NO_WISHES } from "../../../support/talks/no-wishes.ts";
import { readMomentText } from "../../../support/talks/read-moment-text.ts";
import { makeTalk } from "../../../support/talks/synthetic-talk.ts";
import { reasonFor, reasonOf, textOf } from "../../../support/talks/talk-reason.ts";

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

test("of a clip that opens inside a sentence nothing is said that the whole sentence bears out", () => {
  const talk = textOf("You should never move an old hive in winter. Winter was long.");
  const inside = { between: [4, 11] as const };
  assert.equal(reasonFor(talk, ["thoughtBegins"], inside), "Holds together as one piece.");
  assert.equal(
    reasonFor(talk, ["worth", "thoughtEnds"], { ...inside, kind: "advice" }),
    "Ends with a finished thought.",
  );
  const asked = textOf(
    "Why do old bees sleep in the winter months? They sleep because the cold is long and dark.",
  );
  assert.equal(
    reasonFor(asked, ["openingQuestion", "answered"], { between: [3, 18] }),
    "Holds together as one piece.",
  );
});

test("words of other languages are named for nothing that they mean in English", () => {
  const german = "Die Bienen waren im Winter nicht da, und das war für mich so. Die war auch nicht da.";
  assert.equal(reasonOf(german, "emotion", "openingEmotion"), "Opens with an emotional word.");
});

test("what goes on with something is not said to be understood without it", () => {
  for (const said of ["And winter was long.", "Another example is the old hive.", "He never saw winter."])
    assert.equal(reasonOf(said, "thoughtBegins"), "Holds together as one piece.");
});

test("what a clip does is shown by its best sentence where its point cannot be quoted, and no sentence twice", () => {
  const said = "It takes over an hour. It is so. Old bees find their own hive in complete darkness.";
  assert.equal(
    reasonFor(textOf(said), ["worth", "point"], { kind: "claim", point: 0 }),
    "Takes a clear position. It says “Old bees find their own hive in complete darkness”.",
  );
  const leaning =
    "It takes over an hour. It is so. It was like that. Those mistakes were killing all of the terrible swarms. Old bees find their own hive.";
  assert.equal(
    reasonFor(textOf(leaning), ["worth", "point"], { kind: "claim", point: 0 }),
    "Takes a clear position. It says “Old bees find their own hive”.",
  );
  assert.equal(
    reasonFor(textOf(said), ["worth", "thoughtEnds"], { kind: "claim" }),
    "Takes a clear position. It says “Old bees find their own hive in complete darkness”.",
  );
  assert.equal(
    reasonFor(textOf(said), ["thoughtEnds"]),
    "Ends with a finished thought. It says “Old bees find their own hive in complete darkness”.",
  );
  const long =
    "The hives that my uncle has had in the far north for thirty years never gave him as much honey as his neighbours had";
  assert.equal(
    reasonFor(textOf(`It takes over an hour. ${long}. It is so.`), ["worth", "point"], {
      kind: "claim",
      point: 0,
    }),
    `Takes a clear position. It says “${long}”.`,
  );
  const asked =
    "Why do bees dance in the dark? They show the others where the flowers are, and how far away.";
  assert.equal(
    reasonFor(textOf(asked), ["openingQuestion", "titleMatch"], {
      wishes: {
        ...NO_WISHES,
        title: Float32Array.of(1, 0),
        named: { topic: new Set(), title: new Set(["danc"]) },
      },
    }),
    "Opens with the question “Why do bees dance in the dark?”.",
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
  for (const said of [
    "It takes over an hour.",
    "However, never in the long winter.",
    "That's all they did.",
    "I replace it with the new hive.",
    "You just give him an empty hive.",
    "I have made this mistake.",
    "We never really started that conversation.",
    "Nobody will do anything about this.",
    "I thought it was going to be a hobby.",
    "That old hive is still there.",
    "That hive already stands.",
    "That actually helped us a lot.",
    "People might have gone north and done something.",
    "It's not aware of hives that you keep.",
    "I should say, not winter hives.",
  ])
    assert.equal(
      reasonFor(textOf(said), ["worth", "point"], { kind: "claim", point: 0 }),
      "Takes a clear position.",
      said,
    );
  for (const [said, quoted] of [
    ["Bees never sleep this winter.", "Bees never sleep this winter"],
    [
      "I got so many calls that day, because all of the hives were open.",
      "I got so many calls that day, because all of the hives were open",
    ],
    ["Nobody needs this old wooden hive.", "Nobody needs this old wooden hive"],
    ["Keeping bees is not that hard.", "Keeping bees is not that hard"],
    [
      "The keeper sold the old hive so my uncle could feed all of his own bees.",
      "The keeper sold the old hive",
    ],
    ["We lost many hives that day.", "We lost many hives that day"],
    ["Young swarms, like we've talked about before, leave in spring.", "Young swarms leave in spring"],
  ] as const)
    assert.equal(
      reasonFor(textOf(said), ["worth", "point"], { kind: "claim", point: 0 }),
      `Takes a clear position. It says “${quoted}”.`,
    );
});

test("a point is quoted without what only winds it up", () => {
  for (const windsUp of [", but yeah", ", so anyway", " - I think that's the idea"]) {
    const said = textOf(`Old hives lose swarms in winter${windsUp}.`);
    assert.equal(
      reasonFor(said, ["point"], { point: 0 }),
      "It says “Old hives lose swarms in winter”.",
      windsUp,
    );
  }
});

test("a point is not quoted where the quotation would say something else", () => {
  const reasonAs = (said: string): string =>
    reasonFor(textOf(said), ["worth", "point"], { kind: "claim", point: 0 });
  for (const said of [
    "You can do your best work, but if wasps come to the hive in the night, or your friends sell all of it to somebody else...",
    "There was a time, even in summer, where only one of the bees found the way.",
    'They just think "I buy a hive and the honey comes home."',
  ])
    assert.equal(reasonAs(said), "Takes a clear position.", said);
  for (const whole of [
    "If your hive stands in the wind of the northern coast for all of a winter, the bees need sugar",
    "Nobody will stop the whole of the great old market in the town just because the hive is not open",
  ])
    assert.equal(reasonAs(`${whole}.`), `Takes a clear position. It says “${whole}”.`);
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

test("a question after which its speaker goes on is not said to be answered", () => {
  const said = "Why do bees dance? They show the others where the flowers are, and how far away.";
  const { words, range } = makeTalk([{ name: "part", kind: "body", text: said }]);
  const answeredAt = (turn: number): string => {
    const text = readMomentText(words.map((word, at) => ({ ...word, startsTurn: at === 0 || at === turn })));
    return reasonFor({ text, endS: range.endS }, ["answered"]);
  };
  assert.equal(answeredAt(4), "Answers its opening question.");
  assert.equal(answeredAt(0), "Holds together as one piece.");
});

test("a question is not named where it is a tag, nor an answer where nothing follows it", () => {
  const nothing = "Holds together as one piece.";
  const tag =
    "Bees dance to show the flowers, right? They come back to the hive every evening before it is dark.";
  assert.equal(reasonOf(tag, "openingQuestion", "answered", "questions"), nothing);
  assert.equal(reasonOf("We went home again. Why do bees dance?", "answered"), nothing);
});

test("a question without marks, which may run on, is named without its words", () => {
  const said =
    "Winter was long for all. Do you know bees? They show the others where the flowers are near the hive.";
  const reason = (isPunctuated: boolean) => reasonFor(textOf(said, { isPunctuated }), ["answered"]);
  assert.equal(reason(true), "Answers the question “Do you know bees?”.");
  assert.equal(reason(false), "Answers a question.");
});

test("of a source without words no reason speaks of a voice: music moves as voices do", () => {
  const features: FeatureName[] = ["openingEnergy", "promptSpeech", "pitchDynamics", "speechDensity"];
  const wordless = { text: readMomentText([]), endS: 20 };
  assert.equal(reasonFor(wordless, features), "Opens with a strong sound.");
  assert.equal(reasonFor(wordless, ["speechRank"]), "Holds together as one piece.");
  assert.equal(
    reasonOf("Winter was long.", ...features),
    "Opens with a strong voice. It gets to the point at once and is spoken with a lively voice.",
  );
});

test("of a clip without words no reason speaks of any, though its source has some later", () => {
  const { words } = makeTalk([{ name: "part", kind: "body", text: "Winter was long. Bees were cold." }]);
  const later = words.map((word) => ({ ...word, startS: word.startS + 60, endS: word.endS + 60 }));
  const music = { text: readMomentText(later), endS: 30 };
  const told: FeatureName[] = ["openingEnergy", "promptSpeech", "speechDensity", "hesitation", "unity"];
  assert.equal(reasonFor(music, [...told, "thoughtBegins", "thoughtEnds"]), "Opens with a strong sound.");
  assert.equal(
    reasonFor(music, ["cleanStart", "cleanEnd"]),
    "Begins after a clear pause and ends on a clear pause.",
  );
});

test("a clip whose words begin later opens with no voice", () => {
  const { words, range } = makeTalk([{ name: "part", kind: "body", text: "Winter was long." }]);
  const later = words.map((word) => ({ ...word, startS: word.startS + 10, endS: word.endS + 10 }));
  const opened = { text: readMomentText(later), endS: range.endS + 10 };
  assert.equal(reasonFor(opened, ["openingEnergy", "promptSpeech"]), "Opens with a strong sound.");
});
