// Optional models and a match: not there, there, and broken. Its audience applauds for a part of it.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import type { FoundBundle } from "../../../../media-node/models/find-bundles.ts";
import { isMatchSensed, senseMatch } from "../../../../media-node/pipelines/highlights/sense-match.ts";
import { createNodeModels } from "../../../../media-node/pipelines/node-models.ts";
import type { RunContext } from "../../../../media-node/pipelines/run-context.ts";
import { analyzeAudio } from "../../../../media-node/senses/audio/analyze-audio.ts";
import { probeSource } from "../../../../media-node/source/probe-source.ts";
import { createLogger } from "../../../../shared/logger.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import {
  APPLAUSE_HZ,
  plantAudioEvents,
  writeBrokenAudioEvents,
} from "../../../support/models/audio-event-models.ts";
import { writeRandomImageText } from "../../../support/models/image-text-models.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

const RANGE = { startS: 0, endS: 40 };
const TICKS = 80;

/** What a node with these bundles senses of a match that is applauded from 20 s to 30.5 s. */
async function sensed(t: TestContext, bundles: readonly Omit<FoundBundle, "isBuiltIn">[]) {
  const found = bundles.map((bundle) => ({ ...bundle, isBuiltIn: false }));
  const logger = createLogger("test", "silent");
  const models = createNodeModels({
    bundles: () => found,
    preferredSpeechModel: undefined,
    providers: ["cpu"],
    cores: 1,
  });
  const failed: string[] = [];
  const onFailure = (model: string): void => void failed.push(model);
  const scratchFolder = await temporaryFolder(t);
  const context = {
    taskId: "task_test",
    scratchFolder,
    logger,
    tools: { ...tools, models, modelObserver: { ...tools.modelObserver, onFailure } },
    signal: AbortSignal.timeout(60_000),
  } as unknown as RunContext;
  const sourcePath = join(await temporaryFolder(t), "match.mp4");
  const tone = `0.3*sin(2*PI*${APPLAUSE_HZ}*t)*between(t,20,30.5)`;
  await makeMedia(
    ...generated(`color=c=green:s=160x90:r=10:d=${RANGE.endS}`),
    ...generated(`aevalsrc='0.002*(random(0)-0.5)+${tone}':d=${RANGE.endS}:s=16000`),
    ...["-c:v", "libx264", "-preset", "ultrafast", "-g", "20", "-c:a", "aac", sourcePath],
  );
  const source = await probeSource(tools, sourcePath, context.signal);
  const audio = await analyzeAudio({
    ffmpeg: tools.ffmpeg,
    sourcePath,
    range: RANGE,
    signal: context.signal,
    audioSpecifier: source.audio?.specifier ?? "a:0",
  });
  const curves = await senseMatch(context, {
    sourcePath,
    source,
    range: RANGE,
    audio,
    category: "FOOTBALL",
    onProgress: () => undefined,
  });
  return { curves, failed, isOn: isMatchSensed(context), scratch: await readdir(scratchFolder) };
}

test("where nothing is installed no curve is added", async (t) => {
  assert.deepEqual(await sensed(t, []), { curves: {}, failed: [], isOn: false, scratch: [] });
});

test("an audio-event model detects the audience, and only where it is", async (t) => {
  const { curves, failed, isOn, scratch } = await sensed(t, [
    await plantAudioEvents(await temporaryFolder(t)),
  ]);
  assert.deepEqual([Object.keys(curves), failed, isOn, scratch], [["cheering"], [], true, []]);
  const { cheering } = curves;
  assert.equal(cheering?.length, TICKS);
  assert.ok((cheering?.[50] ?? 0) > 0.9, "at 25 s");
  assert.equal(cheering?.[10], 0);
});

test("an image-text model's scores are a curve of the frames", async (t) => {
  const { curves, isOn } = await sensed(t, [await writeRandomImageText(await temporaryFolder(t), "clip")]);
  assert.deepEqual([Object.keys(curves), isOn], [["topicShown"], true]);
  assert.equal(curves.topicShown?.length, TICKS);
});

test("a model that fails is told, and its curve left out", async (t) => {
  const { curves, failed } = await sensed(t, [await writeBrokenAudioEvents(await temporaryFolder(t))]);
  assert.deepEqual([curves, failed], [{}, ["small"]]);
});
