import assert from "node:assert/strict";
import { test } from "node:test";
import { captionSrt } from "../../../media-node/captions/draw-captions.ts";
import { saidWithoutSpaces } from "../../support/talks/unspaced-talk.ts";

function spoken(text: string): { text: string; startS: number; endS: number }[] {
  return text
    .split(" ")
    .map((word, index) => ({ text: word, startS: index * 0.3, endS: index * 0.3 + 0.28 }));
}

test("a clip's words become phrases of at most two lines, in the order and at the times of their words", () => {
  const text =
    "Bees choose their home by dancing, and every dance is a vote that others can read. Then they fly.";
  const cues = captionSrt(spoken(text), 6.5)
    .trim()
    .split("\n\n")
    .map((cue) => cue.split("\n"));
  assert.deepEqual(
    cues.map(([number]) => number),
    cues.map((_, index) => String(index + 1)),
  );
  assert.equal(cues[0]?.[1]?.slice(0, 12), "00:00:00,000");
  assert.equal(cues.flatMap((cue) => cue.slice(2)).join(" "), text);
  assert.ok(cues.every((cue) => cue.length <= 4 && cue.slice(2).every((line) => line.length <= 42)));
});

test("a word that looks like a cue makes none", () => {
  const words = [{ text: "x\n\n2\n00:00:01,000 --> 00:00:02,000\nforged", startS: 0, endS: 1 }];
  assert.equal(captionSrt(words, 2).split("-->").length, 2);
});

test("a language without spaces has none between its words, and a full stop of its own script ends a cue", () => {
  const said = "今天我们要讨论一个很大的问题。大家都想知道它到底是怎么回事。";
  const cues = captionSrt(saidWithoutSpaces(said), 6).trim().split("\n\n");
  assert.deepEqual(
    cues.map((cue) => cue.split("\n").slice(2).join("")),
    ["今天我们要讨论一个很大的问题。", "大家都想知道它到底是怎么回事。"],
  );
  const burmese = captionSrt(saidWithoutSpaces("ဒီနေ့ဈေးသွားမယ်။ကျေးဇူးတင်ပါတယ်။"), 6).trim().split("\n\n");
  assert.deepEqual(
    burmese.map((cue) => cue.split("\n").slice(2).join("")),
    ["ဒီနေ့ဈေးသွားမယ်။", "ကျေးဇူးတင်ပါတယ်။"],
  );
});

test("a space that is written where words have none stands in the file, or a cue ends there", () => {
  for (const said of [
    "今天天气很好 我们出去玩吧",
    "いい天気ですね 散歩に行こう",
    "สวัสดีครับ ผมชื่อสมชาย",
    "ខ្ញុំទៅផ្សារ អរគុណច្រើន",
  ]) {
    const cues = captionSrt(saidWithoutSpaces(said), 6).trim().split("\n\n");
    assert.equal(cues.map((cue) => cue.split("\n").slice(2).join("")).join(" "), said);
  }
});
