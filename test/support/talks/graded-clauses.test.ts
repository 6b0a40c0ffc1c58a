// The grades of titles, as the repository keeps them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readGradedClips } from "./graded-clauses.ts";
import { readMarkedConversations } from "./marked-moments.ts";

test("graded clauses lie within their clips, each graded once", () => {
  const names = readMarkedConversations(["held", "fit", "rest"]).map(({ conversation }) => conversation);
  const clips = readGradedClips(new Set(names));
  assert.ok(clips.length > 800, `${clips.length} clips`);
  for (const { conversation, firstWord, endWord, clauses } of clips) {
    const places = clauses.map(({ from, to }) => `${from} ${to}`);
    assert.equal(new Set(places).size, clauses.length, conversation);
    for (const { from, to } of clauses) {
      assert.ok(from >= 0 && from < to && to <= endWord - firstWord, `${conversation}, ${from} to ${to}`);
    }
  }
});
