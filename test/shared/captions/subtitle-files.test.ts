import assert from "node:assert/strict";
import { test } from "node:test";
import { formatSrt, SubtitleFile } from "../../../shared/captions/subtitle-files.ts";

const LONG = {
  text: "It was the best of times, it was the <worst> of times & more",
  start: 1,
  end: 4.5,
  words: [],
};

test("a long caption stands on two lines that are about even", () => {
  const file = new SubtitleFile("vtt");
  file.add(LONG);
  assert.equal(
    file.toString(),
    "WEBVTT\n\n00:00:01.000 --> 00:00:04.500\nIt was the best of times,\nit was the &lt;worst&gt; of times &amp; more\n",
  );
  assert.equal(
    formatSrt([LONG]),
    "1\n00:00:01,000 --> 00:00:04,500\nIt was the best of times,\nit was the <\u200bworst> of times & more\n",
  );
});

test("a caption without text is no cue", () => {
  assert.equal(formatSrt([{ ...LONG, text: " \n" }]), "");
});
