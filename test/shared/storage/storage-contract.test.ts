// What every storage keeps to, whatever it is made of.
import assert from "node:assert/strict";
import { access, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import type { ByteRange } from "../../../shared/storage/object-storage.ts";
import { INVALID, NOT_FOUND } from "../../support/storage/file-storage.ts";
import { STORAGES, type TestStorage } from "../../support/storage/storages.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** A test for each kind of storage, one of which may be missing on this machine. */
function contract(title: string, check: (storage: TestStorage, t: TestContext) => Promise<void>): void {
  for (const { name, skip, make } of STORAGES) {
    test(`in ${name}, ${title}`, { skip }, async (t) => check(await make(t), t));
  }
}

contract("what was written is read, with its size, and overwritten whole", async ({ storage, remains }) => {
  await storage.write("tasks/t1/a.json", "first, and longer");
  await storage.write("tasks/t1/a.json", Buffer.from("second"));
  assert.equal((await storage.read("tasks/t1/a.json"))?.toString(), "second");
  const info = await storage.stat("tasks/t1/a.json");
  assert.equal(info?.sizeBytes, 6);
  assert.ok(Math.abs(Date.now() - (info?.modifiedAt.getTime() ?? 0)) < 60_000);
  assert.deepEqual(await remains(), ["tasks/t1/a.json"]);
});

contract(
  "an object that is not there is undefined to stat and read, and NOT_FOUND to open",
  async ({ storage }) => {
    await storage.write("tasks/file", "x");
    for (const key of ["missing", "tasks", "tasks/file/below"]) {
      assert.equal(await storage.stat(key), undefined);
      assert.equal(await storage.read(key), undefined);
      await assert.rejects(storage.open(key), NOT_FOUND);
      await assert.rejects(storage.localPath(key, "/unused"), NOT_FOUND);
    }
  },
);

contract(
  "a malformed key is NOT_FOUND when read and INVALID_REQUEST when written",
  async ({ storage, remains }, t) => {
    const outside = join(await temporaryFolder(t), "file");
    await writeFile(outside, "x");
    for (const key of ["../escape", "/etc/passwd", ".tmp/x", "a/../../b", "", "a/"]) {
      await assert.rejects(storage.read(key), NOT_FOUND);
      await assert.rejects(storage.stat(key), NOT_FOUND);
      await assert.rejects(storage.open(key), NOT_FOUND);
      await assert.rejects(storage.localPath(key, "/unused"), NOT_FOUND);
      await assert.rejects(storage.write(key, "x"), INVALID);
      await assert.rejects(storage.putFile(key, outside), INVALID);
      await assert.rejects(storage.putStream(key, Readable.from([Buffer.from("x")]), 1), INVALID);
    }
    for (const key of ["", "/", "../", ".tmp/"]) await assert.rejects(storage.remove(key), INVALID);
    assert.deepEqual(await remains(), []);
  },
);

contract("a range of an object is read inclusively", async ({ storage }) => {
  await storage.write("digits", "0123456789");
  assert.equal((await buffer(await storage.open("digits"))).toString(), "0123456789");
  assert.equal((await buffer(await storage.open("digits", { first: 2, last: 4 }))).toString(), "234");
  await assert.rejects(storage.open("digits", { first: 2, last: 10 }), { code: "RANGE_NOT_SATISFIABLE" });
});

contract("a link is not taken as a local file", async ({ storage, remains }, t) => {
  const link = join(await temporaryFolder(t), "link");
  await symlink("/etc/hostname", link);
  await assert.rejects(storage.putFile("clips/1.mp4", link), INVALID);
  assert.deepEqual(await remains(), []);
});

contract(
  "removing a key or a prefix takes away just that, and missing ones are no error",
  async ({ storage, remains }) => {
    for (const key of ["tasks/t1/a", "tasks/t1/b/c", "tasks/t10/a", "tasks/t2"])
      await storage.write(key, "x");
    await storage.remove("tasks/t1");
    await storage.remove("tasks/t2/");
    assert.equal((await remains()).length, 4);
    await storage.remove("tasks/t1/");
    await storage.remove("tasks/t2");
    await storage.remove("missing/key");
    await storage.remove("missing/");
    assert.deepEqual(await remains(), ["tasks/t10/a"]);
  },
);

contract("writes survive the concurrent removal of their prefix", async ({ storage }) => {
  const work: Promise<void>[] = [];
  for (let index = 0; index < 20; index += 1) {
    work.push(storage.write(`tasks/t1/${index}`, "x"), storage.remove("tasks/t1/"));
  }
  await Promise.all(work);
  await storage.write("tasks/t1/last", "x");
  assert.equal((await storage.read("tasks/t1/last"))?.toString(), "x");
});

contract("a stream of the announced size is stored", async ({ storage }) => {
  const chunks = [Buffer.alloc(70_000, 1), Buffer.alloc(30_000, 2)];
  await storage.putStream("uploads/u1", Readable.from(chunks), 100_000);
  assert.deepEqual(await storage.read("uploads/u1"), Buffer.concat(chunks));
});

contract(
  "a stream never replaces an object, and says whether its content is what stands there",
  async ({ storage, remains }) => {
    const put = (letter: string, sizeBytes = 300_000): Promise<boolean> =>
      storage.putStream("uploads/u1", Readable.from([Buffer.alloc(sizeBytes, letter)]), sizeBytes);
    assert.equal(await put("a"), true);
    assert.equal(await put("b"), false, "other content of the same length");
    assert.equal(await put("a", 10), false, "the beginning of it");
    assert.equal(await put("a"), true, "the same again");
    assert.deepEqual(await storage.read("uploads/u1"), Buffer.alloc(300_000, "a"));
    assert.deepEqual(await remains(), ["uploads/u1"]);
  },
);

contract("of streams at once one is stored, and it alone hears so", async ({ storage }) => {
  const letters = ["a", "b", "c", "d"];
  const placed = await Promise.all(
    letters.map((letter) => storage.putStream("u", Readable.from([Buffer.alloc(9, letter)]), 9)),
  );
  const lies = (await storage.read("u"))?.toString();
  assert.deepEqual(
    placed,
    letters.map((letter) => lies === letter.repeat(9)),
  );
});

contract(
  "a stream that is shorter or longer than announced is refused and leaves nothing",
  async ({ storage, remains }) => {
    for (const sizeBytes of [99, 101]) {
      const content = Readable.from([Buffer.alloc(50), Buffer.alloc(50)]);
      await assert.rejects(storage.putStream("uploads/u1", content, sizeBytes), INVALID);
      assert.equal(content.destroyed, true);
    }
    assert.deepEqual(await remains(), []);
  },
);

contract(
  "a stream that breaks off is refused as too short and leaves nothing",
  async ({ storage, remains }) => {
    const content = new Readable({ read: () => undefined });
    content.push(Buffer.alloc(10));
    content.once("resume", () => undefined);
    const stored = storage.putStream("uploads/u1", content, 100);
    setImmediate(() => content.destroy());
    await assert.rejects(stored, INVALID);
    assert.deepEqual(await remains(), []);
  },
);

contract(
  "a stream that stalls is given up after the idle bound and leaves nothing",
  async ({ storage, remains }) => {
    const content = new Readable({ read: () => undefined });
    content.push(Buffer.alloc(10));
    await assert.rejects(storage.putStream("uploads/u1", content, 100), { code: "REQUEST_TIMEOUT" });
    assert.equal(content.destroyed, true);
    assert.deepEqual(await remains(), []);
  },
);

contract(
  "an aborted stream rejects with the signal's reason and leaves nothing",
  async ({ storage, remains }) => {
    const content = new Readable({ read: () => undefined });
    content.push(Buffer.alloc(10));
    const controller = new AbortController();
    const stored = storage.putStream("uploads/u1", content, 100, controller.signal);
    const reason = new Error("The node is stopping.");
    setImmediate(() => controller.abort(reason));
    await assert.rejects(stored, reason);
    assert.deepEqual(await remains(), []);
  },
);

contract(
  "a local file is moved in, is gone from where it was, and has a local path again",
  async ({ storage }, t) => {
    const folder = await temporaryFolder(t);
    const file = join(folder, "clip.mp4");
    await writeFile(file, "frames");
    await storage.putFile("clips/1.mp4", file);
    await assert.rejects(access(file), { code: "ENOENT" });
    const path = await storage.localPath("clips/1.mp4", folder);
    assert.equal((await readFile(path)).toString(), "frames");
  },
);

contract("a local file that is worked on still has its content in a path afterwards", async (made, t) => {
  const { storage, remains } = made;
  const local = join(await temporaryFolder(t), "source.bin");
  await writeFile(local, "a source");
  const path = await storage.putFileInUse("tasks/t1/work/source.bin", local);
  assert.equal((await readFile(path)).toString(), "a source");
  assert.equal((await storage.read("tasks/t1/work/source.bin"))?.toString(), "a source");
  assert.deepEqual(await remains(), ["tasks/t1/work/source.bin"]);
});

contract("where objects have tags, other content than a tag's is not given", async ({ storage }, t) => {
  const folder = await temporaryFolder(t);
  await storage.write("uploads/u1", "0123456789");
  const tag = (await storage.stat("uploads/u1"))?.tag ?? undefined;
  assert.equal(tag === undefined, storage.hasLocalFiles);
  const ranges = [undefined, { first: 2, last: 4 }];
  const read = async (range: ByteRange | undefined) =>
    (await buffer(await storage.open("uploads/u1", range, tag))).toString();
  assert.deepEqual(await Promise.all(ranges.map(read)), ["0123456789", "234"]);
  assert.equal(
    (await readFile(await storage.localPath("uploads/u1", folder, undefined, tag))).toString(),
    "0123456789",
  );
  if (tag === undefined) return;
  await storage.write("uploads/u1", "9876543210");
  for (const range of ranges) await assert.rejects(read(range), { name: "ObjectReplaced" });
  await assert.rejects(storage.localPath("uploads/u1", folder, undefined, tag), { name: "ObjectReplaced" });
  await storage.remove("uploads/u1");
  for (const range of ranges) await assert.rejects(read(range), NOT_FOUND);
  const behind = storage.open("uploads/u2", { first: 3, last: 2 }, tag);
  await assert.rejects(behind, { code: "RANGE_NOT_SATISFIABLE" });
});

contract(
  "a listing names the objects below a prefix in their order, from any key on",
  async ({ storage }) => {
    const keys = ["tasks/t1-x", "tasks/t1/a", "tasks/t1/b/c", "tasks/t10/a", "tasks/t2"];
    for (const key of [...keys.toReversed(), "uploads/u"]) await storage.write(key, "x");
    const list = async (prefix: string, after?: string): Promise<string[]> => {
      const found: string[] = [];
      for await (const { key, modifiedAt } of storage.list(prefix, after)) {
        assert.ok(Math.abs(Date.now() - modifiedAt.getTime()) < 60_000);
        found.push(key);
      }
      return found;
    };
    assert.deepEqual(await list("tasks/"), keys);
    for (const [index, key] of keys.entries())
      assert.deepEqual(await list("tasks/", key), keys.slice(index + 1));
    assert.deepEqual(await list("tasks/", "tasks/t1/b"), keys.slice(2));
    assert.deepEqual(await list("tasks/", "tasks/t11/gone"), keys.slice(4));
    assert.deepEqual(await list("tasks/t1/"), ["tasks/t1/a", "tasks/t1/b/c"]);
    assert.deepEqual(await list("missing/"), []);
    for (const prefix of ["", "tasks", "../", ".tmp/"]) await assert.rejects(list(prefix), INVALID);
  },
);

contract("there is room", async ({ storage }) => {
  const { freeBytes, totalBytes } = await storage.space();
  assert.ok(freeBytes > 0 && freeBytes <= totalBytes);
});
