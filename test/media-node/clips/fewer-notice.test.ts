// What is said when fewer clips came than were asked for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fewerNotice } from "../../../media-node/clips/fewer-notice.ts";

test("nothing is said where all clips came", () => {
  assert.equal(fewerNotice(5, 5, { min: 15, max: 60 }), null);
});

test("fewer clips than asked for are told in one sentence with their numbers", () => {
  const notice = fewerNotice(2, 5, { min: 15, max: 60 }) ?? "";
  assert.match(notice, /^Only 2 of the 5 clips asked for could be cut: .*15 to 60 s.*\.$/);
});
