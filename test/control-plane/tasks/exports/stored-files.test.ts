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
  let answered = 0;
  const waiting: (() => void)[] = [];
  const slow = storageWith(storage, {
    stat: async (key) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      answered += 1;
      return storage.stat(key);
    },
  });
  const answer = async (count = keys.length): Promise<void> => {
    const due = answered + count;
    await until("the storage to be asked", () => {
      for (const release of waiting.splice(0)) release();
      return answered >= due;
    });
  };
  return { storage, slow, keys, waiting, answer, asked: () => answered + waiting.length };
}

test("files of which a slow storage tells too late are known when they are asked for again", async (t) => {
  const { slow, keys, waiting, answer, asked } = await scene(t);
  const files = new StoredFiles(slow, 1);
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
  const files = new StoredFiles(slow, 60_000);
  const finding = files.find(keys);
  finding.catch(() => undefined);
  await answer(EXPORT_LIMITS.statsAtOnce);
  await assert.rejects(finding, { code: "NOT_FOUND" });
  await new Promise(setImmediate);
  assert.equal(asked(), EXPORT_LIMITS.statsAtOnce);
});
