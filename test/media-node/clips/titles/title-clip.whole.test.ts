import assert from "node:assert/strict";
import { test } from "node:test";
import { titleOf } from "../../../support/talks/titled-talk.ts";

/** A sentence that any good clause goes before. */
const ELSE = "Old smoke kills bees.";

test("a clause ends where its thought does", () => {
  for (const said of [
    "If you ask for a hive, you are shown a terrible, old thing that somebody left there.",
    "If I was never home, I would have lost so many of my very best young queens there.",
    'People that never kept bees will look up and go, "You have the whole meadow for yourselves there."',
    "There are swarms that even if they never find any honey yet, will go on until the night.",
  ])
    assert.doesNotMatch(titleOf(`${said} ${ELSE}`), /(?:terrible|lost|go|yet)$/, said);
});

test("a clause that another one like its last is joined to may stand without it", () => {
  assert.equal(
    titleOf(
      "Everything here depends on how you see the hive and how you believe that you are dealing with it, and the smoke that you use, beyond the old hives of the north.",
    ),
    "Everything here depends on how you see the hive",
  );
});

test("a list is not cut, nor a doubled word", () => {
  for (const said of [
    "You don't have terrible hives that need old keepers, good meadows, clean water in one yard of the north.",
    "We lost our terrible old hives for many, many long and bitter years in the far north of the country.",
  ])
    assert.doesNotMatch(titleOf(`${said} ${ELSE}`), /keepers$|many$/, said);
});

test("a subject after a comma is no rest of a list, whether its sentence has an end or not", () => {
  const said =
    "We lost our terrible old queen, the bees and my uncle left for the far north of the whole country";
  for (const end of [".", ""])
    assert.equal(titleOf(`${ELSE} ${said}${end}`), "We lost our terrible old queen", end);
});

test("what is put in between dashes is not parted from the clause that it interrupts", () => {
  assert.equal(
    titleOf(
      "It means it was kind of easy to - or at least not as bitter - learn just about all of the terrible smoke. The hive is ours.",
    ),
    "The hive is ours",
  );
  assert.equal(
    titleOf("My terrible uncle - he was old then - sold it. We slept."),
    "My terrible uncle - he was old then - sold it",
  );
});

test("what trails off after a whole thought may be a title", () => {
  assert.equal(
    titleOf("I lost my terrible queen at the market... It was so."),
    "I lost my terrible queen at the market",
  );
  assert.equal(titleOf("The terrible queen of the market was... It was so."), "It was so");
});

test("a participle hangs on the clause before it, or is the subject of its own", () => {
  assert.doesNotMatch(
    titleOf(`It ran all day, losing like honey, and nothing terrible could stop it.`),
    /^losing/i,
  );
  assert.equal(
    titleOf(
      "I tried it once and then again for years in the far north, but keeping terrible bees in the city was slow.",
    ),
    "Keeping terrible bees in the city was slow",
  );
});

test("what is said of a subject after an insertion is no clause with it", () => {
  assert.doesNotMatch(
    titleOf(
      `The terrible hive - that until now is still ours, but will be sold soon - keeps ten swarms. ${ELSE}`,
    ),
    /ours/,
  );
  assert.doesNotMatch(
    titleOf(`It's the old hives, but then the terrible work, which we know is like the unseen... ${ELSE}`),
    /unseen/,
  );
});

test("what goes on with a quotation is not parted from it", () => {
  for (const said of [
    'There is no terrible old way to foresee "Will you lose your hives, or will the swarm choose what it works on in summer?"',
    'We told the terrible keepers "Here is so much honey, and so much wax, that nobody can ever carry it home."',
  ])
    assert.doesNotMatch(titleOf(`${said} ${ELSE}`), /foresee$|keepers$/, said);
});

test("what somebody was asked or told belongs to the clause", () => {
  for (const said of [
    "In at least one terrible hive, I asked it -- what did I? The end.",
    "My terrible uncle told them -- and who was it? The end.",
  ])
    assert.doesNotMatch(titleOf(said), /(?:asked it|told them)$/, said);
  assert.equal(titleOf("My terrible uncle told them. It was so."), "My terrible uncle told them");
});

