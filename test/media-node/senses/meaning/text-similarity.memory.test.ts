// What a thread remembers of words stays with it from one job to the next.
import assert from "node:assert/strict";
import { test } from "node:test";
import { contentStems, keysIn } from "../../../../media-node/senses/meaning/text-similarity.ts";
import { collectGarbage } from "../../../support/collect-garbage.ts";

const MIB = 2 ** 20;

test("of long words, such as a hostile file's, nothing is remembered", () => {
  const word = (index: number): string => `x${String(index).padStart(6, "0")}`.repeat(1_000);
  contentStems(keysIn(word(0)));
  collectGarbage();
  const beforeBytes = process.memoryUsage().heapUsed;
  for (let index = 1; index <= 5_000; index += 1) contentStems(keysIn(word(index)));
  collectGarbage();
  const keptBytes = process.memoryUsage().heapUsed - beforeBytes;
  assert.ok(keptBytes < 4 * MIB, `${Math.round(keptBytes / MIB)} MiB are kept`);
});
