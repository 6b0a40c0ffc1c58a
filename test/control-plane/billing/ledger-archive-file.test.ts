// What stands in an archive's file counts for nothing until it agrees with itself.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { DamagedArchive, readArchive } from "../../../control-plane/billing/ledger-archive-file.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";

const KEY = "ledger/2026.jsonl.gz";

/** Reads an archive whose file has these lines. */
async function readLines(...lines: string[]): Promise<unknown> {
  const content = gzipSync(`${lines.join("\n")}\n`);
  const storage: Pick<ObjectStorage, "open"> = { open: async () => Readable.from([content]) };
  return readArchive(storage as ObjectStorage, KEY);
}

test("an archive with a line that is no entry is named as damaged, whatever the line is", async () => {
  const entry = { type: "entry", id: "1", account_id: "acc_1", kind: "grant", moods: "1.0000" };
  const lines = [
    "null",
    "no JSON",
    JSON.stringify({ ...entry, moods: undefined }),
    JSON.stringify({ ...entry, moods: "many" }),
    JSON.stringify({ ...entry, id: "first" }),
    JSON.stringify({ ...entry, id: null }),
  ];
  for (const line of lines) {
    await assert.rejects(
      readLines('{"type":"head"}', line, '{"type":"end"}'),
      (error) => error instanceof DamagedArchive && error.fault === "its content cannot be read",
      line,
    );
  }
});

test("an archive whose lines can be read, and whose sums are others, is named as damaged", async () => {
  await assert.rejects(
    readLines('{"type":"head"}', "[]", '{"type":"end"}'),
    /ledger\/2026\.jsonl\.gz is not right: its entries differ from its own sums and hashes/,
  );
});
