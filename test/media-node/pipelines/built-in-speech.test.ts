// The speech model that comes with the project, from file to words, on the project's sample, whose synthesizer told
// when each phrase begins and ends, and on real voices where a machine has them.
import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { RunContext } from "../../../media-node/pipelines/run-context.ts";
import { transcribeSource } from "../../../media-node/pipelines/transcribe-source.ts";
import { probeSource } from "../../../media-node/source/probe-source.ts";
import { readSubtitles } from "../../../media-node/source/read-subtitles.ts";
import { type Transcript, unsureShare } from "../../../media-node/speech/transcripts/transcript.ts";
import { createLogger } from "../../../shared/logger.ts";
import { readNetworkPolicy } from "../../../shared/network/network-safety.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { mediaTools } from "../../support/media-node/media-pools.ts";
import { memoryTranscripts } from "../../support/media-node/memory-transcripts.ts";
import { sharedData } from "../../support/shared-data.ts";
import { wordErrorRate, wordsOf } from "../../support/speech/word-errors.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const SAMPLE = fileURLToPath(new URL("../../../deploy/sample/sample.mp4", import.meta.url));
const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

async function transcribe(t: TestContext, sourcePath: string): Promise<Transcript> {
  const signal = AbortSignal.timeout(120_000);
  const source = await probeSource(tools, sourcePath, signal);
  const context: RunContext = {
    taskId: "task_01k9a1b2c3d4e5f6g7h8j9k0m1",
    transcripts: memoryTranscripts(),
    tools,
    signal,
    report: () => undefined,
    storage: createFileStorage(await temporaryFolder(t)),
    scratchFolder: await temporaryFolder(t),
    policy: readNetworkPolicy({}),
    logger: createLogger("test", "silent"),
  };
  const range = { startS: 0, endS: source.durationS };
  return transcribeSource(context, {
    sourcePath,
    source,
    range,
    name: "speech",
    onProgress: () => undefined,
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

test("the sample is understood, and its words begin and end when they are said", async (t) => {
  const { subtitle } = await probeSource(tools, SAMPLE, AbortSignal.timeout(20_000));
  const cues = await readSubtitles(
    tools.ffmpeg,
    SAMPLE,
    subtitle?.streamIndex ?? 0,
    AbortSignal.timeout(20_000),
  );
  const transcript = await transcribe(t, SAMPLE);
  const words = transcript.windows.flatMap((window) => window.words);
  const heard = words.flatMap(({ text }) => wordsOf(text));
  const errors = wordErrorRate(
    cues.flatMap(({ text }) => wordsOf(text)),
    heard,
  );
  assert.ok(errors < 0.15, `word error rate ${errors}`);
  assert.equal(unsureShare(transcript), 0);
  // A phrase's first word begins with it and its last one ends with it, wherever both were understood.
  const nearest = (text: string | undefined, at: "startS" | "endS", timeS: number): number[] => {
    const offsets = words.filter((word) => word.text === text).map((word) => Math.abs(word[at] - timeS));
    const min = Math.min(...offsets);
    return min < 0.5 ? [min] : [];
  };
  const starts = cues.flatMap((cue) => nearest(wordsOf(cue.text)[0], "startS", cue.startS));
  const ends = cues.flatMap((cue) => nearest(wordsOf(cue.text).at(-1), "endS", cue.endS));
  assert.ok(starts.length > cues.length / 2 && ends.length > cues.length / 2);
  t.diagnostic(
    `word errors ${errors}; starts off by ${median(starts)} s, ends by ${median(ends)} s (medians)`,
  );
  assert.ok(median(starts) < 0.06, `starts are off by ${median(starts)} s`);
  assert.ok(median(ends) < 0.06, `ends are off by ${median(ends)} s`);
});

const REAL_VOICES = {
  "jfk.wav":
    "and so my fellow americans ask not what your country can do for you ask what you can do for your country",
  "two_cities.wav":
    "it was the best of times it was the worst of times it was the age of wisdom it was the age of foolishness it was the epoch of belief it was the epoch of incredulity it was the season of light it was the season of darkness it was the spring of hope it was the winter of despair we had everything before us we had nothing before us we were all going direct to heaven we were all going direct the other way in short the period was so far like the present period that some of its noisiest authorities insisted on its being received for good or for evil in the superlative degree of comparison only",
} as const;
for (const [name, said] of Object.entries(REAL_VOICES)) {
  const { path, skip } = sharedData(`speech/${name}`);
  test(`where ${name} is mostly misheard, its words are marked as unsure`, { skip }, async (t) => {
    const transcript = await transcribe(t, path);
    const heard = transcript.windows.flatMap(({ words }) => words.flatMap(({ text }) => wordsOf(text)));
    const errors = wordErrorRate(wordsOf(said), heard);
    const share = unsureShare(transcript);
    t.diagnostic(
      `word error rate ${(100 * errors).toFixed(0)} %, ${(100 * share).toFixed(0)} % of the words unsure`,
    );
    assert.ok(errors < 0.5 || share > 0.5, `${errors} wrong, ${share} unsure: ${heard.join(" ")}`);
  });
}
