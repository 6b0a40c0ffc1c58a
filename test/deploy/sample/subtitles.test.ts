import assert from "node:assert/strict";
import { test } from "node:test";
import { subtitlesOf } from "../../../deploy/sample/subtitles.ts";

test("a cue lasts from its phrase's start to its end, to the millisecond", () => {
  const phrase = { speaker: "host", shot: "host-asks", pauseMs: 0, samples: new Float32Array() } as const;
  const talk = {
    shots: [],
    durationS: 70,
    phrases: [
      { ...phrase, text: "One.", startS: 0.5, endS: 1.2504 },
      { ...phrase, text: "Two.", startS: 59.9996, endS: 62.25 },
    ],
  };
  assert.equal(
    subtitlesOf(talk),
    "1\n00:00:00,500 --> 00:00:01,250\nOne.\n\n2\n00:01:00,000 --> 00:01:02,250\nTwo.\n",
  );
});
