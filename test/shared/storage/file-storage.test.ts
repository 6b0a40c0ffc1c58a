import assert from "node:assert/strict";
import fs, {
  access,
  chown,
  type FileHandle,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { emptyStorage, filesBelow, INVALID, NOT_FOUND } from "../../support/storage/file-storage.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("an object is not missing where the storage itself is away", async (t) => {
  const { root, storage } = await emptyStorage(t);
  await storage.write("tasks/file", "x");
  // As a folder is on which no disk is mounted.
  await rename(root, `${root}-away`);
  await mkdir(root);
  const AWAY = { name: "StorageUnavailable", code: "UNAVAILABLE" };
  await assert.rejects(storage.read("tasks/file"), AWAY);
  await assert.rejects(storage.stat("tasks/file"), AWAY);
  await assert.rejects(storage.open("tasks/file"), AWAY);
  await assert.rejects(storage.localPath("tasks/file", "/unused"), AWAY);
  await assert.rejects(storage.remove("tasks/file"), AWAY);
  await rm(root, { recursive: true });
  await rename(`${root}-away`, root);
  assert.equal((await storage.read("tasks/file"))?.toString(), "x");
});

test("a file whose disk fails as it is opened is closed again", async (t) => {
  const { storage } = await emptyStorage(t);
  await storage.write("tasks/file", "0123456789");
  const opened: FileHandle[] = [];
  let looks = 0;
  const { open } = fs;
  t.mock.method(fs, "open", async (...args: Parameters<typeof open>) => {
    const handle = await open(...args);
    const { stat } = handle;
    t.mock.method(handle, "stat", async () => {
      if (looks === 0) throw Object.assign(new Error("input/output error"), { code: "EIO" });
      looks -= 1;
      return stat.call(handle);
    });
    opened.push(handle);
    return handle;
  });
  const EIO = { code: "EIO" };
  await assert.rejects(storage.open("tasks/file"), EIO);
  await assert.rejects(storage.read("tasks/file"), EIO);
  looks = 1;
  await assert.rejects(storage.open("tasks/file", { first: 0, last: 3 }), EIO);
  assert.deepEqual(
    opened.map(({ fd }) => fd),
    [-1, -1, -1],
  );
});

test("a link inside the root is not followed by reads", async (t) => {
  const { root, storage } = await emptyStorage(t);
  const outside = await temporaryFolder(t);
  await writeFile(join(outside, "secret"), "secret");
  await symlink(join(outside, "secret"), join(root, "link"));
  await symlink(outside, join(root, "folder"));
  await symlink(root, join(root, "self"));
  await storage.write("plain", "x");
  for (const key of ["link", "folder/secret", "self/plain"]) {
    assert.equal(await storage.read(key), undefined);
    assert.equal(await storage.stat(key), undefined);
    await assert.rejects(storage.open(key), NOT_FOUND);
    await assert.rejects(storage.localPath(key, "/unused"), NOT_FOUND);
  }
});

test("a link inside the root is not followed by writes or removals", async (t) => {
  const { root, storage } = await emptyStorage(t);
  const outside = await temporaryFolder(t);
  await writeFile(join(outside, "kept"), "kept");
  await symlink(outside, join(root, "folder"));
  await symlink(join(outside, "kept"), join(root, "link"));
  await assert.rejects(storage.write("folder/new", "x"), INVALID);
  await assert.rejects(storage.write("folder/deep/new", "x"), INVALID);
  await storage.remove("folder/kept");
  await storage.remove("folder/");
  await storage.write("link", "replaces the link");
  assert.deepEqual(await readdir(outside), ["kept"]);
  assert.equal(await readFile(join(outside, "kept"), "utf8"), "kept");
  assert.equal((await storage.read("link"))?.toString(), "replaces the link");
});

test("a key cannot be a file and a folder at once", async (t) => {
  const { root, storage } = await emptyStorage(t);
  await storage.write("a/b", "x");
  await assert.rejects(storage.write("a", "x"), INVALID);
  await assert.rejects(storage.write("a/b/c", "x"), INVALID);
  assert.deepEqual(await filesBelow(root), [join(root, "a/b")]);
});

test("a local file is moved in and is gone from where it was", async (t) => {
  const { root, storage } = await emptyStorage(t);
  const file = join(await temporaryFolder(t), "clip.mp4");
  await writeFile(file, "frames");
  await storage.putFile("clips/1.mp4", file);
  assert.equal((await storage.read("clips/1.mp4"))?.toString(), "frames");
  assert.equal(await storage.localPath("clips/1.mp4", "/unused"), join(root, "clips/1.mp4"));
  await assert.rejects(access(file), { code: "ENOENT" });
});

