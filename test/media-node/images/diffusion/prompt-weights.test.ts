import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readPromptWeights } from "../../../../media-node/images/diffusion/prompt-weights.ts";

function read(prompt: string): [string, number][] {
  return readPromptWeights(prompt).map(({ text, weight }) => [text, Number(weight.toFixed(4))]);
}

test("a prompt without marks is one text", () => {
  assert.deepEqual(read("a red barn: in snow"), [["a red barn: in snow", 1]]);
  assert.deepEqual(read(""), []);
});

test("brackets weigh what stands in them, and each level multiplies", () => {
  assert.deepEqual(read("a (red) barn"), [
    ["a ", 1],
    ["red", 1.1],
    [" barn", 1],
  ]);
  assert.deepEqual(read("a ((red)) [barn]"), [
    ["a ", 1],
    ["red", 1.21],
    [" ", 1],
    ["barn", 0.9091],
  ]);
  assert.deepEqual(read("(a (red:1.5) barn:2)"), [
    ["a ", 2],
    ["red", 3],
    [" barn", 2],
  ]);
});

test("a number in brackets is the weight", () => {
  assert.deepEqual(read("(red barn:1.3), snow"), [
    ["red barn", 1.3],
    [", snow", 1],
  ]);
  assert.deepEqual(read("(red: .5)"), [["red", 0.5]]);
  assert.deepEqual(read("(ratio 16:9 wide:1.2)"), [["ratio 16:9 wide", 1.2]]);
});

test("a backslash takes a bracket for itself", () => {
  assert.deepEqual(read(String.raw`a \(red\) barn\\`), [["a (red) barn\\", 1]]);
});

test("what is not closed reaches to the end, and what was not opened is text", () => {
  assert.deepEqual(read("a (red barn"), [
    ["a ", 1],
    ["red barn", 1.1],
  ]);
  assert.deepEqual(read("a red) barn]"), [["a red) barn]", 1]]);
  assert.deepEqual(read("time 12:30)"), [["time 12:30)", 1]]);
});

test("no prompt breaks it, weights stay finite, and no letter is lost", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: fc.constantFrom(..."ab ()[]:\\.19") }), (prompt) => {
      const parts = readPromptWeights(prompt);
      for (const { weight } of parts) assert.ok(weight >= 0 && weight <= 4);
      const letters = parts.map(({ text }) => text.replaceAll(/[^ab]/g, "")).join("");
      assert.equal(letters, prompt.replaceAll(/[^ab]/g, ""));
    }),
  );
});
