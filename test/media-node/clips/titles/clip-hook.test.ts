import assert from "node:assert/strict";
import { test } from "node:test";
import { splitSentences } from "../../../../media-node/clips/sentences/sentences.ts";
import { findHook } from "../../../../media-node/clips/titles/clip-hook.ts";
import { describeTalk, titleOf } from "../../../support/talks/titled-talk.ts";

function hookOf(text: string): string {
  return describeTalk(text).hook;
}

test("the hook has no filler, and keeps its stop", () => {
  for (const [said, hook] of [
    ["I think that bees are basically afraid of, you know, smoke. It was so.", "Bees are afraid of smoke."],
    ["Obviously, a hive costs like 900 euros in spring. It was so.", "A hive costs 900 euros in spring."],
    ["Old bees are lazy, right? It was so.", "Old bees are lazy."],
    [
      'My uncle always said "Old bees are kind of lazy." It was so.',
      'My uncle always said "Old bees are lazy."',
    ],
  ])
    assert.equal(hookOf(said ?? ""), hook);
});

test("of a long sentence the hook is what it begins with, as far as that is whole", () => {
  assert.equal(
    hookOf(
      "My uncle kept his seven hives in the far north of the country, because nobody there needs anything in spring, and he sold all of the honey that he did not eat himself at the market in the old harbour.",
    ),
    "My uncle kept his seven hives in the far north of the country, because nobody there needs anything in spring",
  );
  const condition =
    "The one lesson I took home is like, if your old hive stands in the wind of the northern coast for the whole of the winter, and you leave it there, there will be no honey in it.";
  assert.equal(hookOf(`${condition} Old bees never leave their hive.`), "Old bees never leave their hive.");
  const alone = hookOf(condition);
  assert.ok(alone.length <= 140 && alone.endsWith("…"), alone);
});

test("a beginning of a question that asks nothing itself has no question mark", () => {
  assert.equal(
    hookOf(
      "That reminds me of an old line of my uncle, where the keepers were too busy with their hives in the far north and did not ask the bees for anything in the spring, right?",
    ),
    "That reminds me of an old line of my uncle",
  );
});

test("a hook leaves out the beginning that broke off", () => {
  assert.equal(
    hookOf(
      "What we saw in the first year was that most -- I mean, old bees never leave their hive. It was so.",
    ),
    "Old bees never leave their hive.",
  );
});

test("a beginning that a sentence needs is not left out", () => {
  assert.equal(
    hookOf("Now is not the time to open a hive. It was so."),
    "Now is not the time to open a hive.",
  );
  assert.equal(hookOf("Smoke, then open the old hive. It was so."), "Smoke, then open the old hive.");
  assert.equal(hookOf("Let me tell you why bees dance. It was so."), "Let me tell you why bees dance.");
});

test("marks stay as they are written", () => {
  assert.equal(
    hookOf("The idea is simple - old bees stay. It was so."),
    "The idea is simple - old bees stay.",
  );
  assert.equal(
    titleOf("You never listen; the terrible swarm is gone."),
    "You never listen; the terrible swarm is gone",
  );
  assert.equal(titleOf("The old Dr. Bee never opens her hives."), "The old Dr. Bee never opens her hives");
});

test("marks without end are read in a time that grows with their length alone", () => {
  const dashes = Array.from({ length: 55 }, () => "-".repeat(100)).join(" ");
  assert.equal(hookOf(`Old bees never leave their hive ${dashes}`), "Old bees never leave their hive");
});

test("a sentence that is understood first opens the clip, though it is not the first", () => {
  const said =
    "Old smoke kills bees. He then sold all of it to them. My uncle kept his seven hives in the far north.";
  assert.equal(hookOf(said), "My uncle kept his seven hives in the far north.");
  assert.equal(hookOf("He then sold all of it to them. It was so."), "He then sold all of it to them.");
  const broken =
    "My uncle always wanted to -- no, it was the old queen -- and so we had. Bees hate all of the smoke.";
  assert.equal(hookOf(broken), "Bees hate all of the smoke.");
});

test("what a hook leaves out of its sentence makes it no harder to understand", () => {
  assert.equal(
    hookOf("He never told them about it. And my uncle kept his seven hives in the far north. It was so."),
    "My uncle kept his seven hives in the far north.",
  );
});

test("where nothing at a clip's beginning is understood, its hook comes soon after it", () => {
  const beginning = "He then sold all of it to them. They liked it very much there. It was so good then.";
  const rest =
    "They ate most of it that very night. He never saw any of them. She never asked him why. He lost it.";
  const told = "My uncle kept his seven hives in the far north.";
  assert.equal(hookOf(`${beginning} ${told} ${rest}`), told);
  assert.equal(hookOf(`${beginning} ${rest} ${told}`), "It was so good then.");
});

test("interjections are not what a clip begins with", () => {
  const told = "My uncle kept his seven hives in the far north.";
  assert.equal(hookOf(`Well done. Of course. That is true. He never told them about that. ${told}`), told);
});

test("where no sentence is understood, the hook is the one that is understood best", () => {
  assert.equal(
    hookOf("He then sold all of it to them. Another one of the old hives came from the harbour."),
    "Another one of the old hives came from the harbour.",
  );
});

