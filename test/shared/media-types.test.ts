import assert from "node:assert/strict";
import { test } from "node:test";
import { announcedType } from "../../shared/media-types.ts";

test("a file is announced by the end of its name, in whatever case, and an unknown one as bytes", () => {
  assert.equal(announcedType("talk.MP4"), "video/mp4");
  for (const name of ["talk.unknown", "talk", "", "talk.constructor", "talk.__proto__"]) {
    assert.equal(announcedType(name), "application/octet-stream", name);
  }
});
