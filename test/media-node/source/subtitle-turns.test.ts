import assert from "node:assert/strict";
import { test } from "node:test";
import { parseWebVttInSteps } from "../../../media-node/source/read-subtitles.ts";
import { readTurnMarksInSteps, type SpokenCue } from "../../../media-node/source/subtitle-turns.ts";
import { runAtOnce } from "../../../shared/process/time-slices.ts";
import { wordsOfCues } from "../../support/talks/words-of-cues.ts";

function readTurnMarks(cues: readonly (readonly string[])[]): SpokenCue[] {
  return runAtOnce(readTurnMarksInSteps(cues));
}

test("dashes of two speakers in one cue are turns and no words", () => {
  assert.deepEqual(
    readTurnMarks([
      ["- Did it rain?", "-No."],
      ["<i>It never", "rains</i> here."],
    ]),
    [{ text: "Did it rain? No.", turnsAtWord: [0, 3] }, { text: "It never rains here." }],
  );
});

test("two dashes in one cue are two speakers, also where the cue before is not finished", () => {
  assert.deepEqual(readTurnMarks([["And then"], ["- Are you cold?", "- No, -5."]])[1], {
    text: "Are you cold? No, -5.",
    turnsAtWord: [0, 3],
  });
});

test("a dash of the sentence stays where its line begins with it", () => {
  assert.deepEqual(readTurnMarks([["I went there"], ["- Rome, I mean - and stayed."], ["- or not."]]), [
    { text: "I went there" },
    { text: "- Rome, I mean - and stayed." },
    { text: "- or not." },
  ]);
});

test("a minus and quotation marks are text", () => {
  const cues = [["How cold was it?"], ["-40 degrees."], ["- 40?"], ["»Guten Tag,"], ["sagt er«, sagt sie."]];
  assert.deepEqual(readTurnMarks(cues), [
    { text: "How cold was it?" },
    { text: "-40 degrees." },
    { text: "40?", turnsAtWord: [0] },
    { text: "»Guten Tag," },
    { text: "sagt er«, sagt sie." },
  ]);
  const swedish = [["»Hej», sade han."], ["»Hur är det?»"]];
  assert.deepEqual(
    readTurnMarks(swedish).map(({ text }) => text),
    swedish.flat(),
  );
  assert.deepEqual(readTurnMarks([["» Who?", ">> I."]]), [{ text: "Who? I.", turnsAtWord: [0, 1] }]);
});

test("names that return before a colon are speakers, and begin a turn where they change", () => {
  const cues = [
    ["The Host: We built it."],
    ["The Host: It counts."],
    ["BOB:", "Does it?"],
    ["Note: it"],
    ["The Host: It does."],
    ["BOB: Good."],
    ["BOB: Very good."],
  ];
  assert.deepEqual(readTurnMarks(cues), [
    { text: "We built it.", turnsAtWord: [0] },
    { text: "It counts.", turnsAtWord: [] },
    { text: "Does it?", turnsAtWord: [0] },
    { text: "Note: it", turnsAtWord: [] },
    { text: "It does.", turnsAtWord: [0] },
    { text: "Good.", turnsAtWord: [0] },
    { text: "Very good.", turnsAtWord: [] },
  ]);
});

test("a heading that returns now and then is no speaker", () => {
  const cues = Array.from({ length: 300 }, (_, index) => [index % 90 === 5 ? "Break:" : "It rains on."]);
  assert.ok(readTurnMarks(cues).every(({ turnsAtWord }) => turnsAtWord === undefined));
  assert.equal(readTurnMarks(cues)[5]?.text, "Break:");
});

test("voice tags and chevrons are turns, also within a line", () => {
  const text = [
    "WEBVTT",
    "00:01.000 --> 00:03.000\n<v Ada>We built it.</v> <v.loud Bob>You &amp; me!</v>",
    "00:03.000 --> 00:04.000\n&gt;&gt; Who\nis that?",
    "00:04.000 --> 00:05.000\nNobody.",
  ].join("\n\n");
  const cues = runAtOnce(parseWebVttInSteps(text));
  assert.deepEqual(
    cues.map(({ text: said, turnsAtWord }) => [said, turnsAtWord]),
    [
      ["We built it. You & me!", [0, 3]],
      ["Who is that?", [0]],
      ["Nobody.", []],
    ],
  );
  assert.deepEqual(
    wordsOfCues(cues)
      .filter(({ startsTurn }) => startsTurn)
      .map((word) => word.text),
    ["We", "You", "Who"],
  );
});

test("turns are kept where cues are shown together", () => {
  const words = wordsOfCues([
    { startS: 0, endS: 2, text: "Did it rain?", turnsAtWord: [0] },
    { startS: 0.1, endS: 2, text: "Not here.", turnsAtWord: [0] },
  ]);
  assert.deepEqual(
    words.filter(({ startsTurn }) => startsTurn).map(({ text }) => text),
    ["Did", "Not"],
  );
});
