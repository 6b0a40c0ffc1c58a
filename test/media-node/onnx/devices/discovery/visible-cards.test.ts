// CUDA_VISIBLE_DEVICES as CUDA reads it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleCards } from "../../../../../media-node/onnx/devices/discovery/visible-cards.ts";

const CARDS = [
  { index: 0, uuid: "GPU-aa11" },
  { index: 1, uuid: "GPU-bb22" },
  { index: 2, uuid: "MIG-cc33" },
];
const visible = (variable: string | undefined): number[] =>
  visibleCards(CARDS, variable).map(({ index }) => index);

test("without the variable all cards are visible, and with an empty one none", () => {
  assert.deepEqual(visible(undefined), [0, 1, 2]);
  assert.deepEqual(visible(""), []);
  assert.deepEqual(visible("-1"), []);
});

test("numbers and the beginnings of UUIDs name cards, in their order", () => {
  assert.deepEqual(visible("2, 0"), [2, 0]);
  assert.deepEqual(visible("GPU-bb,MIG-cc33"), [1, 2]);
  assert.deepEqual(visible("GPU-"), []);
});

test("the list ends where it names nothing, or a card again", () => {
  assert.deepEqual(visible("1,7,0"), [1]);
  assert.deepEqual(visible("1,1,0"), [1]);
});
