import assert from "node:assert/strict";
import { test } from "node:test";
import { promptWindows, weighStates } from "../../../../media-node/images/diffusion/prompt-windows.ts";

const TOKENS = { startToken: 100, endToken: 101, padToken: 102, windowTokens: 6, maxWindows: 3 };
const lengths = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0) - 96);

test("a short prompt is one window, filled up", () => {
  const [window, ...others] = promptWindows([{ text: "ab", weight: 1 }], lengths, TOKENS);
  assert.deepEqual(window?.tokens, [100, 1, 2, 101, 102, 102]);
  assert.deepEqual(others, []);
});

test("no prompt is one window all the same", () => {
  assert.deepEqual(promptWindows([], lengths, TOKENS)[0]?.tokens, [100, 101, 102, 102, 102, 102]);
});

test("a longer one goes on in the next window, with its weights, and its end is left out where it is too long", () => {
  const parts = [
    { text: "abc", weight: 1 },
    { text: "de", weight: 1.5 },
  ];
  const windows = promptWindows(parts, lengths, TOKENS);
  assert.deepEqual(
    windows.map(({ tokens }) => tokens),
    [
      [100, 1, 2, 3, 4, 101],
      [100, 5, 101, 102, 102, 102],
    ],
  );
  assert.deepEqual(windows[0]?.weights, [1, 1, 1, 1, 1.5, 1]);
  assert.deepEqual(windows[1]?.weights, [1, 1.5, 1, 1, 1, 1]);
  assert.equal(promptWindows([{ text: "a".repeat(50), weight: 1 }], lengths, TOKENS).length, 3);
});

test("emphasis scales a token's states, and the mean of all stays", () => {
  const states = Float32Array.of(1, 2, 3, 4, 5, 6);
  weighStates(states, [1, 2, 1]);
  const scale = 21 / 28;
  assert.deepEqual(
    [...states],
    [1, 2, 6, 8, 5, 6].map((value) => value * scale),
  );
});

test("states whose mean says nothing are scaled by the weights alone", () => {
  const states = Float32Array.of(1, -1, 2, -2);
  weighStates(states, [1, 1.5]);
  assert.deepEqual([...states], [1, -1, 3, -3]);
});
