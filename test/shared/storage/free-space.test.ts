import assert from "node:assert/strict";
import { mkdir, open, utimes } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { diskTimeMs, freeSpace, isOutOfSpace } from "../../../shared/storage/free-space.ts";
import { smallDisk } from "../../support/storage/small-disk.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("a folder's disk has room, and no more of it than the disk is large", async (t) => {
  const { freeBytes, totalBytes } = await freeSpace(await temporaryFolder(t));
  assert.ok(freeBytes > 0 && freeBytes <= totalBytes, `${freeBytes} of ${totalBytes}`);
  await assert.rejects(freeSpace("/does/not/exist"), { code: "ENOENT" });
});

test("a disk that is full has no room, and the write that fills it is told as that", async (t) => {
  const folder = await smallDisk(t, 1);
  if (folder === undefined) return;
  assert.equal((await freeSpace(folder)).totalBytes, 1_048_576);
  const file = await open(join(folder, "file"), "w");
  t.after(() => file.close());
  await assert.rejects(file.writeFile(Buffer.alloc(2_000_000)), (error) => isOutOfSpace(error));
  assert.equal((await freeSpace(folder)).freeBytes, 0);
});

test("a disk without a free inode has no room", async (t) => {
  const folder = await smallDisk(t, 1, "nr_inodes=2");
  if (folder === undefined) return;
  assert.ok((await freeSpace(folder)).freeBytes > 0);
  await (await open(join(folder, "file"), "w")).close();
  await assert.rejects(open(join(folder, "another"), "w"), (error) => isOutOfSpace(error));
  assert.equal((await freeSpace(folder)).freeBytes, 0);
});

test("a disk that takes no more files tells its time all the same", async (t) => {
  const disk = await smallDisk(t, 1, "nr_inodes=2");
  if (disk === undefined) return;
  const folder = join(disk, "temporary");
  await mkdir(folder);
  await utimes(folder, new Date(0), new Date(0));
  await assert.rejects(mkdir(join(folder, "another")), (error) => isOutOfSpace(error));
  const since = Date.now() - (await diskTimeMs(folder));
  assert.ok(Math.abs(since) < 60_000, `${since} ms`);
});
