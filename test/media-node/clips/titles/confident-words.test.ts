// What is shown of words of which a recognizer is not sure.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeTalk } from "../../../support/talks/titled-talk.ts";

const SAID =
  "The killer swarm makes ninety percent of all honey in this valley. Old bees fly to the river at night. " +
  "The killer swarm knows the river.";

test("the title, and hashtags, are of words that are heard well, where there are some", () => {
  const sure = describeTalk(SAID);
  assert.match(sure.title, /killer/i);
  assert.ok(sure.hashtags.includes("#KillerSwarm"), sure.hashtags.join(" "));
  const unsure = describeTalk(SAID, { scores: { killer: 0.4 } });
  assert.equal(unsure.title, "Old bees fly to the river at night");
  assert.doesNotMatch(unsure.hashtags.join(" "), /killer/i);
});

test("where nothing else is there, the title is of what is heard all the same", () => {
  const said = "The killer swarm makes ninety percent of all honey.";
  assert.equal(describeTalk(said, { scores: { killer: 0.4 } }).title, describeTalk(said).title);
});
