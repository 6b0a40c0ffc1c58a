import assert from "node:assert/strict";
import { test } from "node:test";
import { isNotModified, isNotModifiedSince } from "../../../control-plane/http/conditional-request.ts";

function holds(tags: string): boolean {
  return isNotModified({ headers: { "if-none-match": tags } }, '"a"');
}

test("a version is held where its tag is among those that are named, however they are spaced, and by any", () => {
  for (const tags of ['"a"', 'W/"a"', '"b","a"', '"b" ,\t W/"a" ', " * "]) assert.ok(holds(tags), tags);
  for (const tags of ["", '"b"', '"b", "c"', "a"]) assert.ok(!holds(tags), tags);
});

test("a date holds from the second of the change on, where no tag is named and it is one of HTTP's", () => {
  const modifiedAt = new Date("2026-11-20T12:00:05.900Z");
  const holdsSince = (since: string, tags: { "if-none-match"?: string } = {}): boolean =>
    isNotModifiedSince({ headers: { "if-modified-since": since, ...tags } }, '"a"', modifiedAt);
  assert.ok(holdsSince("Fri, 20 Nov 2026 12:00:05 GMT"), "the reply's own date");
  assert.ok(holdsSince("Fri, 20 Nov 2026 12:00:06 GMT"));
  assert.ok(!holdsSince("Fri, 20 Nov 2026 12:00:04 GMT"));
  for (const since of ["", "2026-11-21", "tomorrow GMT"]) assert.ok(!holdsSince(since), since);
  assert.ok(
    !holdsSince("Fri, 20 Nov 2026 12:00:06 GMT", { "if-none-match": '"b"' }),
    "the tag is another one",
  );
  assert.ok(holdsSince("Fri, 20 Nov 2026 12:00:04 GMT", { "if-none-match": '"a"' }));
});

test("spaces without end in the list take a time that grows with their length alone", () => {
  const startedAt = process.cpuUsage();
  assert.ok(!holds(`x${"\t".repeat(50_000)}x`));
  // Read from each of them to the end they took 14 s of a core, and otherwise a millisecond.
  assert.ok(process.cpuUsage(startedAt).user < 2_000_000);
});
