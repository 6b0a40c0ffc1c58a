// What a sentence's first words point at that was said before it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pointingOf } from "../../../../media-node/clips/sentences/back-references.ts";
import { splitSentences } from "../../../../media-node/clips/sentences/sentences.ts";

function pointing(said: string) {
  const words = said
    .split(" ")
    .map((text, index) => ({ text, startS: index * 0.5, endS: index * 0.5 + 0.4 }));
  return pointingOf(splitSentences(words), { firstWord: 0, endWord: words.length });
}

test("this and that without a noun are what was said before, wherever they stand in the first clause", () => {
  for (const said of [
    "This is why bees dance.",
    "I have thought of that, and I know better now.",
    "I really like the way you think about this, I have to say.",
    "My sister said this really well.",
    "What that means is that bees dance.",
    "One of the reasons for that is honey.",
    "I remember that distinctly, since bees danced.",
    "I mean, that's how bees dance.",
    "Anyway, that became a hive.",
    "Is that because bees dance?",
  ]) {
    assert.equal(pointing(said), "this", said);
  }
});

test("that which joins clauses or belongs to a noun points at nothing", () => {
  for (const said of [
    "I know that a hive has one queen.",
    "There is something that bees love about rain.",
    "This company sells honey.",
    "I think that bees dance in the dark.",
    "There was a hive that leaked in the dark.",
  ]) {
    assert.equal(pointing(said), "nothing", said);
  }
});

test("a person without a name is somebody who was named before", () => {
  assert.equal(pointing("I love how she puts the lid on."), "person");
  assert.equal(pointing("What he did is build a hive."), "person");
  assert.equal(pointing("My sister says she loves honey."), "nothing");
});

test("it points back unless it stands for what follows or for what is named", () => {
  assert.equal(pointing("Well, it took three days."), "it");
  assert.equal(pointing("It's great for other people too."), "it");
  assert.equal(pointing("It's important to let bees sleep."), "nothing");
  assert.equal(pointing("It turns out bees dance."), "nothing");
  assert.equal(pointing("The hive is old, so it leaks."), "nothing");
});

test("what is done to it names nothing for it, nor does what it is part of", () => {
  assert.equal(pointing("We end up fitting it in before winter."), "it");
  assert.equal(pointing("It's not aware of hives that you keep."), "it");
  assert.equal(pointing("It's that bees dance."), "it");
  assert.equal(pointing("It was starting to work."), "it");
  assert.equal(pointing("It's kind of hard to keep bees."), "nothing");
  assert.equal(pointing("I find it strange that bees dance."), "nothing");
});
