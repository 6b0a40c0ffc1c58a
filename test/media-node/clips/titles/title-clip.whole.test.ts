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

test("a part of a condition is no title", () => {
  for (const said of [
    "If you keep bees in the north, and you make terrible honey there, and you sell it, nobody comes back.",
    "If you write all of the rules down, and the keepers never follow a rule, you have what you deserve.",
    "When I open the hive and the terrible bees never move, I am worried.",
  ])
    assert.doesNotMatch(titleOf(said), /terrible|^the keepers/i, said);
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
