import assert from "node:assert/strict";
import { test } from "node:test";
import { readIsoTime } from "../../shared/iso-time.ts";

const read = (text: string): string | null => readIsoTime(text)?.toISOString() ?? null;

test("a time is read with its zone, without one in UTC, and a date as its midnight", () => {
  assert.equal(read("2026-11-01T12:30:00.250+02:00"), "2026-11-01T10:30:00.250Z");
  assert.equal(read("2026-11-01T12:30"), "2026-11-01T12:30:00.000Z");
  assert.equal(read("2028-02-29"), "2028-02-29T00:00:00.000Z");
  assert.equal(read("2026-11-01t12:30:00z"), "2026-11-01T12:30:00.000Z");
});

test("a day that the month does not have is no time, and neither is an hour that the day does not have", () => {
  for (const text of [
    "2026-02-29",
    "2026-02-30T00:00:00Z",
    "2026-13-01",
    "2026-00-10",
    "2026-04-31",
    "2026-04-00",
  ])
    assert.equal(read(text), null, text);
  for (const text of ["2026-04-01T25:00", "2026-04-01T12:60Z", "2026-04-01T12:00+25:00"])
    assert.equal(read(text), null, text);
});

test("what is not written as ISO 8601 is no time", () => {
  for (const text of ["", "1", "2026", "1700000000", "Nov 1 2026", "2026-11-01 12:00", " 2026-11-01"])
    assert.equal(read(text), null, text);
});

test("times before the year 1 and after 9999 are none, also where a zone leads there", () => {
  for (const text of ["0000-01-01", "0000-12-31T23:59:59Z", "9999-12-31T23:59:59-12:00"])
    assert.equal(read(text), null, text);
  assert.equal(read("0001-01-01"), "0001-01-01T00:00:00.000Z");
  assert.equal(read("9999-12-31T23:59:59Z"), "9999-12-31T23:59:59.000Z");
});
