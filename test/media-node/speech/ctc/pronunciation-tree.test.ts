import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bestBelow, buildPronunciationTree } from "../../../../media-node/speech/ctc/pronunciation-tree.ts";

type Tree = ReturnType<typeof buildPronunciationTree>;

/** The node at the end of `symbols`, or undefined, found from the root. */
function walk(tree: Tree, symbols: readonly number[]): number | undefined {
  let node = 0;
  for (const symbol of symbols) {
    const children = Array.from(
      { length: (tree.firstChild[node + 1] ?? 0) - (tree.firstChild[node] ?? 0) },
      (_, index) => (tree.firstChild[node] ?? 0) + index,
    );
    const child = children.find((each) => tree.symbol[each] === symbol);
    if (child === undefined) return undefined;
    assert.equal(tree.parent[child], node);
    node = child;
  }
  return node;
}

function endingsAt(tree: Tree, node: number): number[] {
  return [...tree.endingEntry.subarray(tree.firstEnding[node], tree.firstEnding[node + 1])];
}

test("words that begin alike share nodes, and words that sound alike end at one node", () => {
  const entries = [
    { word: "see", symbols: [3, 1] },
    { word: "sea", symbols: [3, 1] },
    { word: "seat", symbols: [3, 1, 2] },
    { word: "it", symbols: [0, 2] },
  ];
  const tree = buildPronunciationTree(entries, 4);
  assert.equal(tree.nodeCount, 6);
  assert.deepEqual(endingsAt(tree, walk(tree, [3, 1]) ?? -1), [0, 1]);
  assert.deepEqual(endingsAt(tree, walk(tree, [3, 1, 2]) ?? -1), [2]);
  assert.deepEqual([...tree.rootChild], [walk(tree, [0]), -1, -1, walk(tree, [3])]);
});

test("every entry is found at the end of its symbols and nowhere else", () => {
  const symbols = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(symbols, { minLength: 1, maxLength: 30 }), (lists) => {
      const tree = buildPronunciationTree(
        lists.map((list, index) => ({ word: `w${index}`, symbols: list })),
        5,
      );
      lists.forEach((list, index) => {
        assert.ok(endingsAt(tree, walk(tree, list) ?? -1).includes(index));
      });
      assert.equal(tree.endingEntry.length, lists.length);
      const prefixes = new Set(lists.flatMap((list) => list.map((_, end) => list.slice(0, end + 1).join())));
      assert.equal(tree.nodeCount, prefixes.size + 1);
    }),
  );
});

test("the best score below a node is that of the best word that can still come there", () => {
  const entries = [
    { word: "a", symbols: [0] },
    { word: "ab", symbols: [0, 1] },
    { word: "abc", symbols: [0, 1, 2] },
    { word: "b", symbols: [1] },
  ];
  const tree = buildPronunciationTree(entries, 3);
  const best = bestBelow(tree, [-1, -5, -3, -2]);
  const at = (symbols: readonly number[]): number | undefined => best[walk(tree, symbols) ?? -1];
  assert.deepEqual([at([]), at([0]), at([0, 1]), at([0, 1, 2]), at([1])], [0, -1, -3, -3, -2]);
});
