// Transcriptions of recordings with several sound tracks, of which another is heard where nothing is on the first. Which one
// that is depends on the range.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { transcribeTask } from "../../../media-node/pipelines/transcription.ts";
import { type EndedStage, observeStages } from "../../../media-node/threads/run-stage.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { mediaTools } from "../../support/media-node/media-pools.ts";
import { memoryTranscripts } from "../../support/media-node/memory-transcripts.ts";
import { runContext } from "../../support/media-node/run-context.ts";
import { plantRecognizer } from "../../support/speech/planted-recognizer.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const SAMPLE = fileURLToPath(new URL("../../../deploy/sample/sample.mp4", import.meta.url));
const { tools: real, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

/** A minute with one track that is heard between these seconds alone, and one that is heard throughout. */
async function scene(t: TestContext, heardFromS: number, heardToS: number) {
  const recording = join(await temporaryFolder(t), "recording.mov");
  const muted = `[0:a]volume=0:enable='not(between(t,${heardFromS},${heardToS}))'[first]`;
  const maps = ["-map", "1:v", "-map", "[first]", "-map", "0:a"];
  const coding = ["-c:v", "mpeg4", "-c:a", "pcm_s16le", "-ac", "2"];
  const sound = ["-t", "60", "-i", SAMPLE];
  const video = generated("testsrc=s=64x64:r=25:d=60");
  await makeMedia(...sound, ...video, "-filter_complex", muted, ...maps, ...coding, recording);
  const storage = createFileStorage(await temporaryFolder(t));
  await storage.putFile("uploads/talk", recording);
  const transcripts = memoryTranscripts();
  const planted = plantRecognizer(real, ["and", "so,", "my", "fellow", "bees,", "dance."]);
  const stages: EndedStage[] = [];
  const transcribe = async (startS: number, endS: number | null) => {
    const context = await runContext(t, planted.tools, { transcripts, storage });
    const source = { kind: "upload", storageKey: "uploads/talk" } as const;
    const request = { source, range: { startS, endS }, quality: 360 } as const;
    return observeStages(
      (stage) => stages.push(stage),
      () => transcribeTask(context, request),
    );
  };
  return { planted, transcribe, stages };
}

const SECOND_USED = "Of the source's sound track 2 was used, since nothing was heard on track 1.";

test("a stretch that is silent on the track of a wider transcript is heard on another, as is said", async (t) => {
  const { planted, transcribe, stages } = await scene(t, 0, 20);
  const whole = await transcribe(0, null);
  assert.deepEqual([whole.notice, whole.segments > 0], [null, true]);
  assert.ok(stages.some(({ stage }) => stage === "hear-tracks"));
  const part = await transcribe(30, 50);
  assert.deepEqual([part.notice, part.segments > 0], [SECOND_USED, true]);
  const heard = planted.heard.length;
  assert.deepEqual(await transcribe(30, 50), part);
  const within = await transcribe(2, 18);
  assert.deepEqual([within.notice, within.segments > 0], [null, true]);
  assert.equal(
    planted.heard.length,
    heard,
    "of the same track, and of the same range, nothing is recognized again",
  );
});

test("a stretch that is heard on the first track does not get the words of another", async (t) => {
  const { planted, transcribe } = await scene(t, 7, 13);
  assert.equal((await transcribe(0, null)).notice, SECOND_USED);
  const heard = planted.heard.length;
  assert.equal((await transcribe(7, 13)).notice, null);
  assert.ok(planted.heard.length > heard);
});
