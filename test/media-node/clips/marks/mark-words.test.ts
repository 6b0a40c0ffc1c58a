// Words that get marks in a thread, and those that keep what they have.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { markCues, markWords } from "../../../../media-node/clips/marks/mark-words.ts";
import { areSpoken } from "../../../../media-node/clips/marks/spoken-words.ts";
import { BUILT_IN_MODELS_DIR } from "../../../../media-node/models/find-bundles.ts";
import { type ModelBundle, readBundle } from "../../../../media-node/models/model-bundle.ts";
import type { OptionalModel } from "../../../../media-node/models/optional-model.ts";
import type { SpokenWord } from "../../../../media-node/signal/spoken-word.ts";
import { closeThreads } from "../../../../media-node/threads/run-in-thread.ts";
import { splitWords } from "../../../../shared/captions/spread-words.ts";
import { tinyMarkBundle, tinyMarkNetwork } from "../../../support/models/text/tiny-mark-network.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

after(closeThreads);

/** Of our own: nobody wrote it before. */
const SAID =
  "welcome back everyone today we want to talk about bees and how they find their way home so anna what made you " +
  "start with this well i was a student in london and i had no idea what to do then one day i saw a swarm in a " +
  "tree and i thought that is the most beautiful thing i have ever seen did you get stung of course i did but " +
  "that did not stop me";

function spoken(text: string): SpokenWord[] {
  return text
    .split(" ")
    .map((each, index) => ({ text: each, startS: index * 0.35, endS: index * 0.35 + 0.35 }));
}

function textOf(words: readonly SpokenWord[]): string {
  return words.map(({ text }) => text).join(" ");
}

function input(bundle: ModelBundle, signal: AbortSignal = AbortSignal.timeout(60_000)) {
  const failures: unknown[] = [];
  const marking: OptionalModel = { bundle, threads: 1, signal, onFailure: (error) => failures.push(error) };
  return { marking, failures };
}

async function builtIn(): Promise<ModelBundle> {
  return readBundle(join(BUILT_IN_MODELS_DIR, "marks-en"));
}

async function brokenBundle(t: TestContext): Promise<ModelBundle> {
  return tinyMarkBundle(await temporaryFolder(t), { network: tinyMarkNetwork([1, 2]) });
}

test("the built-in network tells sentences, questions and names of plain English", async () => {
  const { marking, failures } = input(await builtIn());
  const marked = textOf(await markWords(marking, spoken(SAID)));
  assert.deepEqual(failures, []);
  assert.equal(marked.toLowerCase().replaceAll(/[,.?]/g, ""), SAID);
  for (const part of [
    /^Welcome back/,
    /home\. So,? Anna, what made you start with this\? Well, I was a student in London/,
    /what to do\. Then one day/,
    /get stung\? Of course,? I did/,
  ]) {
    assert.match(marked, part);
  }
});

test("subtitles get the same marks, in their own lines", async () => {
  const { marking } = input(await builtIn());
  const texts = SAID.split(/ (?=so anna|then one day|did you)/);
  const cues = texts.map((text, index) => ({
    text: index === 1 ? text.replace(" made", "\nmade") : text,
    startS: 20 * index,
    endS: 20 * (index + 1),
    ...(index === 2 ? { turnsAtWord: [3] } : {}),
  }));
  const marked = await markCues(marking, cues);
  assert.match(
    marked[1]?.text ?? "",
    /^So,? Anna, what\nmade you start with this\? Well, I was a student in London/,
  );
  assert.deepEqual(
    marked.map(({ text, ...rest }) => ({ ...rest, text: text.toLowerCase().replaceAll(/[,.?]/g, "") })),
    cues,
  );
});