test("a local file on another file system is copied in and removed", async (t) => {
  const { root, storage } = await emptyStorage(t);
  const other = await stat("/dev/shm").catch(() => undefined);
  if (other === undefined || other.dev === (await stat(root)).dev) {
    t.skip("This machine has no second file system at /dev/shm.");
    return;
  }
  const file = join(await temporaryFolder(t, "/dev/shm"), "clip.mp4");
  await writeFile(file, "frames");
  await storage.putFile("clips/1.mp4", file);
  assert.equal((await storage.read("clips/1.mp4"))?.toString(), "frames");
  await assert.rejects(access(file), { code: "ENOENT" });
  assert.deepEqual(await filesBelow(root), [join(root, "clips/1.mp4")]);
});

test("files and folders are their owner's alone, whatever the umask and however they came", async (t) => {
  const before = process.umask(0);
  t.after(() => process.umask(before));
  const root = join(await temporaryFolder(t), "made", "storage");
  const storage = createFileStorage(root);
  const files: string[] = [];
  for (const parent of [tmpdir(), "/dev/shm"]) {
    const file = join(await temporaryFolder(t, parent), "clip.mp4");
    await writeFile(file, "frames", { mode: 0o666 });
    files.push(file);
  }
  await storage.write("tasks/t1/a.json", "x");
  await storage.putStream("uploads/a/u1", Readable.from([Buffer.from("x")]), 1);
  for (const [index, file] of files.entries()) await storage.putFile(`clips/${index}/1.mp4`, file);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = [root, ...entries.map((entry) => join(entry.parentPath, entry.name))];
  for (const path of paths) {
    const info = await stat(path);
    const mode = (info.mode & 0o777).toString(8);
    assert.equal(mode, info.isDirectory() ? "700" : "600", path);
  }
});

test("what root puts into another user's storage is that user's", async (t) => {
  if (process.getuid?.() !== 0) {
    t.skip("Only root can write into another user's folder.");
    return;
  }
  const root = await temporaryFolder(t);
  await chown(root, 65_534, 65_534);
  const storage = createFileStorage(root);
  const file = join(await temporaryFolder(t), "clip.mp4");
  await writeFile(file, "frames");
  await storage.putFile("clips/1.mp4", file);
  await storage.write("tasks/t1/a.json", "x");
  await storage.putStream("uploads/a/u1", Readable.from([Buffer.from("x")]), 1);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  assert.equal(entries.length, 10);
  for (const entry of entries) {
    const { uid, gid } = await stat(join(entry.parentPath, entry.name));
    assert.deepEqual([uid, gid], [65_534, 65_534], entry.name);
  }
});

test("a listing names the objects below a prefix, and follows no link", async (t) => {
  const { root, storage } = await emptyStorage(t);
  const keys = ["tasks/t1/a", "tasks/t1/b/c", "tasks/t10/a"];
  for (const key of [...keys, "uploads/u"]) await storage.write(key, "x");
  const outside = await temporaryFolder(t);
  await writeFile(join(outside, "secret"), "secret");
  await symlink(outside, join(root, "tasks", "folder"));
  await symlink(join(outside, "secret"), join(root, "tasks", "link"));
  const list = async (prefix: string): Promise<string[]> => {
    const found: string[] = [];
    for await (const { key, modifiedAt } of storage.list(prefix)) {
      assert.ok(Math.abs(Date.now() - modifiedAt.getTime()) < 60_000);
      found.push(key);
    }
    return found.sort();
  };
  assert.deepEqual(await list("tasks/"), keys);
  assert.deepEqual(await list("tasks/t1/"), ["tasks/t1/a", "tasks/t1/b/c"]);
  assert.deepEqual(await list("tasks/folder/"), []);
  assert.deepEqual(await list("missing/"), []);
  for (const prefix of ["", "tasks", "../", ".tmp/"]) await assert.rejects(list(prefix), INVALID);
});

test("temporary files of writes that never ended are removed, those of writes under way are kept", async (t) => {
  const { root, storage } = await emptyStorage(t);
  for (const name of ["stale", "fresh"]) await writeFile(join(root, ".tmp", name), "x");
  const longAgo = new Date(Date.now() - 61 * 60_000);
  await utimes(join(root, ".tmp", "stale"), longAgo, longAgo);
  assert.equal(await storage.removeLeftovers(), 1);
  assert.deepEqual(await readdir(join(root, ".tmp")), ["fresh"]);
});

test("a machine whose clock is ahead of the disk's takes no write under way for one that never ended", async (t) => {
  const { root, storage } = await emptyStorage(t);
  await writeFile(join(root, ".tmp", "fresh"), "x");
  await mkdir(join(root, ".parts", "fresh"));
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 9 * 86_400_000 });
  assert.equal(await storage.removeLeftovers(), 0);
});
