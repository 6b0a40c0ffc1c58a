// Which file a timeline names as its source.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nameOfAddress, nameOfUpload } from "../../../../control-plane/tasks/exports/source-name.ts";

test("an upload keeps the name that its owner knows", () => {
  const long = `${"蜜蜂".repeat(40)} talk.mp4`;
  for (const name of [
    "talk.mp4",
    "100%25 Bees.mp4",
    "50% off: the talk?.mp4",
    "Episode #12",
    ".talk.mov",
    long,
  ]) {
    assert.equal(nameOfUpload(name), name);
  }
  assert.equal(nameOfUpload("../C:\\films/ta\u0000lk\n.mp4"), "talk.mp4");
  for (const name of ["", "..", "films/"]) assert.equal(nameOfUpload(name), undefined);
});

test("an address gives the name of its file, and one of a page none", () => {
  const names: readonly (readonly [string, string | undefined])[] = [
    ["https://cdn.example.com/a/Episode%20%2312.mp4?token=x", "Episode #12.mp4"],
    ["https://storage.example.com/o/videos%2Ftalk.MOV?alt=media", "talk.MOV"],
    ["https://cdn.example.com/100%.mkv", "100%.mkv"],
    ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", undefined],
    ["https://vimeo.com/76979871", undefined],
    ["https://drive.google.com/file/d/1AbC/view", undefined],
    ["https://cdn.example.com/live/index.m3u8", undefined],
    ["https://cdn.example.com/", undefined],
    ["", undefined],
  ];
  for (const [url, name] of names) assert.equal(nameOfAddress(url), name, url);
});
