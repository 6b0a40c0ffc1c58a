// What is said when fewer clips came than were asked for, and when none is about the subject.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fewerNotice, wishNotice } from "../../../media-node/clips/notices.ts";

test("nothing is said where all clips came", () => {
  assert.equal(fewerNotice(5, 5, { min: 15, max: 60 }), null);
});

test("fewer clips than asked for are told in one sentence with their numbers", () => {
  const notice = fewerNotice(2, 5, { min: 15, max: 60 }) ?? "";
  assert.match(notice, /^Only 2 of the 5 clips asked for could be cut: .*15 to 60 s.*\.$/);
});

const clips = (...matches: (number | null)[]) => matches.map((topicMatch) => ({ topicMatch }));

test("nothing is said where a clip is about the subject, or none was asked for", () => {
  assert.equal(
    wishNotice(clips(0.9, 0.1), { prompt: "the part about bees", title: null, hasWords: true }),
    null,
  );
  assert.equal(
    wishNotice(clips(null, null), { prompt: "the funniest parts", title: null, hasWords: true }),
    null,
  );
  assert.equal(wishNotice(clips(0, 0), { prompt: null, title: null, hasWords: true }), null);
});

test("where there are no words nothing is claimed of what is said", () => {
  assert.equal(wishNotice(clips(null), { prompt: "about football", title: null, hasWords: false }), null);
});

test("a subject of which nobody speaks is named", () => {
  const notice = wishNotice(clips(0.2, 0), { prompt: "clips about football", title: null, hasWords: true });
  assert.match(notice ?? "", /^Nothing in the source is plainly about “football”/);
});
