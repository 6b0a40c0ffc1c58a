import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
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
