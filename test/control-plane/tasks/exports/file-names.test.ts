// Names of files from whatever a title holds.
import assert from "node:assert/strict";
import { test } from "node:test";
import { attachment, fileNameFor } from "../../../../control-plane/tasks/exports/file-names.ts";

test("a title becomes a name that every system takes", () => {
  const names: readonly (readonly [string, string])[] = [
    ["What do bees know?", "What do bees know"],
    ["../../etc/passwd", "etc passwd"],
    ['a/b\\c:d*e?f"g<h>i|j', "a b c d e f g h i j"],
    [".hidden", "hidden"],
    ["-rf", "rf"],
    ["ends with a dot. ", "ends with a dot"],
    ["line\nbreak\u0000 and \u202eturned", "line break and turned"],
    ["蜜蜂 knows 🐝", "蜜蜂 knows 🐝"],
    ["CON", "clip_1"],
    ["con.txt", "clip_1"],
    ["???", "clip_1"],
    ["", "clip_1"],
  ];
  for (const [title, name] of names) assert.equal(fileNameFor(title, "clip_1"), name);
  const long = fileNameFor("é".repeat(300), "clip_1");
  assert.deepEqual([Buffer.byteLength(long), long], [120, "é".repeat(60)]);
});

test("a header for saving holds plain letters, and beside them the whole name", () => {
  assert.equal(
    attachment("蜜蜂's.srt"),
    "attachment; filename=\"__'s.srt\"; filename*=UTF-8''%E8%9C%9C%E8%9C%82%27s.srt",
  );
});
