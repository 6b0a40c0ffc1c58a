import assert from "node:assert/strict";
import { test } from "node:test";
import { formatAsJson, formatForPeople } from "../../../deploy/admin/format-result.ts";

/** Clears the screen, turns what follows around, and makes a field of its own. */
const NAME = "\u001b[2J\u009b31mAda\u202e\nstate: APPROVED";

test("what strangers wrote tells a terminal nothing, and makes no line of its own", () => {
  assert.equal(
    formatForPeople({ name: NAME, state: "PENDING" }),
    "name: [2J 31mAda state: APPROVED\nstate: PENDING",
  );
  const ips = Array.from({ length: 6 }, (_, index) => `${index}\u001b`);
  assert.equal(formatForPeople({ ips }), "ips: \n  0\n  1\n  2\n  3\n  4\n  5");
  assert.equal(formatForPeople({ names: [NAME, "Bob"] }), "names: [2J 31mAda state: APPROVED, Bob");
  const rows = formatForPeople([{ name: NAME, by: { node: NAME }, moods: 1 }]).split("\n");
  assert.equal(rows.length, 3);
  assert.equal(rows[2], "[2J 31mAda state: APPROVED  node: [2J 31mAda state: APPROVED      1");
});

test("JSON says the same of what strangers wrote, in letters that no terminal obeys", () => {
  const text = formatAsJson({ name: NAME });
  assert.match(text, /^[ -~]+$/);
  assert.deepEqual(JSON.parse(text), { name: NAME });
});

test("values, dates, lists and nothing are shown for what they are", () => {
  const at = new Date("2026-01-02T03:04:05.678Z");
  assert.equal(
    formatForPeople({ moods: -1.5, name: null, scopes: [] }),
    "moods: -1.5\nname: null\nscopes: –",
  );
  const table = formatForPeople([{ at, name: null, scopes: ["A", "B"] }]).split("\n");
  assert.equal(table[2], "2026-01-02T03:04:05.678Z  –     A, B");
  assert.equal(formatForPeople([]), "(none)");
});
