// What a clip is said to do by its kind, and what must bear that out.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MomentKind } from "../../../../media-node/clips/sentences/moment-kinds.ts";
import { reasonFor, textOf } from "../../../support/talks/talk-reason.ts";

test("advice is quoted by the nearest sentence that advises, figures by one with a number", () => {
  const said =
    "Winter was very long. Bees were cold. You should feed the weak hives sugar in March. We lost ninety hives last winter.";
  const reasonAs = (kind: MomentKind) => reasonFor(textOf(said), ["worth", "point"], { kind, point: 0 });
  assert.equal(reasonAs("advice"), "Gives advice. It says “You should feed the weak hives sugar in March”.");
  assert.equal(reasonAs("number"), "Names figures that matter. It says “We lost ninety hives last winter”.");
  assert.equal(reasonAs("claim"), "Takes a clear position. It says “Winter was very long”.");
});

test("where nothing said is advice or a figure, the clip is not said to be that", () => {
  const said = textOf("Winter was very long. Bees were cold in all of the hives. I never sold honey.");
  for (const kind of ["advice", "number"] as const)
    assert.equal(
      reasonFor(said, ["worth", "point"], { kind, point: 0 }),
      "It says “Winter was very long”.",
      kind,
    );
});

test("a clip is said to be funny where somebody near its point laughs at it or retorts", () => {
  const reasonOfJoke = (said: string) => reasonFor(textOf(said), ["worth"], { kind: "joke", point: 0 });
  assert.equal(reasonOfJoke("My bees pay no rent. That's hilarious."), "Has something to laugh about.");
  assert.equal(reasonOfJoke("My bees pay no rent. (laughs)"), "Has something to laugh about.");
  assert.equal(reasonOfJoke("My bees pay no rent. They sleep then."), "Holds together as one piece.");
});

test("a clip is said to tell a story where enough of it tells what was", () => {
  const reasonOfStory = (said: string) => reasonFor(textOf(said), ["worth"], { kind: "story", point: 0 });
  const told = "I kept bees once. My hive burned down. It is hard to say.";
  for (const said of [
    told,
    "Napoleon invaded Russia in summer. Alexander burned Moscow down. Winter killed most soldiers. Kutuzov waited.",
    "The thing is he lied to us. The truth is I knew it. The problem is she left.",
    "My wife's mother told us so. John's old aunt wrote a letter. My friend's hive burned down.",
  ])
    assert.match(reasonOfStory(said), /^Tells a story/, said);
  for (const said of [
    "I have kept bees for years. You open the hive. Then they fly. They are kept in wood. It is all quite easy.",
    "A hive can hold bees. You open it in spring. The bees find you. It was warm. They sleep then. So it goes.",
    "Hives kept in wood are warm. Bees fed on sugar are weak. Old queens lost in spring are dear. It's so.",
  ])
    assert.doesNotMatch(reasonOfStory(said), /story/, said);
});
