// Which word a reason names as what a clip speaks of.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FeatureName } from "../../../../media-node/clips/virality/virality-feature-list.ts";
import { reasonFor, textOf } from "../../../support/talks/talk-reason.ts";

test("what a clip speaks of has two words where it mostly says them together", () => {
  const said =
    "We keep an orchard hive. Your orchard hive sleeps in winter. Nobody sells an orchard hive. A hive is old.";
  assert.equal(
    reasonFor(textOf(said), ["worth"], { kind: "claim" }),
    "Takes a clear position on “orchard hive”.",
  );
  const counted = "It costs ten per month. It was nine per week. It is less per day, and less per hour.";
  assert.equal(reasonFor(textOf(counted), ["worth"], { kind: "claim" }), "Takes a clear position.");
});

test("what only describes is no subject by itself, and counts for the thing that is named after it", () => {
  const reasonOfClaim = (said: string) => reasonFor(textOf(said), ["worth"], { kind: "claim" });
  assert.equal(
    reasonOfClaim("A hive is complex. Most complex yards sleep. Nobody sells complexity, and it is complex."),
    "Takes a clear position on “complexity”.",
  );
  for (const word of ["complex", "ago", "instead"])
    assert.equal(
      reasonOfClaim(`It was ${word}. They came ${word}. She went ${word}.`),
      "Takes a clear position.",
      word,
    );
  const joined = "A social hive sleeps. Nobody sells a social hive. My social hive is old.";
  assert.equal(reasonOfClaim(joined), "Takes a clear position on “social hive”.");
});

test("what only counts, describes or does something is no subject, however often it is said", () => {
  const features: FeatureName[] = ["worth", "thoughtEnds"];
  const hinted = { likeliestKind: "joke" } as const;
  for (const said of [
    "The ones from spring were cheap. Those ones are gone. Even secondhand ones cost a fortune.",
    "You keep the original raw. You go back to the original raw. We had the original raw.",
    "They said fifteen or bust. It really was bust. You ship it or bust.",
  ])
    assert.match(reasonFor(textOf(said), features, hinted), /^Ends with a finished thought\./, said);
  const both = "The ones with a queen. Those ones need a queen. Other ones, many ones, kill a queen.";
  assert.match(reasonFor(textOf(both), features, hinted), /^Speaks of “queen”/);
});
