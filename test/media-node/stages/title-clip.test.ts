import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { describeClip } from "../../../media-node/stages/title-clip.ts";
import { makeTalk } from "../../support/synthetic-talk.ts";

function describe(text: string, isPunctuated = true, videoTitle: string | null = null) {
  const { words } = makeTalk(text === "" ? [] : [{ name: "part", kind: "body", text }], { isPunctuated });
  return describeClip({ words, videoTitle, startS: 75, index: 2 });
}

test("the strongest sentence is the title, the first one the hook", () => {
  const { title, hook, transcript } = describe(
    "We went on for a while. Nobody believed the terrible secret we had found. Then we went home again.",
  );
  assert.equal(title, "Nobody believed the terrible secret we had found");
  assert.equal(hook, "We went on for a while.");
  assert.equal(transcript.split(" ").length, 19);
});

test("a question that opens the clip is its title, and keeps its mark", () => {
  const text = "Why do bees dance in the dark? The terrible secret is never told.";
  assert.equal(describe(text).title, "Why do bees dance in the dark?");
  assert.equal(describe(text, false).title, "Why do bees dance in the dark?");
});

test("what a model gives without capital letters or marks gets a first capital, and I", () => {
  const { title, hook, transcript } = describe("yesterday i broke my favorite window", false);
  assert.deepEqual([title, hook], Array(2).fill("Yesterday I broke my favorite window"));
  assert.equal(transcript, "yesterday i broke my favorite window");
});

test("a long sentence is shortened where a clause ends", () => {
  const { title } = describe(
    "Your brain counts how long you have been awake with a molecule, and caffeine only blocks the counter that it uses.",
  );
  assert.equal(title, "Your brain counts how long you have been awake with a molecule");
});

test("where no clause ends in time, whole words are kept and the cut is shown", () => {
  const { title } = describe(
    "When the long winter contract of the old northern harbour company finally ended everybody moved away.",
  );
  assert.equal(title, "When the long winter contract of the old northern harbour company…");
});

test("connectives and hesitation at the beginning of a title are left out", () => {
  assert.equal(
    describe("And so, um, the terrifying part is that you never notice it.").title,
    "The terrifying part is that you never notice it",
  );
});

test("any words give a title of at most 70 characters that ends with a whole word", () => {
  const vocabulary =
    "and so because bees never ask, why? the terrible extraordinarily longwinded i um house. of".split(" ");
  const word = fc.constantFrom(...vocabulary);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 60 }), fc.boolean(), (words, isPunctuated) => {
      const { title } = describe(words.join(" "), isPunctuated);
      assert.ok(title.length <= 70, title);
      const last =
        title
          .replace(/[…?!.]$/, "")
          .split(" ")
          .at(-1)
          ?.toLowerCase() ?? "";
      const known = words.map((each) => each.toLowerCase().replace(/[,.?]$/, ""));
      assert.ok(last === "" || known.includes(last), title);
    }),
  );
});

test("without words the title says where in the source the clip is from", () => {
  assert.equal(describe("", true, "Bees").title, "Bees (1:15)");
  assert.deepEqual(describe("", true), { title: "Clip 3 (1:15)", hook: "", transcript: "" });
  const { title } = describe(
    "",
    true,
    "A very long title of a video that goes on and on, and never comes to any end",
  );
  assert.match(title, /^A very long title .* \(1:15\)$/);
});
