import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { describeClip } from "../../../../media-node/clips/titles/title-clip.ts";
import { describeTalk as describe, titleOf } from "../../../support/talks/titled-talk.ts";

test("the strongest sentence is the title, the first one the hook", () => {
  const { title, hook, transcript } = describe(
    "We went on for a while. Nobody believed the terrible secret we had found. Then we went home again.",
  );
  assert.equal(title, "Nobody believed the terrible secret we had found");
  assert.equal(hook, "We went on for a while.");
  assert.equal(transcript.split(" ").length, 19);
});

test("what begins with it gives way to a title that is hardly weaker and is understood alone", () => {
  const pointing = "It killed ten million dead queen bees in one terrible winter.";
  assert.equal(titleOf(`${pointing} Somebody gave us a queen.`), "Somebody gave us a queen");
  assert.equal(titleOf(`${pointing} We are here.`), pointing.slice(0, -1));
});

test("a question that opens the clip is its title, and keeps its mark", () => {
  const text = "Why do bees dance in the dark? They show each other the way to the flowers.";
  assert.equal(titleOf(text), "Why do bees dance in the dark?");
  assert.equal(titleOf(text, { isPunctuated: false }), "Why do bees dance in the dark?");
});

test("the second of two things that are compared begins no clause of its own", () => {
  const compared =
    "And it's that leap between what this hive is telling us and what we think our bees want has been too big.";
  assert.doesNotMatch(titleOf(compared), /^What we think/);
});

test("a tag makes no question, and is left out", () => {
  assert.equal(titleOf("Bees dance in complete darkness, right?"), "Bees dance in complete darkness");
  assert.equal(
    titleOf("Every swarm needs a queen, you know what I mean. That was it."),
    "Every swarm needs a queen",
  );
});

test("what a model gives without capital letters or marks gets a first capital, and I", () => {
  const { title, hook, transcript } = describe("yesterday i broke my favorite window", {
    isPunctuated: false,
  });
  assert.deepEqual([title, hook], Array(2).fill("Yesterday I broke my favorite window"));
  assert.equal(transcript, "yesterday i broke my favorite window");
});

test("what leads up to a thought is left out", () => {
  for (const [said, title] of [
    [
      "And so, um, the terrifying part is that you never notice it.",
      "The terrifying part is that you never notice it",
    ],
    ["But I think that winter honey is the best honey.", "Winter honey is the best honey"],
    ["Well, you know, what I'm saying is that old hives kill young swarms.", "Old hives kill young swarms"],
    ["Maria, the queen never leaves the hive alone.", "The queen never leaves the hive alone"],
    ["The queen never leaves the hive alone, Maria.", "The queen never leaves the hive alone"],
    ["The queen is, like, sort of a prisoner in her own hive.", "The queen is a prisoner in her own hive"],
    ["We were, we were selling honey without a licence.", "We were selling honey without a licence"],
  ]) {
    assert.equal(titleOf(said ?? ""), title);
  }
});

test("of a long sentence one whole clause is taken, never a part of one", () => {
  assert.equal(
    titleOf(
      "Your brain counts how long you have been awake, and caffeine only blocks the counter that it uses for counting the hours.",
    ),
    "Your brain counts how long you have been awake",
  );
  assert.equal(
    titleOf(
      "When the long winter contract of the old northern harbour company of my uncle finally ended everybody moved away.",
    ),
    "Clip 3 (1:15)",
  );
});

test("a clause is not taken without its condition", () => {
  assert.equal(
    titleOf(
      "A strong colony of bees attacks its keeper unless the keeper comes with a good deal of smoke before noon.",
    ),
    "Keeper (1:15)",
  );
  assert.equal(
    titleOf("If you open the hive in winter, the colony dies."),
    "If you open the hive in winter, the colony dies",
  );
});

