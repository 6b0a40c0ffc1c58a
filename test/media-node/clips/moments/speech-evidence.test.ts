// Whether the audio belongs to the words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildTimeline } from "../../../../media-node/clips/moments/moment-timeline.ts";
import { isSpeechAudible } from "../../../../media-node/clips/moments/speech-evidence.ts";
import { flatAudio } from "../../../support/talks/flat-audio.ts";
import { makeTalk } from "../../../support/talks/synthetic-talk.ts";
import { SLEEP_TALK } from "../../../support/talks/talk-texts.ts";

test("a talk's own sound is heard to be its speech", () => {
  const { audio, words, range } = makeTalk(SLEEP_TALK);
  assert.equal(isSpeechAudible(buildTimeline(audio, null, range), words), true);
});

test("a steady noise under subtitles is not", () => {
  const { words, range } = makeTalk(SLEEP_TALK);
  const timeline = buildTimeline(flatAudio(range.endS, -40), null, range);
  assert.equal(isSpeechAudible(timeline, words), false);
});

test("a few words prove nothing", () => {
  const { words, range } = makeTalk(SLEEP_TALK);
  const timeline = buildTimeline(flatAudio(range.endS, -40), null, range);
  assert.equal(isSpeechAudible(timeline, words.slice(0, 5)), true);
});
