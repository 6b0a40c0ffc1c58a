// What numbers that are typed do to a clip's draft.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ClipDetails,
  draftOf,
  setTimes,
} from "../../../../../../control-plane/console/web/pages/clip/clip-draft.ts";

function wordAt(index: number) {
  return { index, word: `w${index}`, start: index + 0.1, end: index + 0.9 };
}

const CLIP = {
  start: 10,
  end: 15,
  title: "A clip",
  editingStyle: "STATIC_CROP",
  subtitle: { with_subtitle: true },
  wordsBefore: [8, 9].map(wordAt),
  words: [10, 11, 12, 13, 14].map(wordAt),
  wordsAfter: [15, 16].map(wordAt),
} as unknown as ClipDetails;

function handlesAfter(start: number, end: number): (number | null)[] {
  const { firstWord, lastWord, ...draft } = setTimes(draftOf(CLIP), CLIP, { start, end });
  assert.deepEqual([draft.start, draft.end], [start, end]);
  return [firstWord, lastWord];
}

test("handles follow times that are typed, to the words of which half or more lies within", () => {
  assert.deepEqual(handlesAfter(8.9, 13), [9, 12]);
  assert.deepEqual(handlesAfter(11.4, 16.6), [11, 16]);
  assert.deepEqual(handlesAfter(11.6, 16.4), [12, 15]);
});

test("times between which nothing is said leave the handles where they are", () => {
  assert.deepEqual(handlesAfter(11.92, 11.95), [10, 14]);
  assert.deepEqual(handlesAfter(14, 11), [10, 14]);
});
