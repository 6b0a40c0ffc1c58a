import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { StoredFiles } from "../../../../control-plane/tasks/exports/stored-files.ts";
import { EXPORT_LIMITS } from "../../../../shared/limits/storage.ts";
import { emptyStorage } from "../../../support/storage/file-storage.ts";
import { storageWith } from "../../../support/storage/storage-with.ts";
import { until } from "../../../support/until.ts";

const UNAVAILABLE = { code: "UNAVAILABLE" };

/** A storage that answers when the test lets it, and has more files than are asked for at once. */
async function scene(t: TestContext) {
  const { storage } = await emptyStorage(t);
  const keys = Array.from({ length: EXPORT_LIMITS.statsAtOnce + 2 }, (_, index) => `clips/${index}.mp4`);
  for (const [index, key] of keys.entries()) await storage.write(key, "x".repeat(index));
  let asked = 0;
  let answered = 0;
  const waiting: (() => void)[] = [];
  const slow = storageWith(storage, {
    stat: async (key) => {
      asked += 1;
      await new Promise<void>((resolve) => waiting.push(resolve));
      const info = await storage.stat(key);
      answered += 1;
      return info;
    },
  });
  const answer = async (count = keys.length): Promise<void> => {
    const due = answered + count;
    await until("the storage to be asked", () => {
      for (const release of waiting.splice(0)) release();
      return answered >= due;
    });
  };
  return { storage, slow, keys, waiting, answer, asked: () => asked };
}

test("files of which a slow storage tells too late are known when they are asked for again", async (t) => {
  const { slow, keys, waiting, answer, asked } = await scene(t);
  const files = new StoredFiles(slow, { waitMs: 1 });
  await assert.rejects(files.find(keys), UNAVAILABLE);
  await assert.rejects(files.find(keys), UNAVAILABLE);
  assert.equal(waiting.length, EXPORT_LIMITS.statsAtOnce, "few at once, whoever asks");
  await answer();
  const found = await until("the files", () => files.find(keys).catch(() => undefined));
  assert.deepEqual(
    found.map(({ sizeBytes }) => sizeBytes),
    keys.map((_, index) => index),
  );
  assert.equal(asked(), keys.length, "each of them once");
  await assert.rejects(files.find(keys), UNAVAILABLE, "what was told is not kept: files go");
  assert.ok(asked() > keys.length);
});

test("files that are gone are told so, and no more is asked for", async (t) => {
  const { storage, slow, keys, answer, asked } = await scene(t);
  await storage.remove(keys[0] ?? "");
  const files = new StoredFiles(slow, { waitMs: 60_000 });
  const finding = files.find(keys);
  finding.catch(() => undefined);
  await answer(EXPORT_LIMITS.statsAtOnce);
  await assert.rejects(finding, { code: "NOT_FOUND" });
  await new Promise(setImmediate);
  assert.equal(asked(), EXPORT_LIMITS.statsAtOnce);
});

test("what nobody took in time is asked for again: files go", async (t) => {
  const { slow, keys, answer, asked } = await scene(t);
  const files = new StoredFiles(slow, { waitMs: 1, keptMs: 0 });
  await assert.rejects(files.find(keys), UNAVAILABLE);
  await answer();
  await assert.rejects(files.find(keys), UNAVAILABLE);
  assert.ok(asked() > keys.length);
});

test("archives whose files are asked for are few, and those that were told give room to others", async (t) => {
  const { slow, keys, answer, asked } = await scene(t);
  const files = new StoredFiles(slow, { waitMs: 1 });
  const pairs = keys.flatMap((one) => keys.map((other) => [one, other])).slice(0, EXPORT_LIMITS.looks);
  for (const pair of pairs) await assert.rejects(files.find(pair), UNAVAILABLE);
  await assert.rejects(files.find(keys.slice(0, 1)), UNAVAILABLE);
  assert.equal(asked(), 2 * EXPORT_LIMITS.looks, "one more is refused, and asks nothing");
  await answer(2 * EXPORT_LIMITS.looks);
  await assert.rejects(files.find(keys.slice(0, 1)), UNAVAILABLE);
  assert.equal(asked(), 2 * EXPORT_LIMITS.looks + 1);
});