test("a subject without its verb is no clause with the verb of another one", () => {
  for (const said of [
    "There have to be hands, and terrible processes in place, because things don't go right.",
    "The terrible meadows the bees have, and one keeper at the lake has, is the clover.",
    "Right as we got to the terrible end of the line, somebody who worked there was guiding all of the others to the door.",
    "Long before we got to the terrible hive, somebody who worked there was guiding all of the others to the door.",
  ])
    assert.doesNotMatch(titleOf(`${said} ${ELSE}`), /^(?:Terrible pro|One keeper|Right|Long)/, said);
  assert.equal(
    titleOf("Right as we got to the terrible hive, my uncle slept."),
    "Right as we got to the terrible hive, my uncle slept",
  );
});

test("a whole sentence of 13 words is a title where it fits", () => {
  const said = "You don't see how bad a hive is until you open it up";
  assert.equal(titleOf(`${said}. It was so.`), said);
});

test("a part of a condition is no title", () => {
  for (const said of [
    "If you keep bees in the north, and you make terrible honey there, and you sell it, nobody comes back.",
    "If you write all of the rules down, and the keepers never follow a rule, you have what you deserve.",
    "When I open the hive and the terrible bees never move, I am worried.",
  ])
    assert.doesNotMatch(titleOf(said), /^(?!When).*terrible|^the keepers/i, said);
});

test("a clause may lose what is only said beside it", () => {
  assert.equal(
    titleOf("I was not ready for the way in which bees changed me, to say the very least of it."),
    "I was not ready for the way in which bees changed me",
  );
});

test("how something is goes with what depends on it", () => {
  assert.doesNotMatch(
    titleOf("It all depends on the hive and how you believe you're keeping your terrible bees."),
    /^how/i,
  );
  assert.doesNotMatch(
    titleOf("I have a friend who I was teaching to keep terrible bees, and he sells honey."),
    /^who/i,
  );
});

test("a quotation of several sentences that is denied is no title in any of them", () => {
  assert.equal(
    titleOf(
      `You should not jump at it and say "Oh, this is easy. Let's put all of our terrible hives there." ${ELSE}`,
    ),
    "Old smoke kills bees",
  );
  assert.equal(
    titleOf(`If you don't like it there, they say "This is easy. Honey heals every terrible wound." ${ELSE}`),
    "Honey heals every terrible wound",
  );
});

test("what is said on a condition comes with it", () => {
  for (const said of [
    "The last terrible problem is that as I try to keep my bees.",
    "My uncle said even though you do not feed those terrible bees.",
    "I don't think when you say terrible bees.",
    'If you say "Oh, we sold the terrible hive there"...',
  ])
    assert.equal(titleOf(`${said} ${ELSE}`), "Old smoke kills bees", said);
});

test("what hangs on the words before it is no clause", () => {
  for (const said of [
    "I went to a terrible place, where I was alone all day, I was in bed.",
    "We all know very well by now, that Rome's old terrible hive is the largest hive in the north.",
  ])
    assert.doesNotMatch(titleOf(said), /^(?:where|that)/i, said);
  assert.doesNotMatch(
    titleOf("Because on Sundays, in winter, it is terrible in a hive. It was so."),
    /^because/i,
  );
});

test("nothing is read across into a sentence that begins without a mark before it", () => {
  const begun = "My terrible old queen lost every swarm, but they They fixed the hive. It was so.";
  assert.doesNotMatch(titleOf(begun), /they fixed/i);
});

test("who is written with a capital for reverence begins no sentence", () => {
  const believed = "In those terrible winters I know He forgives the old swarms.";
  assert.doesNotMatch(titleOf(`${believed} It was so.`), /^He /);
});