test("what was whole before a sentence broke off opens it", () => {
  const said =
    "An old hive is wrong for a swarm, because of the bees of two summers, which is -- yeah, that's what my uncle and all of his friends always told everybody in the far north.";
  const words = said.split(" ").map((text, at) => ({ text, startS: at / 2, endS: at / 2 + 0.4 }));
  assert.equal(findHook(splitSentences(words), ""), "An old hive is wrong for a swarm");
});

test("a hook neither ends after the first of several things that belong together, nor before its clause", () => {
  const told =
    "have spent a lot of money over the last couple of years telling everybody in the country that a swarm is a queen, a drone and workers.";
  for (const beginning of ["The keepers", "Especially in the United States, the keepers"])
    assert.equal(
      hookOf(`${beginning} ${told} My uncle kept his hives in the far north.`),
      "My uncle kept his hives in the far north.",
    );
});

test("a subject that trails off without its verb opens nothing", () => {
  assert.equal(
    hookOf(
      "My unpopular opinion that I already happened to announce and check... The swarm always finds its old meadow.",
    ),
    "The swarm always finds its old meadow.",
  );
});

test("where no sentence is understood, the hook is a part of one that is", () => {
  const leaning =
    "And one of those things that we saw there, where you had worked with a keeper of the old harbour for seven whole summers, is that they are late, because old bees never leave their hive in winter.";
  const hook = hookOf(`${leaning} And that's hard. They knew that.`);
  assert.equal(hook, "Old bees never leave their hive in winter");
});

test("where nothing whole is said at a clip's beginning, its hook is neither an interjection nor comes from its end", () => {
  const long =
    "When you mentioned it, the thing with him is that if they had them there for the whole of the long winter, and if she had not sold any of it to him, then";
  const told = "My uncle kept his seven hives in the far north.";
  const rest = "It was so good then. ".repeat(30);
  const begun = `${long} -- Wow. ${long} -- Wow. ${long} -- Wow.`;
  for (const said of [`${begun} ${told}`, `${begun} ${rest}${told}`])
    assert.match(hookOf(said), /^When you mentioned it, the thing with him is .*…$/);
  assert.equal(hookOf("Wow. Okay."), "Wow.");
});

test("what is quoted of a sentence that breaks off neither ends with a joining word, nor inside a quotation", () => {
  const told = "They gave him bees.";
  const broken = "I had this morning a long letter of my uncle, because -- anyway.";
  assert.doesNotMatch(hookOf(`${broken} ${told} It was so.`), /because$/);
  const quoting = 'Some keepers sell honey in the north, and winter comes like "No! Bees!", and so.';
  const later = "He asked them for it. She gave him that. Old keepers sell honey in the north.";
  assert.equal(
    hookOf(`${quoting} ${later}${" It was so.".repeat(9)}`),
    "Old keepers sell honey in the north.",
  );
});

test("a hook rather repeats the title than that it says next to nothing", () => {
  const words = "Old bees never leave their hive. Some bees have a name. It was so. Bees like it. It was so."
    .split(" ")
    .map((text, at) => ({ text, startS: at / 2, endS: at / 2 + 0.4 }));
  const title = "Old bees never leave their hive";
  assert.equal(findHook(splitSentences(words), title), `${title}.`);
  const more = "Old bees never leave their hive. My uncle kept seven hives in the far north. It was so."
    .split(" ")
    .map((text, at) => ({ text, startS: at / 2, endS: at / 2 + 0.4 }));
  assert.match(findHook(splitSentences(more), title), /^My uncle/);
});

test("a long sentence that is understood is cut at a comma rather than that the hook leans", () => {
  const begun =
    "The one lesson of all is like, if your old hive stands in the wind of the coast for the winter";
  const said = `${begun}, and you leave it there for all of the spring, there will be no honey in it.`;
  assert.match(hookOf(`${said} That's bad. They knew that too well.`), /^The one lesson .* for the winter…$/);
});

test("a hook that is cut at a comma cuts no number, and closes what it quotes", () => {
  const leaning = "That's bad. They knew that too well.";
  const lesson = "The one lesson of all is like, if your old hive";
  const priced = `${lesson} stands in the wind of the coast, and you pay its keepers some 250,000 euros for the whole of the spring, there will be no honey in it.`;
  assert.equal(hookOf(`${priced} ${leaning}`), `${lesson} stands in the wind of the coast…`);
  for (const [open, close] of ['""', "“”"].map((marks) => [...marks])) {
    const told = `${lesson} and its old keeper say, ${open}We stand in the wind for the winter`;
    const quoted = `${told}, and nobody looks at us for the whole of the spring,${close} there will be no honey in it.`;
    assert.equal(hookOf(`${quoted} ${leaning}`), `${told}…${close}`);
  }
});

test("a hook that is cut at a word closes what it quotes, and stays as short", () => {
  const long =
    'When he mentioned it, he said to me, "The thing with him is that if they had them there for the whole of the long winter, and if she had not sold any of it to him, then';
  const hook = hookOf(`${long} -- Wow. ${long} -- Wow. ${long} -- Wow.`);
  assert.match(hook, /^When he mentioned it, he said to me, "The thing .*…"$/);
  assert.ok(hook.length <= 140, hook);
});
