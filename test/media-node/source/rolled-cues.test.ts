import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cue } from "../../../media-node/signal/cues.ts";
import { parseWebVttInSteps } from "../../../media-node/source/read-subtitles.ts";
import { sayOnceInSteps } from "../../../media-node/source/rolled-cues.ts";
import { runAtOnce } from "../../../shared/process/time-slices.ts";

function parseWebVtt(text: string): Cue[] {
  return runAtOnce(parseWebVttInSteps(text));
}

function sayOnce(cues: Cue[]): Cue[] {
  return runAtOnce(sayOnceInSteps(cues));
}

function cue(startS: number, endS: number, text: string): Cue {
  return { startS, endS, text };
}

/** Cues of two seconds, each of which begins as the one before ends. */
function touching(...texts: readonly string[]): Cue[] {
  return texts.map((text, index) => cue(2 * index, 2 * index + 2, text));
}

test("what automatic subtitles show three times is said once", () => {
  const text = [
    "WEBVTT",
    "00:00.125 --> 00:02.250\n \nwelcome back to the show",
    "00:02.250 --> 00:02.260\nwelcome back to the show\n ",
    "00:02.260 --> 00:04.500\nwelcome back to the show\ntoday we talk about bees",
    "00:04.500 --> 00:04.510\ntoday we talk about bees\n ",
    "00:04.510 --> 00:06.500\ntoday we talk about bees\nand how they vote",
  ].join("\n\n");
  assert.deepEqual(parseWebVtt(text), [
    cue(0.125, 2.25, "welcome back to the show"),
    cue(2.26, 4.5, "today we talk about bees"),
    cue(4.51, 6.5, "and how they vote"),
  ]);
});

test("lines that move up over each other and words that join a line are said once", () => {
  const rolling = touching(
    "we are here",
    "we are here in Rome",
    "in Rome and it rains",
    "and it rains a lot",
  );
  const said = ["we are here", "in Rome", "and it rains", "a lot"];
  assert.deepEqual(
    sayOnce(rolling).map(({ text }) => text),
    said,
  );
  const overlapping = rolling.map((each) => ({ ...each, endS: each.endS + 1 }));
  assert.deepEqual(
    sayOnce(overlapping).map(({ text }) => text),
    said,
  );
});

test("turns within a rolling track begin with the words that are left", () => {
  const text = [
    "WEBVTT",
    "00:00.000 --> 00:02.000\n>> 今天我们要讨论问题。",
    "00:02.000 --> 00:04.000\n>> 今天我们要讨论问题。\n>> Who says so?",
    "00:04.000 --> 00:06.000\n>> Who says so?\nI ask.",
  ].join("\n\n");
  assert.deepEqual(parseWebVtt(text), [
    { ...cue(0, 2, "今天我们要讨论问题。"), turnsAtWord: [0] },
    { ...cue(2, 4, "Who says so?"), turnsAtWord: [0] },
    { ...cue(4, 6, "I ask."), turnsAtWord: [] },
  ]);
});

test("what rolls up keeps its spaces and its lines, where words have no spaces between them", () => {
  const text = [
    "WEBVTT",
    "00:00.000 --> 00:02.000\n今天天气很好 我们出去玩吧",
    "00:02.000 --> 00:04.000\n今天天气很好 我们出去玩吧\n带上孩子 中午回来",
    "00:04.000 --> 00:06.000\n带上孩子 中午回来\n好的 走吧\n你呢",
  ].join("\n\n");
  assert.deepEqual(parseWebVtt(text), [
    cue(0, 2, "今天天气很好 我们出去玩吧"),
    cue(2, 4, "带上孩子 中午回来"),
    cue(4, 6, "好的 走吧\n你呢"),
  ]);
});

test("what people say again stays: songs, echoes now and then, and words after a pause", () => {
  const song = touching(...Array.from({ length: 12 }, () => "around the world"));
  assert.deepEqual(sayOnce(song), song);
  const talk = touching(
    ..."It was him.|him? Yes.|I saw it.|And then?|then nothing.|So be it.|Good.|Why?|Never mind.".split("|"),
  );
  assert.deepEqual(sayOnce(talk), talk);
  const paused = touching("we are here", "we are here in Rome", "in Rome and it rains");
  const apart = paused.map((each) => ({ ...each, endS: each.endS - 0.2 }));
  assert.deepEqual(sayOnce(apart), apart);
});

test("long cues that nearly repeat each other take no time", () => {
  const line = "a ".repeat(4_500);
  const cues = touching(
    ...Array.from({ length: 800 }, (_, index) => `${line}${index % 2 === 0 ? "b" : "c"}`),
  );
  const startedAt = process.cpuUsage();
  assert.equal(sayOnce(cues).length, 800);
  const { user } = process.cpuUsage(startedAt);
  assert.ok(user < 2_000_000, `${user / 1_000} ms`);
});
