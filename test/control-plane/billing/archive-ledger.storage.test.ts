// What a storage does to the ledger's archives: what it refuses, loses or has already, and what comes while it takes one.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { archiveLedger } from "../../../control-plane/billing/archive-ledger.ts";
import { AppError } from "../../../shared/errors.ts";
import { moneyOf } from "../../support/control-plane/tasks.ts";
import { enterLongAgo, entriesHere, openArchiveBooks } from "../../support/database/archive-books.ts";
import { storageWith } from "../../support/storage/storage-with.ts";

test("nothing leaves the database where the storage does not give back what it took", async (t) => {
  const { sql, storage, services, periods } = await openArchiveBooks(t);
  const cut = async (key: string) => Readable.from([(await storage.read(key))?.subarray(0, -9)]);
  const older = gzipSync('{"type":"head"}\n{"type":"end"}\n');
  for (const open of [cut, async () => Readable.from([older]), () => Promise.reject(new Error("away"))]) {
    await assert.rejects(
      archiveLedger({ ...services, storage: storageWith(storage, { open }) }, periods[0].endsAt),
    );
    assert.equal(await entriesHere(sql), 8 + 2);
    assert.equal((await sql`select from ledger_archives`).length, 0);
  }
});

test("an entry that comes while its period is archived is not lost", async (t) => {
  const { sql, storage, services, accounts, periods } = await openArchiveBooks(t);
  const comes = (): Promise<void> => enterLongAgo(sql, accounts[0], "grant", "1", periods[0].startsAt);
  const beforeItIsSent = storageWith(storage, {
    putStream: async (...call) => {
      await comes();
      return storage.putStream(...call);
    },
  });
  const onceItIsThere = storageWith(storage, {
    open: async (...call) => {
      await comes();
      return storage.open(...call);
    },
  });
  for (const late of [beforeItIsSent, onceItIsThere]) {
    await assert.rejects(
      archiveLedger({ ...services, storage: late }, periods[0].endsAt),
      /Entries came into the period/,
    );
  }
  assert.equal(await entriesHere(sql), 8 + 2 + 2);
  const [archive] = await archiveLedger(services, periods[0].endsAt);
  assert.equal(archive?.entries, 6);
  await moneyOf(sql, accounts[0]);
});

test("an archive needs no room in the temporary folder, which is small in containers", async (t) => {
  const { services, periods } = await openArchiveBooks(t);
  const before = process.env.TMPDIR;
  t.after(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  process.env.TMPDIR = "/dev/null";
  const [archive] = await archiveLedger(services, periods[0].endsAt);
  assert.equal(archive?.entries, 4);
});

test("what lies under an archive's name, and is not this archive, is left and named", async (t) => {
  const { sql, storage, services, periods } = await openArchiveBooks(t);
  const taken = storageWith(storage, {
    putStream: async (key, ...rest) => {
      await storage.write(key, "something else");
      return storage.putStream(key, ...rest);
    },
  });
  await assert.rejects(
    archiveLedger({ ...services, storage: taken }, periods[0].endsAt),
    /^DamagedArchive: The archive ledger\/\S+ is not right: something else lies there/,
  );
  assert.equal(await entriesHere(sql), 8 + 2);
});

test("a storage that refuses an archive is not taken for entries that came meanwhile", async (t) => {
  const { storage, services, periods } = await openArchiveBooks(t);
  const refusing = storageWith(storage, {
    putStream: async (_key, content) => {
      await finished(content.resume());
      throw new AppError("INVALID_REQUEST", "A file stands where the key needs a folder.");
    },
  });
  await assert.rejects(archiveLedger({ ...services, storage: refusing }, periods[0].endsAt), /A file stands/);
});
