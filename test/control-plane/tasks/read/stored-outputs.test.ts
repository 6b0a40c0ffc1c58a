import assert from "node:assert/strict";
import { rename } from "node:fs/promises";
import { type TestContext, test } from "node:test";
import { gzipSync } from "node:zlib";
import { createOutputReader } from "../../../../control-plane/tasks/read/stored-outputs.ts";
import { OUTPUT_LIMITS } from "../../../../shared/limits/storage.ts";
import { createFileStorage } from "../../../../shared/storage/file-storage.ts";
import { keptLog } from "../../../support/kept-log.ts";
import { storageWith } from "../../../support/storage/storage-with.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { until } from "../../../support/until.ts";

async function scene(t: TestContext) {
  const root = await temporaryFolder(t);
  const storage = createFileStorage(root);
  const reads: string[] = [];
  const counting = storageWith(storage, {
    read: (key) => {
      reads.push(key);
      return storage.read(key);
    },
  });
  const { logger, lines } = keptLog();
  const write = (key: string, text: string): Promise<void> => storage.write(key, gzipSync(text));
  return { root, storage, reads, lines, logger, write, read: createOutputReader(counting, logger) };
}

test("an output is read once, however many ask for it at the same time and afterwards", async (t) => {
  const { reads, write, read } = await scene(t);
  await write("outputs/a", '{"a":1}');
  const texts = await Promise.all([read("outputs/a"), read("outputs/a"), read("outputs/a")]);
  assert.deepEqual(
    texts.map(String),
    Array.from({ length: 3 }, () => '{"a":1}'),
  );
  assert.equal((await read("outputs/a")).toString(), '{"a":1}');
  assert.deepEqual(reads, ["outputs/a"]);
});

test("what is kept has a bound, beyond which the output goes that was not asked for the longest", async (t) => {
  const { reads, write, read } = await scene(t);
  const third = " ".repeat(Math.floor(OUTPUT_LIMITS.cacheBytes / 3));
  for (const key of ["a", "b", "c", "d"]) await write(key, third);
  for (const key of ["a", "b", "c", "a", "d", "a", "b"]) await read(key);
  assert.deepEqual(reads, ["a", "b", "c", "d", "b"]);
});

test("an output of hours is read in time where others take their time in every turn of the event loop", async (t) => {
  const { write, read } = await scene(t);
  const text = " ".repeat(OUTPUT_LIMITS.bytes / 4);
  await write("outputs/a", text);
  let isRead = false;
  const reading = read("outputs/a").finally(() => {
    isRead = true;
  });
  while (!isRead) {
    const turnEndsMs = performance.now() + 8;
    while (performance.now() < turnEndsMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal((await reading).length, text.length);
});

test("an output that is missing or damaged is an error of ours that names its key", async (t) => {
  const { storage, lines, write, read } = await scene(t);
  await storage.write("outputs/damaged", "no gzip");
  await write("outputs/whole", "{}");
  await assert.rejects(read("outputs/missing"), { code: "INTERNAL" });
  await assert.rejects(read("outputs/damaged"), { code: "INTERNAL" });
  assert.deepEqual(
    lines.map(({ level, storageKey }) => [level, storageKey]),
    [
      [50, "outputs/missing"],
      [50, "outputs/damaged"],
    ],
  );
  assert.equal((await read("outputs/whole")).toString(), "{}", "and a failure is not kept");
});

test("an output is not missing while the whole storage is away", async (t) => {
  const { root, write, read } = await scene(t);
  await write("outputs/a", "{}");
  await rename(root, `${root}-away`);
  await assert.rejects(read("outputs/a"), { code: "UNAVAILABLE" });
  await rename(`${root}-away`, root);
  assert.equal((await read("outputs/a")).toString(), "{}");
});

test("a storage that hangs holds few reads, and everybody is answered in time", async (t) => {
  const { storage, logger, write } = await scene(t);
  let hanging = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const hung = storageWith(storage, {
    read: async (key) => {
      hanging += 1;
      await released;
      return storage.read(key);
    },
  });
  const read = createOutputReader(hung, logger);
  const keys = ["a", "b", "c", "d", "e"];
  for (const key of keys) await write(key, "{}");
  const answers = await Promise.allSettled(keys.map(read));
  for (const answer of answers) {
    assert.equal(answer.status === "rejected" && answer.reason.code, "UNAVAILABLE");
  }
  assert.equal(hanging, OUTPUT_LIMITS.readsAtOnce.folder);
  release();
  await until("the outputs to be read again", async () => {
    const texts = await Promise.allSettled(keys.map(read));
    return texts.every(({ status }) => status === "fulfilled");
  });
});
