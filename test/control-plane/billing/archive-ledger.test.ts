// The ledger's archives on a real database and a real folder: exact, repeatable after a crash, and never by halves.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { archiveLedger } from "../../../control-plane/billing/archive-ledger.ts";
import { checkLedger } from "../../../control-plane/billing/check-ledger.ts";
import { showLedger } from "../../../control-plane/billing/show-ledger.ts";
import { newId } from "../../../shared/ids.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { moneyOf } from "../../support/control-plane/tasks.ts";
import { type ArchiveBooks, entriesHere, openArchiveBooks } from "../../support/database/archive-books.ts";
import { DAY_MS } from "../../support/database/periods.ts";

async function check({ sql, storage }: ArchiveBooks): Promise<readonly string[]> {
  return (await checkLedger(sql, () => storage, null)).differences;
}

async function keysOf(storage: ObjectStorage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list("ledger/")) keys.push(key);
  return keys.sort();
}

test("archived periods leave the database, and every account's totals are still the sums of its entries", async (t) => {
  const books = await openArchiveBooks(t);
  const { sql, storage, services, accounts, periods } = books;
  const money = await moneyOf(sql, accounts[0]);
  const everything = { from: new Date(0), to: new Date(Date.now() + DAY_MS) };
  const shown = await showLedger(sql, () => storage, accounts[0], everything);
  const archives = await archiveLedger(services, periods[1].endsAt);
  assert.deepEqual(
    archives.map(({ starts_at, ends_at, entries }) => ({ startsAt: starts_at, endsAt: ends_at, entries })),
    periods.slice(0, 2).map((period) => ({ ...period, entries: 4 })),
  );
  assert.equal(await entriesHere(sql), 2, "the grants of today");
  assert.deepEqual(await moneyOf(sql, accounts[0]), money);
  assert.deepEqual(await check(books), []);
  assert.deepEqual(await showLedger(sql, () => storage, accounts[0], everything), shown);
  const second = { from: periods[1].startsAt, to: periods[1].endsAt };
  const [grant, charge, ...rest] = await showLedger(sql, () => storage, accounts[0], second);
  assert.deepEqual(
    [grant?.moods, grant?.note, charge?.moods, rest.length],
    ["10.5000", 'for "tests"\n', "3.0003", 1],
  );
});

test("an archive says what it holds, in lines of JSON that name the archive before it", async (t) => {
  const { storage, services, accounts, periods } = await openArchiveBooks(t);
  const [first, second] = await archiveLedger(services, periods[1].endsAt);
  assert.ok(first !== undefined && second !== undefined);
  const content = await storage.read(second.storage_key);
  assert.ok(content !== undefined);
  assert.equal(createHash("sha256").update(content).digest("hex"), second.sha256);
  const text = gunzipSync(content).toString();
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const { startsAt, endsAt } = periods[1];
  assert.deepEqual(lines[0], {
    type: "head",
    from: startsAt.toISOString(),
    to: endsAt.toISOString(),
    previousSha256: first.sha256,
  });
  assert.deepEqual(
    lines.map(({ type }) => type),
    ["head", ...Array(4).fill("entry"), ...Array(4).fill("sum"), "end"],
  );
  const sums = lines.filter(({ type, account_id }) => type === "sum" && account_id === accounts[0]);
  assert.deepEqual(
    sums.map(({ kind, entries, moods }) => [kind, entries, moods]),
    [
      ["charge", 1, "3.0003"],
      ["grant", 1, "10.5000"],
      ["refund", 1, "1.0001"],
    ],
  );
  const before = text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1);
  const { entries, firstId, lastId, sha256 } = lines.at(-1) ?? {};
  assert.deepEqual([entries, firstId, lastId], [4, second.first_id, second.last_id]);
  assert.equal(sha256, createHash("sha256").update(before).digest("hex"));
  assert.equal(first.previous_sha256, null);
});

