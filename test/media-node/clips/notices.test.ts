// What is said when fewer clips came than were asked for, when none is about the subject, and of captions' letters.
import assert from "node:assert/strict";
import { test } from "node:test";
import { missingLettersNotice } from "../../../media-node/captions/missing-letters.ts";
import {
  fewerNotice,
  unshapedNotice,
  wishNotice,
  wordlessNotice,
} from "../../../media-node/clips/notices.ts";
import { BUNDLED_FFMPEG } from "../../../media-node/ffmpeg/bundled-tools.ts";

test("nothing is said where all clips came", () => {
  assert.equal(fewerNotice(5, 5, { min: 15, max: 60 }, 80), null);
});

test("fewer clips than asked for are told in one sentence with their numbers", () => {
  assert.equal(
    fewerNotice(2, 5, { min: 15, max: 60 }, 300.04),
    "Only 2 of the 5 clips asked for could be cut: in 300 s there are no more stretches of 15 to 60 s beside each " +
      "other that break no word and are not nearly all silent and still.",
  );
});

test("a range that cannot hold more clips, whatever is in it, is named as the reason", () => {
  const notice = fewerNotice(3, 5, { min: 15, max: 60 }, 47.26) ?? "";
  assert.match(notice, /could be cut: in 47\.3 s there is no room for more that last 15 s or longer\.$/);
});

const clips = (...relevances: (number | null)[]) =>
  relevances.map((topicRelevance) => ({ topicRelevance, kindsMet: null }));
const ofKinds = (...shares: (number | null)[]) =>
  shares.map((kindsMet) => ({ topicRelevance: null, kindsMet }));

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

test("nothing is said of the subject of a prompt that names none, in whatever language", () => {
  for (const prompt of ["beste Momente", "les meilleurs moments", "las mejores partes", "лучшие моменты"])
    assert.equal(wishNotice(clips(null), { prompt, title: null, hasWords: true }), null, prompt);
});

test("where there are no words nothing is claimed of what is said", () => {
  assert.equal(wishNotice(clips(null), { prompt: "about football", title: null, hasWords: false }), null);
});

test("a subject of which nobody speaks is named", () => {
  const notice = wishNotice(clips(0.2, 0), { prompt: "clips about football", title: null, hasWords: true });
  assert.match(notice ?? "", /^Nothing in the source is plainly about “football”/);
});

test("of several subjects those are named that name something", () => {
  const prompt = "what went wrong, outages and incidents";
  const notice = wishNotice(clips(0), { prompt, title: null, hasWords: true }) ?? "";
  assert.match(notice, /plainly about “outages and incidents”/);
});

test("kinds of which there is nothing are named, where something tells", () => {
  const arguing = { prompt: "arguments ", title: "A talk", hasWords: true };
  assert.equal(
    wishNotice(ofKinds(0.3, 0.1), arguing),
    "Nothing in the source plainly answers “arguments”, so the clips are the best of what there is.",
  );
  assert.equal(wishNotice(ofKinds(0.2, 0.6), arguing), null);
  assert.equal(wishNotice(ofKinds(null, null), arguing), null);
});

test("captions whose letters the bundled ffmpeg cannot join are told of, and no others", () => {
  const said = (text: string, ffmpeg: string = BUNDLED_FFMPEG) =>
    unshapedNotice([{ text: "ok" }, { text }], ffmpeg);
  for (const text of ["हिन्दी", "ที่สุด", "বাংলা", "தமிழ்", "ខ្មែរ"])
    assert.match(said(text) ?? "", /letter by letter/, text);
  for (const text of ["Straße", "Việt", "шёл", "ελλάς", "שלום", "سلام", "日本語", "한국어"])
    assert.equal(said(text), null, text);
  assert.equal(said("हिन्दी", "/usr/bin/ffmpeg"), null);
});

test("letters that no font has are named, a few of them, and signs are not", () => {
  assert.equal(missingLettersNotice(["🫨", "\u{e000}"], "captions"), null);
  assert.equal(
    missingLettersNotice(["哋", "🫨", "㗎"], "captions"),
    "No font on the media node has 哋 㗎: captions leave them out.",
  );
  assert.match(missingLettersNotice([..."অআইঈউঊ"], "captions") ?? "", /has অ আ ই ঈ উ and others: captions/);
});

test("a clip without words tells whether none are known or all were taken out", () => {
  assert.equal(wordlessNotice("Two words", 2), null);
  assert.equal(wordlessNotice("", 0), "No words are known of this stretch, so the clip has no captions.");
  assert.equal(wordlessNotice("", 2), "All words of the clip were taken out, so it has no captions.");
});
