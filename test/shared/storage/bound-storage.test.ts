// Work that is called off while a disk hangs, such as a network disk whose server is away.
import assert from "node:assert/strict";
import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { BoundStorage } from "../../../shared/storage/bound-storage.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { emptyStorage, filesBelow } from "../../support/storage/file-storage.ts";
import { hangDisk } from "../../support/storage/hanging-disk.ts";
import { storageWith } from "../../support/storage/storage-with.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

test("work that is called off waits for no disk that hangs", async (t) => {
  const { root, storage } = await emptyStorage(t);
  await storage.write("tasks/file", "x");
  const local = join(await temporaryFolder(t), "clip.mp4");
  await writeFile(local, "frames");
  const disk = hangDisk(t, root);
  const works: readonly (readonly [string, (bound: ObjectStorage) => Promise<unknown>])[] = [
    ["stat", (bound) => bound.stat("tasks/file")],
    ["read", (bound) => bound.read("tasks/file")],
    ["write", (bound) => bound.write("tasks/other", "x")],
    ["a file", (bound) => bound.putFile("tasks/clip", local)],
    ["a file in use", (bound) => bound.putFileInUse("tasks/clip", local)],
    ["a stream", (bound) => bound.putStream("tasks/stream", Readable.from([Buffer.from("x")]), 1)],
    ["open", (bound) => bound.open("tasks/file")],
    ["local path", (bound) => bound.localPath("tasks/file", "/unused")],
    ["remove", (bound) => bound.remove("tasks/file")],
    ["list", async (bound) => buffer(Readable.from(bound.list("tasks/")))],
    ["space", (bound) => bound.space()],
  ];
  for (const [what, work] of works) {
    const before = disk.waiting();
    const calledOff = new AbortController();
    const working = work(storage.boundTo(calledOff.signal));
    working.catch(() => undefined);
    await until(`${what} to wait for the disk`, () => disk.waiting() > before);
    const reason = new Error("called off");
    calledOff.abort(reason);
    await assert.rejects(working, (error) => error === reason, what);
    await assert.rejects(work(storage.boundTo(calledOff.signal)), (error) => error === reason, what);
    assert.equal(disk.waiting(), before + 1, `${what} asks nothing once it is called off`);
  }
});

test("a read that is called off in its midst ends, whatever the disk does", async (t) => {
  const { storage } = await emptyStorage(t);
  const hanging = storageWith(storage, {
    open: async () =>
      Readable.from(
        (async function* () {
          yield Buffer.from("some");
          await new Promise(() => undefined);
        })(),
      ),
  });
  const calledOff = new AbortController();
  const reason = new Error("called off");
  const content = await new BoundStorage(hanging, calledOff.signal).open("tasks/file");
  const read = (async () => {
    for await (const chunk of content) {
      assert.equal(String(chunk), "some");
      calledOff.abort(reason);
    }
  })();
  await assert.rejects(read, (error) => error === reason);
});

test("what comes too late of work that was called off is closed, and not put into place", async (t) => {
  const { root, storage } = await emptyStorage(t);
  const calledOff = new AbortController();
  const bound = storage.boundTo(calledOff.signal);
  const local = join(await temporaryFolder(t), "clip.mp4");
  await writeFile(local, "frames");
  const working = [bound.write("tasks/other", "x"), bound.putFile("tasks/clip", local)];
  const reason = new Error("called off");
  calledOff.abort(reason);
  for (const work of working) await assert.rejects(work, (error) => error === reason);
  await until("what was begun to end", async () => (await filesBelow(root)).length === 0);
  await access(local);
  let isClosed = false;
  let open = (): void => undefined;
  const late = new Readable({ read: () => undefined }).on("close", () => {
    isClosed = true;
  });
  const opening = storageWith(storage, {
    open: () =>
      new Promise((resolve) => {
        open = () => resolve(late);
      }),
  });
  const stopped = new AbortController();
  const opened = new BoundStorage(opening, stopped.signal).open("tasks/file");
  stopped.abort(reason);
  await assert.rejects(opened, (error) => error === reason);
  open();
  await until("the late one to be closed", () => isClosed);
});

test("a stream that is given up before it was read gives its file back", async (t) => {
  const { storage } = await emptyStorage(t);
  const file = new Readable({ read: () => undefined });
  const opening = storageWith(storage, { open: async () => file });
  const content = await new BoundStorage(opening, new AbortController().signal).open("tasks/file");
  content.destroy();
  await until("the file to be closed", () => file.closed);
});

test("what was to be stored is closed when the work is called off, before and while the disk hangs", async (t) => {
  const { root, storage } = await emptyStorage(t);
  const disk = hangDisk(t, root);
  const calledOff = new AbortController();
  const bound = storage.boundTo(calledOff.signal);
  const [first, second] = [1, 2].map(() => Readable.from([Buffer.from("x")]));
  const storing = bound.putStream("tasks/first", first as Readable, 1);
  storing.catch(() => undefined);
  await until("the disk to be asked", () => disk.waiting() > 0);
  const reason = new Error("called off");
  calledOff.abort(reason);
  await assert.rejects(storing, (error) => error === reason);
  await assert.rejects(bound.putStream("tasks/second", second as Readable, 1), (error) => error === reason);
  assert.deepEqual([first?.destroyed, second?.destroyed], [true, true]);
});

test("a part of work that is called off by itself puts nothing into place either", async (t) => {
  const { root, storage } = await emptyStorage(t);
  const [whole, part] = [new AbortController(), new AbortController()];
  const writing = storage.boundTo(whole.signal).boundTo(part.signal).write("tasks/other", "x");
  const reason = new Error("called off");
  part.abort(reason);
  await assert.rejects(writing, (error) => error === reason);
  await until("what was begun to end", async () => (await filesBelow(root)).length === 0);
});
