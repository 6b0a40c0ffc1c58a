// Hashtags of clips, from their words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeClip } from "../../../../media-node/clips/titles/title-clip.ts";
import { makeTalk } from "../../../support/talks/synthetic-talk.ts";

interface Told {
  readonly isPunctuated?: boolean;
  readonly videoTitle?: string | null;
  readonly kind?: "advice" | null;
}

function tagsOf(text: string, { isPunctuated = true, videoTitle = null, kind = null }: Told = {}) {
  const { words } = makeTalk(text === "" ? [] : [{ name: "part", kind: "body", text }], { isPunctuated });
  return describeClip({
    words,
    videoTitle,
    startS: 0,
    endS: 30,
    reason: "",
    index: 0,
    kind,
    ratings: null,
  }).hashtags;
}

test("what is said again and again is a tag, in the form in which it is written", () => {
  const tags = tagsOf(
    "The swarm needs a hollow. A hollow must be dry, and the swarm must fit. No swarm takes a wet hollow.",
  );
  assert.deepEqual(tags.slice(0, 2).toSorted(), ["#Hollow", "#Swarm"]);
});

test("names are tags from the first time on, whole", () => {
  const tags = tagsOf(
    "We flew to New York. There we met a pilot of the United States Air Force. He spoke of DARPA.",
  );
  for (const tag of ["#NewYork", "#UnitedStatesAirForce", "#DARPA"]) assert.ok(tags.includes(tag), tag);
});

test("what begins a quotation is no name", () => {
  const tags = tagsOf('And then he called from Oslo to say "Surely you could sell honey", so we did.');
  assert.deepEqual([tags.includes("#Oslo"), tags.includes("#Surely")], [true, false]);
});

test("two words that belong together are one tag", () => {
  const tags = tagsOf("Our brain stem keeps us alive. Without the brain stem nobody breathes.");
  assert.equal(tags[0], "#BrainStem");
  assert.ok(!tags.includes("#Brain"));
});

test("there are three at least and eight at most, none twice", () => {
  for (const text of ["", "Yes.", "Well, you know, it was like that and then it was not."]) {
    assert.deepEqual(tagsOf(text), ["#Shorts", "#Clips", "#Video"]);
  }
  assert.deepEqual(tagsOf("", { videoTitle: "A day with honeybees", kind: "advice" }), [
    "#Honeybees",
    "#Advice",
    "#Shorts",
  ]);
  const names = "Anna Bert Carl Dora Emil Frida Georg Hanna Ida Karl".split(" ");
  const many = tagsOf(names.map((name) => `We saw ${name}, and ${name} left.`).join(" "));
  assert.equal(many.length, 8);
  assert.equal(new Set(many).size, 8);
});

test("words that any clip has are no tags, nor are bare numbers", () => {
  const tags = tagsOf(
    "The majority of swarms sleep, and the amount matters. The majority wakes, and the amount of 100k-150k bees, or 3X, is the reason. A reason is a reason.",
  );
  assert.deepEqual(
    tags.filter((tag) => /Majority|Amount|Reason|100k|3X/.test(tag)),
    [],
  );
  assert.ok(tagsOf("We printed it in 3D, and then we sold the MP3 player.").includes("#3D"));
});

test("what only describes, measures or joins is no tag by itself, and part of one beside a thing", () => {
  const tags = tagsOf(
    "The hive was transparent, though the glass was thin. The transparent glass shows a neural path for an hour. Though the hours were long, the neural path was pedantic, and the pedantic bees renew it. They renew it twice.",
  );
  assert.ok(tags.includes("#NeuralPath"));
  for (const tag of ["#Transparent", "#Though", "#Hour", "#Hours", "#Pedantic", "#Renew", "#Twice"])
    assert.ok(!tags.includes(tag), tag);
});

test("a name is a tag, though it is written as what is done or measured", () => {
  assert.ok(tagsOf("I drove for UPS. The drivers of UPS are old. They leave UPS early.").includes("#UPS"));
  const band = "We love Imagine Dragons. My wife saw Imagine Dragons play. She heard Imagine Dragons once.";
  assert.ok(tagsOf(band).includes("#ImagineDragons"));
  assert.ok(!tagsOf("We did push ups. The push ups hurt. I hate push ups.").includes("#Ups"));
  const food = "We feared fat. Then we ate fat, since fat kept us full.";
  assert.ok(tagsOf(food).includes("#Fat"));
});

test("of a language that is not known only names are tags", () => {
  const tags = tagsOf(
    "Wir haben gestern in Hamburg einen sehr langen Abend verbracht und haben dann nochmals gestern gesagt.",
  );
  assert.ok(tags.includes("#Hamburg"));
  assert.ok(!tags.includes("#Haben") && !tags.includes("#Gestern"));
});

test("a tag has letters and digits only", () => {
  for (const tag of tagsOf("O'Neill's GPT-3 and e-mail: GPT-3 writes e-mail for O'Neill in 2024, 2024!"))
    assert.match(tag, /^#[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*$/u);
});

test("a word that is said once is a tag only where it stands as a thing", () => {
  const tags = tagsOf("We sell the entire swarm to migrate in spring. It was so.");
  assert.deepEqual(tags, ["#Swarm", "#Shorts", "#Clips"]);
  assert.ok(
    tagsOf("You never unscrew a hive otherwise. It was so.").every((tag) => !/Unscrew|Otherwise/.test(tag)),
  );
});

test("capitals of a word that is known in small letters are stress, and no name", () => {
  const tags = tagsOf("You ALWAYS take the honey, and you NEVER ask. The honey is NASA honey, not THEIRS.");
  assert.deepEqual(tags.toSorted(), ["#Honey", "#NASA", "#Shorts"]);
});

test("a name that begins with a small letter is written so", () => {
  assert.ok(tagsOf("We put an iPad on the hive. It was so.").includes("#iPad"));
});