test("a cue has as many words with marks as without, so that turns stay at their words", async () => {
  const { marking } = input(await builtIn());
  const glued = ["的10", "ไทย5", "你好1,000"].map((text, index) => ({
    text: `${text} did you get stung`,
    startS: 60 + 9 * index,
    endS: 62 + 9 * index,
    turnsAtWord: [1],
  }));
  const cues = [{ text: SAID, startS: 0, endS: 30 }, ...glued];
  const marked = await markCues(marking, cues);
  assert.match(marked[0]?.text ?? "", /^Welcome back/);
  for (const [index, cue] of cues.entries())
    assert.equal(splitWords(marked[index]?.text ?? "").length, splitWords(cue.text).length);
});

test("what is noted in brackets and by signs is not said: nothing in it changes, and what is around it goes on", async () => {
  const { marking } = input(await builtIn());
  const noted = `♪ [music playing] ${SAID.replace(" did you get", " (he laughs a lot) did you get")}`;
  const marked = textOf(await markWords(marking, spoken(noted)));
  assert.match(marked, /^♪ \[music playing\] Welcome back/);
  assert.match(marked, /ever seen[.]? \(he laughs a lot\) did you get stung\?/i);
});

test("a speaker who begins with a note begins a sentence behind it", async (t) => {
  // Sure of each word, the last one too, that no mark follows it.
  const network = tinyMarkNetwork([1, 0, 0, 0, 0, 0, 0]);
  const { marking } = input(await tinyMarkBundle(await temporaryFolder(t), { network }));
  // The note takes no time, which else would be a pause.
  const words = spoken("and you know this [laughs] of course i do").map((word, index) => {
    const laterS = index > 4 ? -0.35 : 0;
    const times = { startS: word.startS + laterS, endS: word.endS + laterS };
    return { ...word, ...times, score: 0.9, startsTurn: index === 4 };
  });
  const marked = await markWords(marking, words);
  assert.equal(textOf(marked), "And you know this. [laughs] Of course I do");
  assert.deepEqual(
    marked.map(({ startsTurn }) => startsTurn),
    words.map(({ startsTurn }) => startsTurn),
  );
});

test("a bracket that nobody closes is no note", () => {
  const texts = ["so", "[music", ...Array.from({ length: 9 }, () => "word"), "end]"];
  assert.ok(areSpoken(texts).every(Boolean));
  assert.deepEqual(areSpoken(["[music]", "so", "♪", "(he", "laughs)"]), [false, true, false, false, false]);
});

test("without a model, with marks and in other languages words stay as they are, and that is no failure", async (t) => {
  const { marking, failures } = input(await brokenBundle(t));
  const words = spoken(SAID);
  assert.equal(await markWords(null, words), words);
  const marked = spoken("The bees dance. That is what they do. And you know this, what of the others?");
  assert.equal(await markWords(marking, marked), marked);
  const german = spoken("die bienen tanzen im winter nicht und das wissen sie auch");
  assert.equal(await markWords(marking, german), german);
  const cues = [{ text: "the bees dance, and that is what they do.", startS: 0, endS: 3 }];
  assert.equal(await markCues(null, cues), cues);
  assert.deepEqual(failures, []);
});

test("subtitles in another language are not taken apart: of long ones a dictionary takes seconds", async (t) => {
  const { marking } = input(await brokenBundle(t));
  const cues = [{ text: "蜜蜂怎么回家我们今天谈这个问题", startS: 0, endS: 3 }];
  const segment = t.mock.method(Intl.Segmenter.prototype, "segment");
  for (const model of [marking, null]) assert.equal(await markCues(model, cues), cues);
  assert.equal(segment.mock.callCount(), 0);
});

test("where the model fails the words stay as they are, and the failure is told", async (t) => {
  const { marking, failures } = input(await brokenBundle(t));
  const words = spoken(SAID);
  assert.equal(await markWords(marking, words), words);
  assert.equal(failures.length, 1);
});

test("an abort is no failure of the model", async (t) => {
  const reason = new Error("enough");
  const { marking, failures } = input(await brokenBundle(t), AbortSignal.abort(reason));
  await assert.rejects(markWords(marking, spoken(SAID)), reason);
  assert.deepEqual(failures, []);
});
