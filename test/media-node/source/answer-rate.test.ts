import assert from "node:assert/strict";
import { test } from "node:test";
import { AnswerRate } from "../../../media-node/source/answer-rate.ts";

const BOUND = { windowMs: 1_000, bytes: 100 };

test("what connections bring counts together, and time that they share counts once", () => {
  const clock = { ms: 0 };
  const rate = new AnswerRate(BOUND, () => clock.ms);
  const [keys, segments] = [rate.connection(), rate.connection()];
  for (clock.ms = 100; clock.ms <= 5_000; clock.ms += 100) {
    assert.equal(keys.isTooSlowWith(1), false);
    assert.equal(segments.isTooSlowWith(10), false);
  }
});

test("connections are too slow once a window has brought too little on all of them", () => {
  const clock = { ms: 0 };
  const rate = new AnswerRate(BOUND, () => clock.ms);
  const connections = [rate.connection(), rate.connection()];
  for (clock.ms = 100; clock.ms < 1_000; clock.ms += 100) {
    for (const connection of connections) assert.equal(connection.isTooSlowWith(1), false);
  }
  assert.equal(connections[0]?.isTooSlowWith(1), true);
});

test("silence before bytes of the client counts for nothing, silence before the server's does", () => {
  const clock = { ms: 0 };
  const connection = new AnswerRate(BOUND, () => clock.ms).connection();
  for (let count = 0; count < 9; count += 1) {
    clock.ms += 100;
    assert.equal(connection.isTooSlowWith(1), false);
    clock.ms += 100_000;
    connection.noteSent();
  }
  clock.ms += 100;
  assert.equal(connection.isTooSlowWith(1), true);
});