test("what breaks off is no title", () => {
  assert.equal(
    titleOf("The terrible secret of the queen is-- Bees hate the smell of bananas."),
    "Bees hate the smell of bananas",
  );
  assert.equal(
    titleOf("The terrible secret of the queen... Bees hate the smell of bananas."),
    "Bees hate the smell of bananas",
  );
});

test("quotation marks stand in pairs, or not at all", () => {
  assert.equal(
    titleOf(
      'And then my old father with his seven hives and his forty years always said, "Never sell honey to a bear."',
    ),
    "Never sell honey to a bear",
  );
  assert.equal(
    titleOf('Beekeepers call it "the dance of death" in Rome.'),
    'Beekeepers call it "the dance of death" in Rome',
  );
});

test("what a quotation says is no title where the sentence denies it", () => {
  const said = (verb: string) =>
    titleOf(
      `My father with his seven hives ${verb} to the two hundred families "Honey heals every terrible wound." Old smoke kills bees.`,
      { point: "My" },
    );
  assert.equal(said("always said"), "Honey heals every terrible wound");
  assert.equal(said("never said"), "Old smoke kills bees");
  const inside =
    'You can never say to the two hundred families of the north "Well, honey heals wounds, come back."';
  assert.notEqual(titleOf(inside), "Honey heals wounds");
});

test("the end of one quotation and the beginning of another are no clause", () => {
  const title = titleOf(
    'And then my father asked "Maria, did you open it" and she said "Oh, never." Bees slept.',
  );
  assert.doesNotMatch(title, /^(?!My father asked).*and she/);
});

test("a verb keeps its subject", () => {
  for (const [said, title] of [
    [
      "Of all the junk that you buy, a warm hat and a good knife are worth their money.",
      "A warm hat and a good knife are worth their money",
    ],
    [
      "The other thing, like you wrote, was the terrible smell.",
      "The other thing, you wrote, was the terrible smell",
    ],
    [
      'We sold "the golden city", and paid for terrible lighting.',
      'We sold "the golden city", and paid for terrible lighting',
    ],
  ]) {
    assert.equal(titleOf(said ?? ""), title);
  }
});

test("what is only called or felt is no clause of its own", () => {
  for (const [said, title] of [
    ["I feel bad, because old hives burned down.", "I feel bad, because old hives burned down"],
    ["It was a hive, it was a golden city.", "A golden city"],
    ["That's the terrible part, is the long winter? Old smoke kills bees.", "Old smoke kills bees"],
  ]) {
    assert.equal(titleOf(said ?? ""), title);
  }
});

test("where a sentence begins without a mark before it, nothing is read across", () => {
  assert.equal(
    titleOf("The terrible guy opened Well, so much for that. Bees hate the smell of bananas."),
    "Bees hate the smell of bananas",
  );
});

test("what is said again after a semicolon stays, and a number keeps its small letter after it", () => {
  assert.doesNotMatch(titleOf("I forget what it was; it was a terrible hive."), /what it was a/i);
  assert.equal(titleOf("2.0 came with better hives."), "2.0 came with better hives");
});

test("the title comes from the point where that is known", () => {
  const text =
    "Winter bees sleep for six months. Summer bees live for six weeks. Spring bees build for six days.";
  assert.equal(titleOf(text, { point: "Summer" }), "Summer bees live for six weeks");
  assert.equal(titleOf(text, { point: "Spring" }), "Spring bees build for six days");
});

test("the kind of a clip decides between its sentences", () => {
  const text =
    "Beekeeping costs 900 euros a year. Buy your first hive from a neighbour. My first colony died in a single night.";
  assert.equal(titleOf(text, { kind: "number" }), "Beekeeping costs 900 euros a year");
  assert.equal(titleOf(text, { kind: "advice" }), "Buy your first hive from a neighbour");
  assert.equal(titleOf(text, { kind: "story" }), "My first colony died in a single night");
});

