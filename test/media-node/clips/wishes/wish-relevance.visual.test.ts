import assert from "node:assert/strict";
import { test } from "node:test";
import { readVisualWishes } from "../../../../media-node/clips/wishes/wish-relevance.ts";

test("frames are asked for topics and titles, not for requests and kinds of moments", () => {
  assert.deepEqual(readVisualWishes("please find clips about a red car", null)?.topic, "a red car");
  assert.deepEqual(readVisualWishes("a  dog", "Dogs of the world"), {
    topic: "a dog",
    title: "Dogs of the world",
  });
  assert.equal(readVisualWishes("the funniest parts", ""), null);
  assert.equal(readVisualWishes("die lustigsten Momente", ""), null);
  assert.equal(readVisualWishes(null, null), null);
});
