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

function timesOf(start: number, end: number): string[] {
  const file = new SubtitleFile("vtt");
  file.add({ ...LONG, start, end });
  return [file.toString(), formatSrt([{ ...LONG, start, end }])].map(
    (text) => /.+ --> .+/.exec(text)?.[0] ?? "",
  );
}

test("times are to the millisecond, with as many hours as there are", () => {
  assert.deepEqual(timesOf(3_723.4004, 7_199.9996), [
    "01:02:03.400 --> 02:00:00.000",
    "01:02:03,400 --> 02:00:00,000",
  ]);
  assert.deepEqual(timesOf(59.9994, 360_000.05), [
    "00:00:59.999 --> 100:00:00.050",
    "00:00:59,999 --> 100:00:00,050",
  ]);
});

test("a caption lasts for a millisecond at least, and none begins before the film", () => {
  assert.equal(timesOf(2, 2)[0], "00:00:02.000 --> 00:00:02.001");
  assert.equal(timesOf(2, 1)[0], "00:00:02.000 --> 00:00:02.001");
  assert.equal(timesOf(-0.4, -0.1)[0], "00:00:00.000 --> 00:00:00.001");
});

test("what a player would take for markup or for a time is shown as it was said", () => {
  const text = "</i> {\\an8} 1 < 2 --> 3";
  const file = new SubtitleFile("vtt");
  file.add({ ...LONG, text });
  assert.equal(file.toString().split("\n").at(-2), "&lt;/i&gt; {\\an8} 1 &lt; 2 --&gt; 3");
  assert.equal(
    formatSrt([{ ...LONG, text }])
      .split("\n")
      .at(-2),
    "<\u200b/i> {\u200b\\an8} 1 < 2 --\u200b> 3",
  );
});

test("a caption without text is no cue", () => {
  assert.equal(formatSrt([{ ...LONG, text: " \n" }]), "");
});