test("a sentence that names its subject goes before one that points back", () => {
  assert.equal(
    titleOf("It destroyed the whole terrible colony. The mites came with a truck."),
    "The mites came with a truck",
  );
});

test("the hook is complete, without leftovers, its marks in pairs", () => {
  assert.equal(describe("Yeah. And, um, bees hate bananas. Nobody knows why.").hook, "Bees hate bananas.");
  assert.equal(describe('So he said, "Never sell it. It is not yours."').hook, 'He said, "Never sell it."');
  assert.equal(
    describe("I never... Bees hate the smell of bananas. Nobody knows why.").hook,
    "Bees hate the smell of bananas.",
  );
});

test("a sentence that trails off after it has said enough opens the clip", () => {
  assert.equal(
    describe("I kept bees for years in the north... Nobody taught me that.").hook,
    "I kept bees for years in the north",
  );
  assert.equal(
    describe("The whole long winter. Nobody ever taught me that.").hook,
    "Nobody ever taught me that.",
  );
});

test("speech in another language is titled by a short sentence, or by its place", () => {
  const short = "Bienen tanzen im Dunkeln. Niemand weiß, warum die Königin ihren Stock verlässt.";
  assert.equal(titleOf(short), "Niemand weiß, warum die Königin ihren Stock verlässt");
});

test("any words give a title of at most 70 characters that is balanced and ends with no connective", () => {
  const vocabulary =
    'and so because bees never ask, why? the terrible extraordinarily longwinded i um house. of "we know" (it) --'.split(
      " ",
    );
  const word = fc.constantFrom(...vocabulary);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 60 }), fc.boolean(), (words, isPunctuated) => {
      const { title, hook } = describe(words.join(" "), { isPunctuated });
      assert.ok(title.length <= 70, title);
      assert.doesNotMatch(title, /(?:\b(?:and|so|because|the|of)|--|…)$/i);
      for (const text of [title, hook]) assert.equal((text.match(/"/g) ?? []).length % 2, 0, text);
    }),
  );
});

test("without words the title says where in the source the clip is from", () => {
  assert.equal(titleOf("", { videoTitle: "Bees" }), "Bees (1:15)");
  const { title, hook, transcript } = describe("");
  assert.deepEqual([title, hook, transcript], ["Clip 3 (1:15)", "", ""]);
  const videoTitle = "A very long title of a video that goes on and on, and never comes to any end";
  assert.equal(titleOf("", { videoTitle }), "A very long title of a video that goes on and on (1:15)");
});

test("a name of the video of which nothing is seen is none, and one of several lines becomes one", () => {
  for (const videoTitle of ["", " \n", "\u200b\u202e"]) {
    const { title, description } = describe("", { videoTitle });
    assert.equal(title, "Clip 3 (1:15)");
    assert.match(description, /^From 1:15 to /);
  }
  assert.equal(titleOf("", { videoTitle: "Bees\nand \u202ewasps" }), "Bees and wasps (1:15)");
});

test("a title that is made of the video's name parts no character", () => {
  for (const name of ["🔥".repeat(40), `a${"👩‍👩‍👧".repeat(12)}`]) {
    for (const startS of [23, 83, 623]) {
      const told = { words: [], startS, endS: startS + 25, reason: "Loud.", index: 0, ratings: null };
      const { title, description } = describeClip({ ...told, videoTitle: name });
      assert.ok(title.isWellFormed() && description.isWellFormed(), description);
      assert.doesNotMatch(title, /\u200d(?!👩|👧)/u);
    }
  }
});

test("a clip without a title of its own is called by what it speaks of, or else by its number", () => {
  const said = (thing: string) =>
    `And to ${thing}, which of all things nobody in the whole of the northern valley ever, of ${thing}, and.`;
  assert.equal(describe(said("the Queenless Hive"), { videoTitle: null }).title, "Queenless Hive (1:15)");
  assert.equal(describe(said("it"), { videoTitle: null }).title, "Clip 3 (1:15)");
});
