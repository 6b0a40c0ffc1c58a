// The keys by which a form's content that is sent again finds the task that it made.
import assert from "node:assert/strict";
import { test } from "node:test";
import { IdempotencyKeys } from "../../../../../control-plane/console/web/api/idempotency-keys.ts";

interface Keyed {
  readonly title: string;
  readonly idempotency_key: string;
}

async function keyOf(keys: IdempotencyKeys, title: string, isLost = false): Promise<string> {
  let key = "";
  const sent = keys.send({ title }, async (keyed) => {
    assert.equal((keyed as Keyed).title, title);
    key = (keyed as Keyed).idempotency_key;
    if (isLost) throw new Error("lost");
  });
  await (isLost ? assert.rejects(sent, /lost/) : sent);
  return key;
}

test("a content keeps its key until it is answered, also while others are sent", async () => {
  const keys = new IdempotencyKeys();
  const lost = await keyOf(keys, "a", true);
  assert.match(lost, /^[0-9a-f]{32}$/);
  const other = await keyOf(keys, "b", true);
  assert.notEqual(other, lost);
  assert.equal(await keyOf(keys, "a", true), lost);
  assert.equal(await keyOf(keys, "a"), lost);
  assert.notEqual(await keyOf(keys, "a"), lost, "asked for once more after it was made");
  assert.equal(await keyOf(keys, "b"), other);
});
