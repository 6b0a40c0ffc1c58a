// The reason of a clip that was mended: what it quotes is said in the clip, and what it tells of an end is told of this one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mendReason, type PlacedWord } from "../../../../media-node/pipelines/clips/mended-reason.ts";

const SAID =
  "How do, um, bees choose? Ten scouts dance in the hive. We asked twelve keepers, and Postgress told us. Old hives kill young swarms.";
const WORDS: readonly PlacedWord[] = SAID.split(" ").map((text, place) => ({ place, text }));
const CUT = WORDS.findIndex(({ text }) => text === "Old");

interface Mending {
  readonly from?: number;
  readonly to?: number;
  readonly corrected?: Readonly<Record<string, string>>;
}

/** Of a clip with all of the words, whose ends and words are changed then. */
function mended(reason: string, { from = 0, to = WORDS.length, corrected = {} }: Mending = {}): string {
  const after = WORDS.slice(from, to)
    .map((word) => ({ ...word, text: corrected[word.text] ?? word.text }))
    .filter(({ text }) => text !== "");
  return mendReason(reason, {
    before: WORDS,
    after,
    beginsSame: after[0]?.place === 0,
    endsSame: after.at(-1)?.place === WORDS.length - 1,
  });
}

const OPENING = "Opens with the question “How do bees choose?” and a quick pace.";
const POINT = "It says “Old hives kill young swarms”.";
const DEEDS =
  "It gives numbers (“ten”, “twelve”), is spoken at a brisk, even pace and moves between loud and quiet.";

test("a reason of which all is said stays as it is", () => {
  const reason = `${OPENING} ${DEEDS} ${POINT}`;
  assert.equal(mended(reason), reason);
  assert.equal(
    mended("Matches what was asked for: “Ten scouts dance in the hive”."),
    "Matches what was asked for: “Ten scouts dance in the hive”.",
  );
});

test("what is not said any more is not quoted, nor what it bore out", () => {
  const reason = `Takes a clear position on “swarms” and speaks directly to “you” throughout. ${POINT}`;
  assert.equal(mended(reason, { to: CUT }), "");
  assert.equal(
    mended(`Tells a story about “hives” and has a good length. ${POINT}`, {
      to: CUT,
      corrected: { "hive.": "box." },
    }),
    "Has a good length.",
  );
  assert.equal(mended("Matches what was asked for: “Old hives kill young swarms”.", { to: CUT }), "");
  assert.equal(
    mended("Takes a clear position. It speaks of “hives” and “scouts”.", { from: CUT }),
    "Takes a clear position.",
  );
});

test("of the words that are shown for a phrase those stay that are said", () => {
  const spoken = "is spoken at a brisk, even pace and moves between loud and quiet";
  assert.equal(mended(`${OPENING} ${DEEDS}`, { from: 10 }), `Gives numbers (“twelve”), ${spoken}.`);
  assert.equal(mended(DEEDS, { from: CUT }), `${spoken.replace("is", "Is").replace(" and", " and")}.`);
});

test("another beginning and another end are not told of as those were", () => {
  const reason = `${OPENING} It answers its opening question, has a good length and ends with a finished thought.`;
  assert.equal(mended(reason, { from: 5 }), "Has a good length and ends with a finished thought.");
  assert.equal(mended(reason, { to: CUT }), `${OPENING} It has a good length.`);
  const whole = "Tells its subject from beginning to end, changes the shot 5 times and has a good length.";
  for (const cut of [{ from: 5 }, { to: CUT }]) assert.equal(mended(whole, cut), "Has a good length.");
  assert.equal(mended(whole, { corrected: { kill: "" } }), whole);
});

test("a quotation has the words as they were corrected", () => {
  const corrected = { Postgress: "“Postgres”,", young: "Young," };
  assert.equal(
    mended("We hear “We asked twelve keepers, and Postgress told us”.", { corrected }),
    "We hear “We asked twelve keepers, and Postgres told us”.",
  );
  assert.equal(
    mended(`Tells a story about “postgress”. ${POINT}`, { corrected }),
    `Tells a story about “Postgres”. ${POINT}`,
  );
  assert.equal(mended(`Has a good length. ${POINT}`, { corrected: { kill: "" } }), "Has a good length.");
});

test("a quotation in a script without spaces is found among words that are parted otherwise", () => {
  const before = ["蜜蜂怎么", "选择新的", "蜂巢？"].map((text, place) => ({ place, text }));
  const reason = "Opens with the question “蜜蜂怎么选择新的蜂巢？”.";
  const same = { before, after: before, beginsSame: true, endsSame: true };
  assert.equal(mendReason(reason, same), reason);
  assert.equal(mendReason(reason, { ...same, after: before.slice(0, 2) }), "");
  const after = before.map((word) => (word.place === 1 ? { ...word, text: "挑选新的" } : word));
  assert.equal(mendReason(reason, { ...same, after }), "Opens with the question “蜜蜂怎么挑选新的蜂巢？”.");
});

test("a clip that says “your” and “you're” still speaks to “you”, and one that says none of them does not", () => {
  const before = ["So", "you're", "your", "own", "boss"].map((text, place) => ({ place, text }));
  const reason = "Speaks directly to “you” throughout and has a good length.";
  const clip = { before, beginsSame: true, endsSame: true };
  const corrected = before.with(4, { place: 4, text: "chief" });
  assert.equal(mendReason(reason, { ...clip, after: corrected }), reason);
  assert.equal(mendReason(reason, { ...clip, after: before.slice(3) }), "Has a good length.");
});