test("a half period is never archived, nor one that is hardly over", async (t) => {
  const books = await openArchiveBooks(t);
  const { sql, storage, services, periods } = books;
  const half = new Date(periods[0].endsAt.getTime() - DAY_MS);
  await assert.rejects(archiveLedger(services, half), {
    code: "INVALID_REQUEST",
    message: /^No whole period of the ledger ends before .*: the oldest that is not archived goes from/,
  });
  await assert.rejects(archiveLedger(services, new Date()), /at least one day back/);
  const [only, ...others] = await archiveLedger(services, new Date(periods[1].endsAt.getTime() - 1));
  assert.deepEqual([only?.starts_at, others.length], [periods[0].startsAt, 0]);
  assert.equal((await keysOf(storage)).length, 1);
  assert.equal(await entriesHere(sql), 4 + 2);
  assert.deepEqual(await check(books), []);
});

test("an archive whose process died before it counted is made again, with the same name and content", async (t) => {
  const books = await openArchiveBooks(t);
  const { sql, storage, services, periods } = books;
  const reader = await sql.reserve();
  await reader`begin`;
  await reader`select count(*) from ledger_entries`;
  await assert.rejects(archiveLedger(services, periods[0].endsAt), /did not get its locks in 2 tries/);
  await reader`commit`;
  reader.release();
  const left = await keysOf(storage);
  assert.equal(left.length, 1, "the file is there");
  assert.equal(
    (await sql`select from ledger_archives`).length + (await sql`select from ledger_archive_sums`).length,
    0,
  );
  assert.equal(await entriesHere(sql), 8 + 2);
  assert.deepEqual(await check(books), []);
  const [archive] = await archiveLedger(services, periods[0].endsAt);
  assert.deepEqual(await keysOf(storage), left);
  assert.deepEqual([archive?.storage_key], left);
  await assert.rejects(archiveLedger(services, periods[0].endsAt), /No whole period/, "and not twice");
  assert.deepEqual(await check(books), []);
});

test("an archive, a sum or a total that was changed is found", async (t) => {
  const books = await openArchiveBooks(t);
  const { sql, storage, services, accounts, periods } = books;
  const [first, second] = await archiveLedger(services, periods[2].endsAt);
  assert.ok(first !== undefined && second !== undefined);
  const whole = await storage.read(first.storage_key);
  assert.ok(whole !== undefined);
  const rich = gunzipSync(whole).toString().replaceAll("10.5000", "99.5000");
  await storage.write(first.storage_key, gzipSync(rich));
  assert.match(
    (await check(books)).join(),
    /^The archive ledger\/.* is not right: its entries differ from its own sums/,
  );
  await storage.write(first.storage_key, gzipSync(gunzipSync(whole), { level: 1 }));
  assert.match((await check(books)).join(), /its SHA-256 is not the one that was recorded\.$/);
  await storage.write(first.storage_key, "no archive");
  assert.match((await check(books)).join(), /its content cannot be read\.$/);
  await storage.remove(first.storage_key);
  assert.equal((await check(books)).length, 1);
  await storage.write(first.storage_key, whole);
  assert.deepEqual(await check(books), []);
  await sql`update accounts set moods_used = moods_used + 1 where id = ${accounts[0]}`;
  const [difference, ...others] = await check(books);
  assert.match(
    String(difference),
    new RegExp(`^Account ${accounts[0]} was granted 121\\.0000 and has used `),
  );
  assert.equal(others.length, 0);
  const one = await checkLedger(sql, () => storage, accounts[1]);
  assert.deepEqual(one, { accounts: 1, archives: 3, differences: [] });
  await assert.rejects(
    checkLedger(sql, () => storage, newId("account")),
    { code: "NOT_FOUND" },
  );
});

test("what is recorded of archives is never changed", async (t) => {
  const { sql, services, periods } = await openArchiveBooks(t);
  await archiveLedger(services, periods[0].endsAt);
  for (const statement of [
    "update ledger_archives set sha256 = sha256",
    "delete from ledger_archives",
    "truncate ledger_archives cascade",
    "update ledger_archive_sums set moods = 0",
    "delete from ledger_archive_sums",
    "truncate ledger_archive_sums",
  ]) {
    await assert.rejects(sql.unsafe(statement), /never changed or removed/, statement);
  }
});
