import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ID_PREFIXES, type IdKind, isId, newId, newIdOf, timeDigits } from "../../shared/ids.ts";

const KINDS = Object.keys(ID_PREFIXES) as IdKind[];
const kind = fc.constantFrom(...KINDS);
const timeMs = fc.integer({ min: 0, max: 2 ** 48 - 1 });

test("an id has its prefix and is recognized as its kind and no other", () => {
  fc.assert(
    fc.property(kind, timeMs, (one, time) => {
      const id = newId(one, time);
      assert.ok(id.startsWith(`${ID_PREFIXES[one]}_`));
      assert.deepEqual(
        KINDS.filter((other) => isId(other, id)),
        [one],
      );
    }),
  );
});

test("ids sort by the time at which they were made", () => {
  fc.assert(
    fc.property(kind, timeMs, timeMs, (one, a, b) => {
      fc.pre(a !== b);
      assert.equal(newId(one, a) < newId(one, b), a < b);
    }),
  );
});

test("the time, the version and the variant of the UUID can be read back", () => {
  fc.assert(
    fc.property(timeMs, (time) => {
      const digits = [...newId("task", time).slice("task_".length)];
      const value = digits.reduce(
        (sum, digit) => sum * 32n + BigInt("0123456789abcdefghjkmnpqrstvwxyz".indexOf(digit)),
        0n,
      );
      assert.equal(Number(value >> 80n), time);
      assert.equal(Number((value >> 76n) & 15n), 7);
      assert.equal(Number((value >> 62n) & 3n), 2);
    }),
  );
});

test("an id of what belongs to another has that one's time, and is like any of its kind", () => {
  fc.assert(
    fc.property(kind, kind, timeMs, (one, other, time) => {
      const owner = newId(one, time);
      const id = newIdOf(other, owner);
      assert.ok(isId(other, id) && id !== newIdOf(other, owner));
      assert.equal(timeDigits(id), timeDigits(owner));
      assert.equal(timeDigits(id), timeDigits(newId("task", time)));
    }),
  );
});

test("a hundred thousand ids of one millisecond are all different", () => {
  const ids = new Set(Array.from({ length: 100_000 }, () => newId("task", 1)));
  assert.equal(ids.size, 100_000);
});

test("texts that only look like ids are none", () => {
  const id = newId("task");
  for (const text of [
    "",
    "task_",
    id.toUpperCase(),
    `${id}0`,
    id.slice(0, -1),
    ` ${id}`,
    `${id}\n`,
    `task_8${id.slice(6)}`,
  ]) {
    assert.equal(isId("task", text), false, JSON.stringify(text));
  }
});
