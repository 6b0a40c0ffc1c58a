import assert from "node:assert/strict";
import { test } from "node:test";
import { ADVISORY_LOCKS } from "../../../shared/db/advisory-locks.ts";
import { listMigrations } from "../../../shared/db/schema/list-migrations.ts";

test("no two works share the number of an advisory lock, those in migrations included", () => {
  const ofCode = Object.values(ADVISORY_LOCKS);
  const ofMigrations = listMigrations().flatMap(({ text }) =>
    [...text.matchAll(/advisory\w*\((\d+)\)/g)].map(([, number]) => Number(number)),
  );
  const all = [...ofCode, ...new Set(ofMigrations)];
  assert.ok(ofMigrations.length > 0, "the migrations' own locks are found");
  assert.equal(new Set(all).size, all.length);
});
