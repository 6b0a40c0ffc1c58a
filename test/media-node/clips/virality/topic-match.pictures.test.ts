import assert from "node:assert/strict";
import { test } from "node:test";
import { readPictureWishes } from "../../../../media-node/clips/virality/topic-match.ts";

test("pictures are asked for topics and titles, not for requests and kinds of moments", () => {
  assert.deepEqual(readPictureWishes("please find clips about a red car", null)?.topic, "a red car");
  assert.deepEqual(readPictureWishes("a  dog", "Dogs of the world"), {
    topic: "a dog",
    title: "Dogs of the world",
  });
  assert.equal(readPictureWishes("the funniest parts", ""), null);
  assert.equal(readPictureWishes(null, null), null);
});
