// The stage with its thread, real ffmpeg, and a model that takes a high tone for laughter.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import type { ModelBundle } from "../../../../media-node/models/model-bundle.ts";
import { detectEvents } from "../../../../media-node/senses/audio-events/detect-events.ts";
import type { AudioAnalysis } from "../../../../media-node/signal/audio-analysis.ts";
import { closeThreads } from "../../../../media-node/threads/run-in-thread.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { FFMPEG, generated, makeMedia } from "../../../support/media/media-fixture.ts";
import {
  LAUGHTER_HZ,
  plantAudioEvents,
  writeBrokenAudioEvents,
} from "../../../support/models/audio-event-models.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

after(async () => {
  await closeThreads();
  await assertNoChildren();
});

const DURATION_S = 60;
const LAUGH = { startS: 32, endS: 42 };
const QUIET: AudioAnalysis = {
  startS: 0,
  hopS: 0.02,
  loudnessDb: new Float32Array(DURATION_S * 50).fill(-40),
  speech: new Uint8Array(DURATION_S * 50),
  novelty: new Uint8Array(DURATION_S * 50),
  pitch: new Uint8Array(DURATION_S * 50),
  voiceSounds: new Uint8Array(DURATION_S * 50),
};

/** Quiet noise, and for ten seconds the tone that the model takes for laughter. */
async function laughingSource(t: TestContext): Promise<string> {
  const path = join(await temporaryFolder(t), "laugh.wav");
  const tone = `0.3*sin(2*PI*${LAUGHTER_HZ}*t)*between(t,${LAUGH.startS},${LAUGH.endS})`;
  await makeMedia(...generated(`aevalsrc='0.002*(random(0)-0.5)+${tone}':d=${DURATION_S}:s=16000`), path);
  return path;
}

async function hear(
  t: TestContext,
  sourcePath: string,
  bundle: ModelBundle,
  startS = 0,
  signal?: AbortSignal,
) {
  const scratch = await temporaryFolder(t);
  const fractions: number[] = [];
  const heard = detectEvents({
    ffmpeg: FFMPEG,
    bundle,
    providers: ["cpu"],
    threads: 1,
    sourcePath,
    audioSpecifier: "a:0" as const,
    range: { startS, endS: DURATION_S },
    samplesPath: join(scratch, "events.s16"),
    audio: QUIET,
    words: [],
    signal: signal ?? AbortSignal.timeout(60_000),
    onProgress: (fraction) => fractions.push(fraction),
  });
  return { heard, fractions, left: () => readdir(scratch) };
}

test("laughter is heard where it is, and no samples are left behind", async (t) => {
  const bundle = await plantAudioEvents(await temporaryFolder(t));
  const { heard, fractions, left } = await hear(t, await laughingSource(t), bundle, 10);
  const { provider, events } = await heard;
  assert.equal(provider, "cpu");
  assert.ok(events.startS === 10 && Math.abs(events.hopS - 5.1275) < 1e-9);
  assert.equal(events.laughter.length, events.applause.length);
  events.laughter.forEach((strength, window) => {
    const fromS = 10 + window * events.hopS;
    const sharedS = Math.min(LAUGH.endS, fromS + 2 * events.hopS) - Math.max(LAUGH.startS, fromS);
    if (sharedS > 5) assert.equal(strength, 1, `window ${window}`);
    if (sharedS <= 0) assert.equal(strength, 0, `window ${window}`);
  });
  assert.ok(events.applause.every((strength) => strength === 0));
  assert.equal(fractions.at(-1), 1);
  assert.deepEqual(await left(), []);
});

test("a bundle that does not open, and one that knows no reaction, are MODEL_UNAVAILABLE; the next one works", async (t) => {
  const source = await laughingSource(t);
  const broken = await writeBrokenAudioEvents(await temporaryFolder(t));
  await assert.rejects((await hear(t, source, broken)).heard, { code: "MODEL_UNAVAILABLE" });
  const words = await plantAudioEvents(await temporaryFolder(t), ["yes", "no"]);
  const { heard, left } = await hear(t, source, words);
  await assert.rejects(heard, { code: "MODEL_UNAVAILABLE" });
  assert.deepEqual(await left(), []);
  const good = await plantAudioEvents(await temporaryFolder(t));
  assert.ok((await (await hear(t, source, good)).heard).events.laughter.some((strength) => strength === 1));
});

test("an abort reaches the thread", async (t) => {
  const bundle = await plantAudioEvents(await temporaryFolder(t));
  const reason = new Error("no longer wanted");
  const { heard } = await hear(t, await laughingSource(t), bundle, 0, AbortSignal.abort(reason));
  await assert.rejects(heard, reason);
});
