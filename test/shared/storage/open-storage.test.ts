import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { openStorage } from "../../../shared/storage/open-storage.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("a file location opens its folder as an absolute path, a URL or a relative path", async (t) => {
  const folder = join(await temporaryFolder(t), "new");
  const spellings = [
    `file:${folder}`,
    pathToFileURL(folder).href,
    `file:./${relative(process.cwd(), folder)}`,
  ];
  for (const location of spellings) {
    await openStorage(location).write("greeting", location);
    assert.equal(await readFile(join(folder, "greeting"), "utf8"), location);
  }
});

test("any other location is refused by the name of the setting", () => {
  for (const location of [
    "",
    "file:",
    "s3://bucket",
    "/var/lib/clipmill",
    "http://storage/",
    "file://host/files",
  ]) {
    assert.throws(
      () => openStorage(location),
      { name: "SettingError", message: /^CLIPMILL_STORAGE must / },
      location,
    );
  }
});

test("a folder that cannot be made is a setting error too", async (t) => {
  const file = join(await temporaryFolder(t), "file");
  await writeFile(file, "");
  assert.throws(() => openStorage(`file:${file}`), {
    name: "SettingError",
    message: /^CLIPMILL_STORAGE names /,
  });
});
