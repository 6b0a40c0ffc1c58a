import assert from "node:assert/strict";
import { test } from "node:test";
import { argmax } from "../../../../media-node/signal/argmax.ts";
import {
  applyTokenRules,
  logSumExp,
  type TokenRules,
} from "../../../../media-node/speech/whisper/whisper-token-rules.ts";

// A vocabulary of 20: text 0 to 9, end 10, start 11, <|notimestamps|> 12, times 13 to 19.
const SIZE = 20;
const END = 10;
const T0 = 13;
const RULES: TokenRules = {
  endToken: END,
  timestampBegin: T0,
  suppressed: [3, 11],
  suppressedAtBegin: [0, END],
  hasTimestamps: true,
  maxInitialTimestampIndex: 2,
};

/** Tokens that the rules leave, for a row that said `sampled`. */
function allowed(sampled: readonly number[], rules: TokenRules = RULES, logits = textLogits()): number[] {
  applyTokenRules(logits, sampled, rules);
  return [...logits.keys()].filter((token) => logits[token] !== Number.NEGATIVE_INFINITY);
}

/** Text is far likelier than all times together. */
function textLogits(): Float32Array {
  return Float32Array.from({ length: SIZE }, (_, token) => (token < T0 ? 5 : 0));
}

test("suppressed tokens are never said, and some not at the beginning", () => {
  const rules = { ...RULES, hasTimestamps: false };
  assert.deepEqual(allowed([], rules), [1, 2, 4, 5, 6, 7, 8, 9, 12, ...[13, 14, 15, 16, 17, 18, 19]]);
  assert.deepEqual(allowed([1], rules), [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 12, ...[13, 14, 15, 16, 17, 18, 19]]);
});

test("the first token is a time, and not a late one", () => {
  assert.deepEqual(allowed([]), [T0, T0 + 1, T0 + 2]);
});

test("after the opening time comes text or the end", () => {
  assert.deepEqual(allowed([T0]), [0, 1, 2, 4, 5, 6, 7, 8, 9, END]);
});

test("after text comes text, the end, or a later time", () => {
  assert.deepEqual(allowed([T0 + 3, 1]), [0, 1, 2, 4, 5, 6, 7, 8, 9, END, T0 + 4, T0 + 5, T0 + 6]);
});

test("a closing time is followed by the end, or by an opening time that is not earlier", () => {
  assert.deepEqual(allowed([T0, 1, T0 + 4]), [END, T0 + 4, T0 + 5, T0 + 6]);
});

test("a pair of times is followed by text or the end", () => {
  assert.deepEqual(allowed([T0, 1, T0 + 4, T0 + 4]), [0, 1, 2, 4, 5, 6, 7, 8, 9, END]);
});

test("times win when they are likelier together than any single text, though each alone is not", () => {
  const logits = new Float32Array(SIZE).fill(Number.NEGATIVE_INFINITY);
  logits[2] = Math.log(0.4);
  for (let token = T0 + 1; token < SIZE; token += 1) logits[token] = Math.log(0.1);
  assert.equal(argmax(logits), 2);
  assert.deepEqual(allowed([T0, 1], RULES, logits.slice()), [14, 15, 16, 17, 18, 19]);
  logits[2] = Math.log(0.7);
  assert.deepEqual(allowed([T0, 1], RULES, logits), [2, 14, 15, 16, 17, 18, 19]);
});

test("sums of exponentials neither overflow nor count what is forbidden", () => {
  assert.ok(Math.abs(logSumExp(Float32Array.of(1000, 1000)) - (1000 + Math.log(2))) < 1e-9);
  assert.equal(logSumExp(Float32Array.of(-Infinity, 3)), 3);
  assert.equal(logSumExp(Float32Array.of(-Infinity, -Infinity)), -Infinity);
});
