import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { createLogger } from "../../../shared/logger.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { openStorage } from "../../../shared/storage/open-storage.ts";
import { readStorageSettings } from "../../../shared/storage/storage-settings.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

async function openAt(location: string): Promise<ObjectStorage> {
  return await openStorage(
    readStorageSettings({ CLIPMILL_STORAGE: location }),
    createLogger("test", "fatal"),
  );
}

test("a file location opens its folder as an absolute path, a URL or a relative path", async (t) => {
  const folder = join(await temporaryFolder(t), "new");
  const spellings = [
    `file:${folder}`,
    pathToFileURL(folder).href,
    `file:./${relative(process.cwd(), folder)}`,
  ];
  for (const location of spellings) {
    await (await openAt(location)).write("greeting", location);
    assert.equal(await readFile(join(folder, "greeting"), "utf8"), location);
  }
});

test("a stream that pauses is given up after the time that the opener says", {
  timeout: 10_000,
}, async (t) => {
  const settings = readStorageSettings({ CLIPMILL_STORAGE: `file:${await temporaryFolder(t)}` });
  const storage = await openStorage(settings, createLogger("test", "fatal"), { idleTimeoutMs: 10 });
  await assert.rejects(storage.putStream("late", new PassThrough(), 1), { code: "REQUEST_TIMEOUT" });
});

test("any other location is refused by the name of the setting", async () => {
  for (const location of [
    "file:",
    "s3:bucket",
    "s3://No_Bucket",
    "s3://bucket/../prefix",
    "/var/lib/clipmill",
    "http://storage/",
    "file://host/files",
  ]) {
    await assert.rejects(
      openAt(location),
      { name: "SettingError", message: /^CLIPMILL_STORAGE must / },
      location,
    );
  }
});

test("a folder that cannot be made is a setting error too", async (t) => {
  const file = join(await temporaryFolder(t), "file");
  await writeFile(file, "");
  await assert.rejects(openAt(`file:${file}`), {
    name: "SettingError",
    message: /^CLIPMILL_STORAGE names /,
  });
});

test("a folder that belongs to another user is refused at the start, not at the first job", async (t) => {
  const folder = join(await temporaryFolder(t), "storage");
  await openAt(`file:${folder}`);
  await chmod(folder, 0o777);
  await chmod(join(folder, ".tmp"), 0);
  // Root may do anything anywhere: there somebody without rights asks.
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  await chmod(dirname(folder), 0o711);
  const script = `import { createFileStorage } from ${JSON.stringify(import.meta.resolve("../../../shared/storage/file-storage.ts"))};
    createFileStorage(${JSON.stringify(folder)});`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
    ...user,
  });
  assert.notEqual(status, 0);
  assert.match(stderr, /EACCES: permission denied, access '.*\.tmp'/);
});
