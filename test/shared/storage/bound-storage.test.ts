// Work that is called off while a disk hangs, such as a network disk whose server is away.
import assert from "node:assert/strict";
import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { BoundStorage } from "../../../shared/storage/bound-storage.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { emptyStorage, filesBelow } from "../../support/storage/file-storage.ts";
import { hangDisk } from "../../support/storage/hanging-disk.ts";
import { storageWith } from "../../support/storage/storage-with.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

async function storedKeys(storage: ObjectStorage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list("tasks/")) keys.push(key);
  return keys;
}

test("work that is called off waits for no disk that hangs", async (t) => {
  const local = join(await temporaryFolder(t), "clip.mp4");
  await writeFile(local, "frames");
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
    ["leftovers", (bound) => bound.removeLeftovers()],
  ];
  for (const [what, work] of works) {
    await t.test(what, async (t) => {
      // A folder of its own: what hung in the last one goes on there.
      const { root, storage } = await emptyStorage(t);
      await storage.write("tasks/file", "x");
      const disk = hangDisk(t, root);
      const calledOff = new AbortController();
      const working = work(storage.boundTo(calledOff.signal));
      working.catch(() => undefined);
      await until("a call to wait for the disk", () => disk.waiting() > 0);
      const reason = new Error("called off");
      calledOff.abort(reason);
      await assert.rejects(working, (error) => error === reason);
      await assert.rejects(work(storage.boundTo(calledOff.signal)), (error) => error === reason);
      assert.equal(disk.waiting(), 1, "nothing is asked once it is called off");
    });
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

const WRITES: readonly (readonly [string, (bound: ObjectStorage, local: string) => Promise<unknown>])[] = [
  ["what is written", (bound) => bound.write("tasks/other", "x")],
  ["a file", (bound, local) => bound.putFile("tasks/clip", local)],
  ["a file in use", (bound, local) => bound.putFileInUse("tasks/clip", local)],
  ["a stream", (bound) => bound.putStream("tasks/stream", Readable.from([Buffer.from("x")]), 1)],
];

for (const [calledOff, how] of [
  ["whole", "as a whole"],
  ["part", "in part"],
] as const) {
  for (const [what, write] of WRITES) {
    test(`${what} that comes too late of work that was called off ${how} is not put into place`, async (t) => {
      const folder = await temporaryFolder(t);
      const storage = createFileStorage(join(folder, "storage"));
      const local = join(folder, "clip.mp4");
      await writeFile(local, "frames");
      const disk = hangDisk(t, folder);
      const controllers = { whole: new AbortController(), part: new AbortController() };
      const bound = storage.boundTo(controllers.whole.signal).boundTo(controllers.part.signal);
      const writing = write(bound, local);
      writing.catch(() => undefined);
      await until("the disk to be asked", () => disk.waiting() > 0);
      const reason = new Error("called off");
      controllers[calledOff].abort(reason);
      await assert.rejects(writing, (error) => error === reason);
      disk.comeBack();
      await until("the disk to have done all that it was asked", disk.isIdle);
      assert.deepEqual(await storedKeys(storage), []);
      await access(local);
      await until(
        "what was begun to end",
        async () => (await filesBelow(join(folder, "storage"))).length === 0,
      );
    });
  }
}

test("a stream that was read to its end when its work was called off is not put into place", async (t) => {
  const folder = await temporaryFolder(t);
  const storage = createFileStorage(folder);
  const disk = hangDisk(t, folder, "sync");
  const calledOff = new AbortController();
  const content = Readable.from([Buffer.from("x")]);
  const storing = storage.boundTo(calledOff.signal).putStream("tasks/stream", content, 1);
  storing.catch(() => undefined);
  await until("the disk to be asked", () => disk.waiting() > 0);
  assert.ok(content.readableEnded);
  const reason = new Error("called off");
  calledOff.abort(reason);
  await assert.rejects(storing, (error) => error === reason);
  disk.comeBack();
  await until("the disk to have done all that it was asked", disk.isIdle);
  assert.deepEqual(await storedKeys(storage), []);
});

test("a stream that is opened too late of work that was called off is closed", async (t) => {
  const { storage } = await emptyStorage(t);
  let open = (): void => undefined;
  const late = new Readable({ read: () => undefined });
  const opening = storageWith(storage, {
    open: () =>
      new Promise((resolve) => {
        open = () => resolve(late);
      }),
  });
  const stopped = new AbortController();
  const opened = new BoundStorage(opening, stopped.signal).open("tasks/file");
  const reason = new Error("called off");
  stopped.abort(reason);
  await assert.rejects(opened, (error) => error === reason);
  open();
  await until("the late one to be closed", () => late.closed);
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

test("all that is said of a call reaches the storage", async (t) => {
  const { storage } = await emptyStorage(t);
  const calls: unknown[][] = [];
  const { signal } = new AbortController();
  const range = { first: 1, last: 2 };
  const content = Readable.from([Buffer.from("x")]);
  const spy =
    <T>(name: string, answer: T) =>
    (...args: unknown[]): T => {
      calls.push([name, ...args]);
      return answer;
    };
  const bound = new BoundStorage(
    storageWith(storage, {
      putStream: spy("putStream", Promise.resolve(true)),
      open: spy("open", Promise.resolve(Readable.from([]))),
      localPath: spy("localPath", Promise.resolve("/local")),
      list: spy("list", storage.list("none/")),
    }),
    signal,
  );
  await bound.putStream("tasks/stream", content, 1, signal);
  await bound.open("tasks/file", range, "tag");
  await bound.localPath("tasks/file", "/scratch", signal, "tag");
  await buffer(Readable.from(bound.list("tasks/", "tasks/a")));
  assert.deepEqual(calls, [
    ["putStream", "tasks/stream", content, 1, signal],
    ["open", "tasks/file", range, "tag"],
    ["localPath", "tasks/file", "/scratch", signal, "tag"],
    ["list", "tasks/", "tasks/a"],
  ]);
});
