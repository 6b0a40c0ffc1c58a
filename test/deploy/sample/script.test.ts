// The sample's script against its own rules, and the committed video against the script.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import ffmpeg from "@ffmpeg-installer/ffmpeg";
import { SHOTS } from "../../../deploy/sample/script.ts";

const VIDEO = fileURLToPath(new URL("../../../deploy/sample/sample.mp4", import.meta.url));
const PHRASES = SHOTS.flatMap((shot) => shot.phrases);

test("every phrase of the sample fits one cue of seven words", () => {
  assert.ok(PHRASES.length > 0);
  for (const { text } of PHRASES) assert.ok(text.split(/\s+/).length <= 7, text);
});

test("the committed sample is under 3 MB", async () => {
  const { size } = await stat(VIDEO);
  assert.ok(size < 3_000_000, `${size} bytes`);
});

test("the committed sample's subtitles are the script's phrases, in order and apart in time", async () => {
  const args = ["-v", "error", "-i", VIDEO, "-map", "0:s:0", "-f", "webvtt", "-"];
  const { stdout } = await promisify(execFile)(ffmpeg.path, args);
  const cues = [...stdout.matchAll(/([\d:]+\.\d+) --> ([\d:]+\.\d+)\n(.+)/g)];
  const secondsOf = (clock = ""): number =>
    clock.split(":").reduce((seconds, part) => 60 * seconds + Number(part), 0);
  assert.deepEqual(
    cues.map((cue) => cue[3]),
    PHRASES.map(({ text }) => text),
  );
  let previousEndS = 0;
  for (const [, start, end] of cues) {
    assert.ok(secondsOf(start) > previousEndS && secondsOf(end) > secondsOf(start), start);
    previousEndS = secondsOf(end);
  }
});
