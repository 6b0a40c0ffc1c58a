// The transcription pipeline on the project's sample video, whose sound is decoded and searched for speech for real;
// the words are planted.
import assert from "node:assert/strict";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { SpeechDetector } from "../../../media-node/pipelines/node-models.ts";
import type { MediaTools } from "../../../media-node/pipelines/run-context.ts";
import { transcribeTask } from "../../../media-node/pipelines/transcription.ts";
import { DETECT_SPEECH } from "../../../media-node/speech/detection/detect-speech.ts";
import { observeTask } from "../../../media-node/threads/observe-task.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import type { TranscriptionJobRequest } from "../../../shared/tasks/transcription-job.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { mediaTools } from "../../support/media-node/media-pools.ts";
import { memoryTranscripts } from "../../support/media-node/memory-transcripts.ts";
import { runContext } from "../../support/media-node/run-context.ts";
import { type PlantedRecognizer, plantRecognizer } from "../../support/speech/planted-recognizer.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const SAMPLE = fileURLToPath(new URL("../../../deploy/sample/sample.mp4", import.meta.url));
const { tools: real, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

const REQUEST: TranscriptionJobRequest = {
  source: { kind: "upload", storageKey: "uploads/talk" },
  range: { startS: 0, endS: null },
  quality: 360,
};
const WORDS = ["and", "so,", "my", "fellow", "bees,", "dance."];

async function scene(t: TestContext, file = SAMPLE) {
  const storage = createFileStorage(await temporaryFolder(t));
  const upload = join(await temporaryFolder(t), "upload");
  await copyFile(file, upload);
  await storage.putFile("uploads/talk", upload);
  const transcripts = memoryTranscripts();
  const stages: string[] = [];
  const report = (stage: string) => stages.push(stage);
  const transcribe = async (
    tools: MediaTools,
    changes: Partial<TranscriptionJobRequest> = {},
    taskId = `task_${stages.length}`,
  ) =>
    transcribeTask(await runContext(t, tools, { taskId, transcripts, storage, report }), {
      ...REQUEST,
      ...changes,
    });
  return { storage, transcripts, stages, transcribe };
}

test("captions stand in order on the source's clock, and hold every word inside them", async (t) => {
  const { transcribe, stages } = await scene(t);
  const planted = plantRecognizer(real, WORDS);
  const output = await transcribe(planted.tools, { range: { startS: 20, endS: 60 } });
  assert.equal(output.segments, output.captions.length);
  assert.ok(output.segments > 3);
  assert.deepEqual(
    [output.language, output.model, output.duration, output.notice],
    ["en", "planted", 40, null],
  );
  let [lastEnd, lastStart] = [20, 20];
  for (const caption of output.captions) {
    assert.ok(caption.start >= lastEnd && caption.end <= 60, `${caption.start} to ${caption.end}`);
    lastEnd = caption.end;
    for (const word of caption.words) {
      assert.ok(word.start >= lastStart && word.end >= word.start && word.score === 0.95);
      assert.ok(word.start >= caption.start && word.end <= caption.end);
      lastStart = word.start;
    }
  }
  const spoken = output.captions.flatMap((caption) => caption.words.map(({ word }) => word));
  assert.equal(spoken.length, planted.wordCount);
  assert.deepEqual([...new Set(stages)], ["fetching", "transcribing", "uploading"]);
});

test("what was transcribed once is not heard again, a narrower range neither", async (t) => {
  const { transcribe, stages } = await scene(t);
  const planted = plantRecognizer(real, WORDS);
  const whole = await transcribe(planted.tools);
  const heard = planted.heard.length;
  stages.length = 0;
  assert.deepEqual(await transcribe(planted.tools), whole);
  const part = await transcribe(planted.tools, { range: { startS: 30, endS: 50 } });
  assert.equal(planted.heard.length, heard);
  assert.ok(!stages.includes("transcribing"));
  assert.ok(part.segments > 0 && part.segments < whole.segments);
  assert.ok(part.captions.every(({ start, end }) => start >= 30 && end <= 50));
  assert.equal(part.duration, 20);
});

test("a kept transcript that is damaged is made again, by the first job that wants it alone", async (t) => {
  const { transcribe, storage } = await scene(t);
  const planted = plantRecognizer(real, WORDS);
  const whole = await transcribe(planted.tools);
  const heard = planted.heard.length;
  for await (const { key } of storage.list("transcripts/")) await storage.write(key, "");
  assert.deepEqual(await transcribe(planted.tools), whole);
  assert.equal(planted.heard.length, 2 * heard);
  assert.deepEqual(await transcribe(planted.tools), whole);
  assert.equal(planted.heard.length, 2 * heard);
});

test("what a run has kept and is damaged is made again by the run that takes over", async (t) => {
  const { transcribe, storage } = await scene(t);
  const planted = plantRecognizer(real, WORDS);
  const whole = await transcribe(planted.tools, {}, "task_one");
  const heard = planted.heard.length;
  await storage.remove("transcripts/");
  const kept: string[] = [];
  for await (const { key } of storage.list("tasks/task_one/work/")) kept.push(key);
  assert.ok(kept.length > 0);
  for (const key of kept) await storage.write(key, '[{"startS": 0, "wo');
  assert.deepEqual(await transcribe(planted.tools, {}, "task_one"), whole);
  assert.equal(planted.heard.length, 2 * heard);
});

test("a run that takes over recognizes only what was not recognized yet", async (t) => {
  const long = join(await temporaryFolder(t), "long.mp4");
  await makeMedia("-stream_loop", "3", "-i", SAMPLE, "-vn", "-c:a", "copy", "-t", "360", long);
  const { transcribe } = await scene(t, long);
  const planted = plantRecognizer(real, WORDS);
  let calls = 0;
  planted.onCall = () => {
    calls += 1;
    if (calls === 3) throw new Error("the node is gone");
  };
  await assert.rejects(transcribe(planted.tools, {}, "task_one"), /the node is gone/);
  const before = planted.heard.length;
  assert.ok(before > 0);
  const output = await transcribe(planted.tools, {}, "task_one");
  assert.equal(new Set(planted.heard).size, planted.heard.length, "no window was heard twice");
  assert.equal(output.captions.flatMap(({ words }) => words).length, planted.wordCount);
});

let detectorCount = 0;

/** The planted recognizer behind a detector that finds speech of this length at these seconds. */
function withDetector(planted: PlantedRecognizer, startsS: readonly number[], lengthS: number): MediaTools {
  const windows = startsS.map((startS) => ({ startS, endS: startS + lengthS, speechShare: 1 }));
  const found = { startS: 0, durationS: 360, windows, speechS: startsS.length * lengthS };
  detectorCount += 1;
  const sileroPath = `/nonexistent/detector-${detectorCount}`;
  observeTask(DETECT_SPEECH, async (call, run) => (call.sileroPath === sileroPath ? found : run(call)));
  const { models } = planted.tools;
  const speechDetector = (): SpeechDetector => ({ ...models.speechDetector(), sileroPath });
  return { ...planted.tools, models: { ...models, speechDetector } };
}

test("a run that takes over with another detector of speech loses and doubles nothing", async (t) => {
  const long = join(await temporaryFolder(t), "long.mp4");
  await makeMedia("-stream_loop", "3", "-i", SAMPLE, "-vn", "-c:a", "copy", "-t", "360", long);
  const { transcribe } = await scene(t, long);
  const planted = plantRecognizer(real, WORDS);
  planted.onCall = () => {
    if (planted.heard.length === 4) throw new Error("the node is gone");
  };
  const before = withDetector(planted, [0, 60, 120, 180, 240, 300], 55);
  await assert.rejects(transcribe(before, {}, "task_one"), /the node is gone/);
  const after = (): MediaTools => withDetector(plantRecognizer(real, WORDS), [0, 60, 130, 185, 250, 310], 50);
  const resumed = await transcribe(after(), {}, "task_one");
  const uninterrupted = await (await scene(t, long)).transcribe(after(), {}, "task_two");
  assert.deepEqual(resumed, uninterrupted);
});

test("a transcript that one detector of speech gave is not taken for another's", async (t) => {
  const { transcribe } = await scene(t);
  const planted = plantRecognizer(real, WORDS);
  await transcribe(planted.tools);
  const heard = planted.heard.length;
  const speechDetector = (): SpeechDetector => ({ ...real.models.speechDetector(), name: "better@1" });
  await transcribe({ ...planted.tools, models: { ...planted.tools.models, speechDetector } });
  assert.equal(planted.heard.length, 2 * heard);
});

test("a voice that the model is not sure of is written down with its scores, and the notice says so", async (t) => {
  const { transcribe } = await scene(t);
  const planted = plantRecognizer(real, WORDS, { score: 0.3 });
  const output = await transcribe(planted.tools, { range: { startS: 0, endS: 30 } });
  assert.ok(output.segments > 0);
  assert.equal(output.notice, "The speech model was not sure of this voice, so many words may be wrong.");
});

test("silence is no speech: there are no captions, which the notice says, and no model is asked", async (t) => {
  const silent = join(await temporaryFolder(t), "silent.mp4");
  await makeMedia(...generated("testsrc2=s=160x90:d=5"), ...generated("aevalsrc=0:d=5:s=48000"), silent);
  const { transcribe } = await scene(t, silent);
  const planted = plantRecognizer(real, WORDS);
  const output = await transcribe(planted.tools);
  assert.deepEqual([output.segments, output.captions, output.language], [0, [], null]);
  assert.equal(output.notice, "No speech was found, so there are no captions.");
  assert.equal(planted.heard.length, 0);
});

test("it is told that of several tracks of one channel one was heard, also of a transcript that was kept", async (t) => {
  const camera = join(await temporaryFolder(t), "camera.mov");
  const tracks = [
    "-map",
    "1:v",
    "-map",
    "0:a",
    "-map",
    "0:a",
    "-c:v",
    "mpeg2video",
    "-c:a",
    "pcm_s16le",
    "-ac",
    "1",
  ];
  await makeMedia("-t", "20", "-i", SAMPLE, ...generated("testsrc=s=160x90:r=25:d=20"), ...tracks, camera);
  const { transcribe } = await scene(t, camera);
  const planted = plantRecognizer(real, WORDS);
  const first = await transcribe(planted.tools);
  assert.match(first.notice ?? "", /2 sound tracks of one channel each, and only one of them was used/);
  const heard = planted.heard.length;
  assert.deepEqual(await transcribe(planted.tools), first);
  assert.equal(planted.heard.length, heard);
});

test("a source without audio has nothing to transcribe", async (t) => {
  const mute = join(await temporaryFolder(t), "mute.mp4");
  await makeMedia(...generated("testsrc2=s=160x90:d=2"), mute);
  const { transcribe } = await scene(t, mute);
  await assert.rejects(transcribe(plantRecognizer(real, WORDS).tools), { code: "NO_AUDIO" });
});

test("a range that begins after the source's end is outside it; one that ends there is cut", async (t) => {
  const { transcribe } = await scene(t);
  const planted = plantRecognizer(real, WORDS);
  await assert.rejects(transcribe(planted.tools, { range: { startS: 600, endS: 700 } }), {
    code: "RANGE_OUTSIDE_SOURCE",
  });
  const output = await transcribe(planted.tools, { range: { startS: 80, endS: 700 } });
  assert.match(output.notice ?? "", /cut at its end/);
  assert.ok(output.duration < 20);
});

test("a range that was cut at the source's end is told again where the transcript was kept", async (t) => {
  const { transcribe } = await scene(t);
  const planted = plantRecognizer(real, WORDS);
  const range = { startS: 80, endS: 700 };
  const first = await transcribe(planted.tools, { range });
  const heard = planted.heard.length;
  assert.deepEqual(await transcribe(planted.tools, { range }), first);
  assert.equal(planted.heard.length, heard);
  assert.match(first.notice ?? "", /cut at its end/);
});
