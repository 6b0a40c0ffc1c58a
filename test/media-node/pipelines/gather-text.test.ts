// Whether a source's own subtitles are what is said in it, or the speech model is asked. The words are planted, the sound
// is the sample video's.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gatherText, type SourceText } from "../../../media-node/pipelines/gather-text.ts";
import { probeSource } from "../../../media-node/source/probe-source.ts";
import type { ClipJobRequest } from "../../../shared/tasks/clip-job.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { makeMedia } from "../../support/media/media-fixture.ts";
import { mediaTools } from "../../support/media-node/media-pools.ts";
import { runContext } from "../../support/media-node/run-context.ts";
import { plantRecognizer } from "../../support/speech/planted-recognizer.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const SAMPLE = fileURLToPath(new URL("../../../deploy/sample/sample.mp4", import.meta.url));
const { tools: real, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

const FILM_S = 60;
const WORDS = ["Bees", "dance."];

interface Line {
  readonly fromS: number;
  readonly toS: number;
  readonly text: string;
}

function clock(timeS: number): string {
  return `00:${String(Math.floor(timeS / 60)).padStart(2, "0")}:${(timeS % 60).toFixed(3).padStart(6, "0")}`;
}

/** What is gathered of a minute of the sample with these subtitles, which may overlap; `isHeard` says whether the model was asked. */
async function gather(
  t: TestContext,
  lines: readonly Line[],
  { score = 0.95, hasSound = true } = {},
): Promise<SourceText & { readonly isHeard: boolean }> {
  const folder = await temporaryFolder(t);
  const subtitles = join(folder, "lines.srt");
  const cues = lines.map(({ fromS, toS, text }, index) =>
    `${index + 1}\n${clock(fromS)} --> ${clock(toS)}\n${text}\n`.replaceAll(/\.(\d{3})\b/g, ",$1"),
  );
  await writeFile(subtitles, cues.join("\n"));
  const sourcePath = join(folder, "film.mkv");
  const maps = ["-map", "0:v", ...(hasSound ? ["-map", "0:a"] : []), "-map", "1"];
  const inputs = ["-t", String(FILM_S), "-i", SAMPLE, "-i", subtitles];
  await makeMedia(...inputs, ...maps, "-c", "copy", "-c:s", "srt", sourcePath);
  const planted = plantRecognizer(real, WORDS, { score });
  const signal = AbortSignal.timeout(300_000);
  const request: ClipJobRequest = {
    source: { kind: "upload", storageKey: "uploads/film" },
    range: { startS: 0, endS: null },
    clipCount: 1,
    clipLengthS: { min: 6, max: 12 },
    targetWidth: 180,
    editingStyles: ["STATIC_CROP"],
    captions: null,
    title: null,
    prompt: null,
    declaredDurationS: FILM_S,
  };
  const text = await gatherText(await runContext(t, planted.tools, { signal }), {
    request,
    sourcePath,
    source: await probeSource(real, sourcePath, signal),
    range: { startS: 0, endS: FILM_S },
    onProgress: () => undefined,
  });
  return { ...text, isHeard: planted.heard.length > 0 };
}

function textOf({ words }: SourceText): string {
  return words.map(({ text }) => text).join(" ");
}

/** A line of three seconds every `stepS` seconds. */
function linesEvery(stepS: number, text: (index: number) => string): Line[] {
  return Array.from({ length: Math.floor(FILM_S / stepS) }, (_, index) => ({
    fromS: index * stepS + 1,
    toS: index * stepS + 4,
    text: text(index),
  }));
}

test("subtitles that are shown now and then are what is said, and no model is asked", async (t) => {
  const found = await gather(
    t,
    linesEvery(20, () => "They know the way."),
  );
  assert.deepEqual([found.isHeard, found.hasWordTimes, found.cues.length], [false, false, 3]);
});

test("a few lines do not stand for all that is said", async (t) => {
  const found = await gather(t, [{ fromS: 30, toS: 32, text: "Welcome to Paris." }]);
  assert.equal(found.isHeard, true);
  assert.match(textOf(found), /Bees dance\./);
  assert.doesNotMatch(textOf(found), /Paris/);
});

test("a few lines are better than nothing", async (t) => {
  const line = { fromS: 30, toS: 32, text: "Welcome to Paris." };
  const unsure = await gather(t, [line], { score: 0.2 });
  assert.deepEqual([unsure.isHeard, textOf(unsure), unsure.notice], [true, "Welcome to Paris.", null]);
  const mute = await gather(t, [line], { hasSound: false });
  assert.deepEqual([mute.isHeard, textOf(mute), mute.notice], [false, "Welcome to Paris.", null]);
});

for (const [what, reading] of [
  [
    "an aircraft's exposure and place",
    "F/2.8, SS 206.14, ISO 100, EV 0, GPS (15.0672, 60.0352, 19), D 24.26m, H 1.20m",
  ],
  [
    "a camera's counters",
    "FrameCnt : 41, DiffTime : 33ms\n2026-05-01 12:00:41,123,456\n[iso : 100] [shutter : 1/1000.0] [latitude : 22.543210]",
  ],
] as const) {
  test(`${what}, written as subtitles, are not what is said`, async (t) => {
    const found = await gather(
      t,
      linesEvery(4, () => reading),
    );
    assert.equal(found.isHeard, true);
    assert.match(textOf(found), /Bees dance\./);
    const mute = await gather(
      t,
      linesEvery(4, () => reading),
      { hasSound: false },
    );
    assert.deepEqual(mute.words, []);
  });
}

test("what two layers of subtitles say is said once, also where it gets marks", async (t) => {
  const said = ["we sell honey from our own hives", "and people come from far away to buy it"];
  const talk = linesEvery(20, (index) => said[index] ?? "so we have to make more of it");
  const found = await gather(
    t,
    // ffmpeg reads lines that are the same in all but once.
    talk.flatMap((line) => [{ ...line, toS: line.toS - 0.1 }, line]),
  );
  const once = await gather(t, talk);
  assert.match(textOf(once), /^We sell/);
  assert.equal(textOf(found), textOf(once));
});

test("what many layers of subtitles say is no more than what is said once", async (t) => {
  const talk = linesEvery(5, () => "so we have to make more of it than ever");
  const layers = await gather(
    t,
    talk.flatMap((line) => Array.from({ length: 30 }, (_, at) => ({ ...line, toS: line.toS - at / 100 }))),
  );
  assert.deepEqual([layers.isHeard, layers.cues.length], [false, talk.length]);
});

test("words that a dictionary tells are looked for once over and no more before others have their turn", async (t) => {
  const talk = linesEvery(5, () => "สวัสดีครับวันนี้เราจะพูดถึงผึ้ง");
  let inTurn = 0;
  let mostInTurn = 0;
  let isDone = false;
  const nextTurn = (): void => {
    inTurn = 0;
    if (!isDone) setImmediate(nextTurn);
  };
  const { segment } = Intl.Segmenter.prototype;
  t.mock.method(Intl.Segmenter.prototype, "segment", function (this: Intl.Segmenter, text: string) {
    inTurn += 1;
    mostInTurn = Math.max(mostInTurn, inTurn);
    return segment.call(this, text);
  });
  setImmediate(nextTurn);
  const { cues, isHeard } = await gather(t, talk);
  isDone = true;
  assert.deepEqual([isHeard, cues.length], [false, talk.length]);
  assert.equal(mostInTurn, talk.length);
});

test("numbers in what people say are what is said", async (t) => {
  const found = await gather(
    t,
    linesEvery(5, (index) => `In ${1990 + index} we sold more than 250 of them, next year 400.`),
  );
  assert.deepEqual([found.isHeard, found.cues.length], [false, 12]);
});

test("more words than anybody could say are not what is said", async (t) => {
  const found = await gather(
    t,
    linesEvery(5, () => "a ".repeat(1_200)),
  );
  assert.equal(found.isHeard, true);
  assert.equal(textOf(found).includes("a a"), false);
});

test("what is too much in one place is left out and told of, and the other lines are what is said", async (t) => {
  const talk = linesEvery(5, () => "They know the way.");
  const dense = { fromS: 32.5, toS: 32.9, text: "a ".repeat(1_500) };
  const found = await gather(
    t,
    [...talk, dense].toSorted((a, b) => a.fromS - b.fromS),
  );
  assert.equal(found.isHeard, false);
  assert.equal(textOf(found), talk.map(({ text }) => text).join(" "));
  assert.match(found.notice ?? "", /more than anybody could say or read/);
});

test("more subtitles than are read are left out and told of, and what is heard stands for them", async (t) => {
  const text = "They know the way. ".repeat(1_000);
  const lines = Array.from({ length: 500 }, (_, index) => ({
    fromS: index / 10,
    toS: index / 10 + 0.1,
    text,
  }));
  const found = await gather(t, lines);
  assert.deepEqual([found.isHeard, found.cues.length > 0], [true, true]);
  assert.doesNotMatch(textOf(found), /know the way/);
  assert.match(found.notice ?? "", /subtitles are longer than any film's/);
});
