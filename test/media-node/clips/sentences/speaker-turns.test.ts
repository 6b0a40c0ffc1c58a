import assert from "node:assert/strict";
import { test } from "node:test";
import { speakerTurns } from "../../../../media-node/clips/sentences/speaker-turns.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";

const UNMARKED = Array<undefined>(200).fill(undefined);

test("pauses of two lengths tell turns", () => {
  const random = seededRandom(3);
  const gaps = UNMARKED.map((_, index) => (index % 5 === 0 ? 0.6 : 0.25) * (0.9 + 0.2 * random()));
  const turns = speakerTurns([Number.POSITIVE_INFINITY, ...gaps.slice(1)], UNMARKED);
  assert.deepEqual(
    [...turns],
    gaps.map((_, index) => (index % 5 === 0 ? 1 : 0)),
  );
});

test("pauses of all lengths tell nothing", () => {
  const random = seededRandom(5);
  for (const pause of [
    () => 0.2 + random(),
    () => 0.4 * Math.exp(0.8 * (random() + random() + random() - 1.5)),
    () => 0.3,
    () => (random() < 0.7 ? 0 : 0.5),
  ]) {
    assert.ok(
      speakerTurns(UNMARKED.map(pause), UNMARKED)
        .slice(1)
        .every((turn) => turn === 0.5),
    );
  }
});

test("marks say more than pauses, and no sentences have no turns", () => {
  assert.deepEqual([...speakerTurns([9, 0.1, 2, 0.1], [undefined, true, false, undefined])], [1, 1, 0, 0.5]);
  assert.deepEqual([...speakerTurns([], [])], []);
});
