// What numbers that are typed do to a clip's draft, and how its steps are taken back.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ClipDetails,
  changesOf,
  type Draft,
  draftOf,
  rewrite,
  setTimes,
} from "../../../../../../control-plane/console/web/pages/clip/clip-draft.ts";
import {
  historyOf,
  redone,
  stepOf,
  undone,
  withChange,
  withStep,
} from "../../../../../../control-plane/console/web/pages/clip/draft-history.ts";

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

const FIRST = draftOf(CLIP);
const titled = (title: string): Draft => ({ ...FIRST, title });

test("what is typed or dragged without a pause is one step, and each thing one of its own", () => {
  let history = historyOf(FIRST);
  for (const [at, title] of ["A", "A b", "A bi"].entries())
    history = withChange(history, titled(title), at * 200);
  history = withChange(history, titled("A bird"), 5_000);
  const [word] = CLIP.words;
  assert.ok(word !== undefined);
  history = withChange(history, rewrite(history.draft, word, "wx"), 5_100);
  history = withChange(history, rewrite(history.draft, word, "wxy"), 5_200);
  assert.equal(history.past.length, 3);
  assert.deepEqual(changesOf(undone(history).draft, CLIP), { title: "A bird" });
  assert.equal(undone(undone(history)).draft.title, "A bi");
  assert.deepEqual(changesOf(undone(undone(undone(history))).draft, CLIP), {});
});

test("what was taken back is made again, until something else is changed", () => {
  const history = withChange(withChange(historyOf(FIRST), titled("One"), 0), titled("Two"), 2_000);
  const back = undone(history);
  assert.deepEqual([back.draft.title, redone(back).draft.title], ["One", "Two"]);
  const other = withChange(back, titled("Three"), 2_100);
  assert.equal(redone(other).draft.title, "Three");
  assert.deepEqual([undone(other).draft.title, undone(undone(other)).draft.title], ["One", "A clip"]);
});

test("undoing all is a step that can be taken back, and a change of nothing is none", () => {
  const changed = withChange(historyOf(FIRST), titled("One"), 0);
  const all = withStep(changed, draftOf(CLIP));
  assert.deepEqual([all.draft.title, undone(all).draft.title], ["A clip", "One"], "however soon");
  assert.equal(withChange(changed, titled("One"), 9_000), changed);
  const first = historyOf(FIRST);
  assert.deepEqual([undone(first), redone(first)], [first, first]);
});

test("the keys of each system take steps back and make them again", () => {
  const key = (text: string) => {
    const parts = text.split("+");
    return {
      key: parts.at(-1) ?? "",
      ctrlKey: parts.includes("Ctrl"),
      metaKey: parts.includes("Cmd"),
      shiftKey: parts.includes("Shift"),
      altKey: parts.includes("Alt"),
    };
  };
  assert.deepEqual(
    ["Ctrl+z", "Cmd+z"].map((text) => stepOf(key(text))),
    ["undo", "undo"],
  );
  const forth = ["Ctrl+Shift+Z", "Cmd+Shift+Z", "Ctrl+y"];
  assert.deepEqual(
    forth.map((text) => stepOf(key(text))),
    ["redo", "redo", "redo"],
  );
  assert.deepEqual(
    ["z", "Alt+Ctrl+z", "Cmd+y", "Ctrl+a"].map((text) => stepOf(key(text))),
    [undefined, undefined, undefined, undefined],
  );
});