test("what names a thing goes before what points back in front of it, or names it twice", () => {
  for (const said of [
    "Without it, the terrible swarm dies in winter",
    "The idea is this - it's a terrible hive for wasps",
  ])
    assert.equal(titleOf(`${said}. Old swarms leave their hives.`), "Old swarms leave their hives");
});

test("a quotation that lost its end denies nothing after its sentence", () => {
  const said = 'You never come to where you say "Now all is good. Old bees lose their own terrible hives.';
  assert.equal(titleOf(said), "Old bees lose their own terrible hives");
  assert.notEqual(titleOf(`${said}" ${ELSE}`), "Old bees lose their own terrible hives");
});

test("a few words that any clip could say go behind what names something", () => {
  const said = "Never let go. I open an old hive in spring.";
  assert.equal(titleOf(said, { point: "Never" }), "I open an old hive in spring");
});

test("a whole sentence goes before one that trails off, and a quotation before what follows it is no clause", () => {
  const unfinished = "You have this terrible work to clean hives...";
  assert.equal(titleOf(`Old bees lose their own hives. ${unfinished}`), "Old bees lose their own hives");
  assert.doesNotMatch(titleOf(`"We only keep terrible bees", or maybe it is only wasps. ${ELSE}`), /wasps/);
});

test("what leaves its end unsaid, or only reports a quotation, goes behind what says something", () => {
  const plain = "We fed them some syrup then.";
  assert.equal(
    titleOf(`Trust in old terrible smoke is useful. Blind trust in old terrible smoke is not. ${plain}`, {
      rated: { Blind: { opens: 1 } },
    }),
    "Trust in old terrible smoke is useful",
  );
  assert.equal(
    titleOf('Then she was just "Oh, terrible honey sells". My wife was amazed at honey.', {
      rated: { she: { opens: 2 } },
    }),
    "My wife was amazed at honey",
  );
  assert.doesNotMatch(
    titleOf(`The terrible smoke is not going to allow. ${plain}`, { rated: { terrible: { inside: 2 } } }),
    /allow$/,
  );
});

test("what ends with what is denied or allowed is a whole title where it says what is meant", () => {
  for (const [said, title] of [
    [
      "Coding is easy but shipping terrible products is not.",
      "Coding is easy but shipping terrible products is not",
    ],
    ["Old hives die young and new hives do not.", "Old hives die young and new hives do not"],
    ["Terrible phones are not allowed.", "Terrible phones are not allowed"],
    ["Money is cheap, terrible trust is not.", "Money is cheap, terrible trust is not"],
  ] as const)
    assert.equal(titleOf(`${said} We fed them some syrup then.`), title);
});

test("what somebody knows is a clause of its own, and so is what is said before its outcome", () => {
  const long =
    "and they will tell you about it for as long as you may care to sit with them in their yard there";
  assert.equal(
    titleOf(
      `I think whoever lived with a hive for a whole year in the north knows that old bees hate terrible smoke, ${long}.`,
    ),
    "Old bees hate terrible smoke",
  );
  assert.equal(
    titleOf(
      "Our hives got almost ten times as much honey, so that was one of the things that we wanted to see in the end, is that you did not need to wait for more than a year for all of the bees.",
    ),
    "Our hives got almost ten times as much honey",
  );
  assert.equal(
    titleOf(
      `My uncle was telling us the other day about how there's a club for old queens in the north, ${long}.`,
    ),
    "There's a club for old queens in the north",
  );
  assert.equal(
    titleOf(`Back then all of us learned that 1) old bees hate terrible smoke, and 2) to sell it, ${long}.`),
    "Old bees hate terrible smoke",
  );
  assert.equal(
    titleOf(
      "It's not that a hive is easier than a garden, it's that the bees need far more patience than you.",
    ),
    "The bees need far more patience than you",
  );
});

test("what waits for what is yet to be said is no title, even where nothing else is one", () => {
  const said =
    "Because if you keep a hive, you want to know. As for the queens, there and in the whole north, no.";
  assert.doesNotMatch(titleOf(said), /want to know/);
});
