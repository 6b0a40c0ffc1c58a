// Optional models within a job: not there, there, and broken. The source turns red where it sounds like laughter.
import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { after, type TestContext, test } from "node:test";
import { pino } from "pino";
import { isOutsideRangedCopy, RANGED_COPY_NAME } from "../../../media-node/ffmpeg/inputs/ranged-input.ts";
import type { FoundBundle } from "../../../media-node/models/find-bundles.ts";
import { createNodeModels } from "../../../media-node/pipelines/node-models.ts";
import type { RunContext } from "../../../media-node/pipelines/run-context.ts";
import { isSensed, senseSource } from "../../../media-node/pipelines/sense-source.ts";
import { analyzeAudio } from "../../../media-node/senses/audio/analyze-audio.ts";
import { facesIn } from "../../../media-node/senses/faces/face-presence.ts";
import { probeSource } from "../../../media-node/source/probe-source.ts";
import { createModelObserver } from "../../../media-node/worker/capability-reports.ts";
import { NodeLack } from "../../../shared/node-lack.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { mediaTools } from "../../support/media-node/media-pools.ts";
import { memoryTranscripts } from "../../support/media-node/memory-transcripts.ts";
import {
  LAUGHTER_HZ,
  plantAudioEvents,
  writeBrokenAudioEvents,
} from "../../support/models/audio-event-models.ts";
import { plantColors } from "../../support/models/image-text-models.ts";
import { plantFaceDetector } from "../../support/models/planted-faces.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

const DURATION_S = 40;
const LAUGH_S = { from: 20, to: 30.5 };

async function makeSource(t: TestContext, name = "source.mp4"): Promise<string> {
  const path = join(await temporaryFolder(t), name);
  const isRed = `between(t,${LAUGH_S.from},${LAUGH_S.to})`;
  const tone = `0.3*sin(2*PI*${LAUGHTER_HZ}*t)*between(t,${LAUGH_S.from},${LAUGH_S.to})`;
  await makeMedia(
    ...generated(`color=c=gray:s=160x90:r=10:d=${DURATION_S},drawbox=c=red:t=fill:enable='${isRed}'`),
    ...generated(`aevalsrc='0.002*(random(0)-0.5)+${tone}':d=${DURATION_S}:s=16000`),
    ...["-c:v", "libx264", "-preset", "ultrafast", "-g", "20", "-c:a", "aac", path],
  );
  return path;
}

interface Wishes {
  readonly prompt: string | null;
  readonly title: string | null;
}

const NOTHING = { audioEvents: null, frameScores: null, faces: null };
const NO_WISHES: Wishes = { prompt: null, title: null };

/** What optional models decode with, and the name of the source. */
interface Decoding {
  readonly ffmpeg?: string;
  readonly sourceName?: string;
}

/** A job's context on a node with these bundles; `warnings` are what its log says. */
async function scene(
  t: TestContext,
  bundles: readonly FoundBundle[],
  faceModelPath: string | null = null,
  { ffmpeg = tools.ffmpeg, sourceName }: Decoding = {},
) {
  const warnings: { model: string; msg: string }[] = [];
  const write = (chunk: Buffer, _encoding: unknown, done: () => void): void => {
    warnings.push(JSON.parse(chunk.toString()));
    done();
  };
  const logger = pino({ level: "warn" }, new Writable({ write }));
  const models = createNodeModels({
    bundles: () => bundles,
    preferredSpeechModel: undefined,
    providers: ["cpu"],
    cores: 1,
  });
  const modelObserver = createModelObserver({
    metrics: { setModelProvider: () => undefined },
    logger,
    modelProviders: new Map(),
  });
  const scratchFolder = await temporaryFolder(t);
  const context = {
    taskId: "task_test",
    scratchFolder,
    logger,
    transcripts: memoryTranscripts(),
    tools: { ...tools, ffmpeg, modelObserver, models: { ...models, faces: () => faceModelPath } },
    signal: AbortSignal.timeout(60_000),
  } as unknown as RunContext;
  const sourcePath = await makeSource(t, sourceName);
  const source = await probeSource(tools, sourcePath, context.signal);
  const range = { startS: 0, endS: DURATION_S };
  const sense = async ({ prompt, title }: Wishes = NO_WISHES) => {
    const audio = await analyzeAudio({
      ffmpeg: tools.ffmpeg,
      sourcePath,
      range,
      signal: context.signal,
      audioSpecifier: source.audio?.specifier ?? "a:0",
    });
    return senseSource(context, {
      sourcePath,
      source,
      range,
      audio,
      words: [],
      onProgress: () => undefined,
      prompt,
      title,
    });
  };
  return {
    sense,
    warnings,
    scratch: () => readdir(scratchFolder),
    isSensed: (wishes: Wishes = NO_WISHES) => isSensed(context, { source, ...wishes }),
  };
}

function found(bundle: Omit<FoundBundle, "isBuiltIn">): FoundBundle {
  return { ...bundle, isBuiltIn: false };
}

test("where nothing is installed nothing is sensed, and nothing is decoded or loaded for it", async (t) => {
  const { sense, warnings, isSensed: isOn } = await scene(t, []);
  assert.equal(isOn({ prompt: "red", title: "Red" }), false);
  assert.deepEqual(await sense({ prompt: "red", title: "Red" }), NOTHING);
  assert.deepEqual(warnings, []);
});

test("an installed audio-event model detects the audience of a job's source", async (t) => {
  const {
    sense,
    warnings,
    isSensed: isOn,
    scratch,
  } = await scene(t, [found(await plantAudioEvents(await temporaryFolder(t)))]);
  assert.equal(isOn(), true);
  const { audioEvents } = await sense();
  assert.ok(audioEvents !== null);
  const sure = Array.from(audioEvents.laughter, (strength, window) => (strength === 1 ? window : -1));
  assert.deepEqual(
    sure.filter((window) => window >= 0).map((window) => Math.round(window * audioEvents.hopS)),
    [15, 21, 26],
  );
  assert.deepEqual([warnings, await scratch()], [[], []]);
});

test("a model that does not open is told once, and jobs go on as if it were not there", async (t) => {
  const { sense, warnings } = await scene(t, [found(await writeBrokenAudioEvents(await temporaryFolder(t)))]);
  assert.deepEqual(await sense(), NOTHING);
  assert.deepEqual(await sense(), NOTHING);
  assert.deepEqual(
    warnings.map(({ model, msg }) => [model, msg]),
    [["small", "an optional model failed: jobs go on without it"]],
  );
});

test("a bundle of a family that no engine reads is passed over", async (t) => {
  const bundle = found(await plantAudioEvents(await temporaryFolder(t)));
  const other = { ...bundle, manifest: { ...bundle.manifest, family: "other" } };
  const { isSensed: isOn } = await scene(t, [other]);
  assert.equal(isOn(), false);
});

test("an installed image-text model finds what prompt and title name", async (t) => {
  const { sense, warnings } = await scene(t, [found(await plantColors(await temporaryFolder(t)))]);
  const { audioEvents, frameScores } = await sense({ prompt: "find the red things", title: "Blue" });
  assert.ok(audioEvents === null && frameScores?.topic != null && frameScores.title != null);
  const { startS, stepS, topic } = frameScores;
  assert.deepEqual([startS, stepS], [0, 2]);
  topic.forEach((match, index) => {
    const timeS = index * stepS;
    if (timeS >= LAUGH_S.from + 2 && timeS <= LAUGH_S.to - 2) assert.equal(match, 1, `at ${timeS} s`);
    if (timeS < LAUGH_S.from - 2 || timeS > LAUGH_S.to + 2) assert.equal(match, 0, `at ${timeS} s`);
  });
  assert.ok(frameScores.title.every((score) => score < 0.1));
  assert.deepEqual(warnings, []);
});

test("frames are not looked at where nothing is asked of them", async (t) => {
  const { sense, isSensed: isOn } = await scene(t, [found(await plantColors(await temporaryFolder(t)))]);
  for (const wishes of [NO_WISHES, { prompt: "the funniest clips please", title: null }]) {
    assert.equal(isOn(wishes), false);
    assert.deepEqual(await sense(wishes), NOTHING);
  }
  assert.equal(isOn({ prompt: null, title: "Blue" }), true);
});

test("an image-text model that does not open leaves what the other one heard", async (t) => {
  const colors = await plantColors(await temporaryFolder(t));
  await writeFile(join(colors.folder, "onnx/text_model.onnx"), "no network");
  const { sense, warnings } = await scene(t, [
    found(colors),
    found(await plantAudioEvents(await temporaryFolder(t))),
  ]);
  const { audioEvents, frameScores } = await sense({ prompt: "red", title: null });
  assert.ok(audioEvents !== null && frameScores === null);
  assert.equal(warnings.length, 1);
});

test("an installed face detector says where in the source faces are", async (t) => {
  const path = await plantFaceDetector(await temporaryFolder(t));
  const { sense, warnings, isSensed: isOn } = await scene(t, [], path);
  assert.equal(isOn(), true);
  const { faces } = await sense();
  assert.ok(faces !== null);
  assert.equal(facesIn(faces, { startS: LAUGH_S.from + 2, endS: LAUGH_S.to - 2 }), 1);
  assert.equal(facesIn(faces, { startS: 0, endS: LAUGH_S.from - 2 }), 0);
  const share = facesIn(faces, { startS: LAUGH_S.from - 10, endS: LAUGH_S.from + 10 });
  assert.ok(share > 0.3 && share < 0.7, `${share}`);
  assert.deepEqual(warnings, []);
});

test("a face detector that does not open is told, and nothing is known of faces", async (t) => {
  const path = join(await temporaryFolder(t), "broken.onnx");
  await writeFile(path, "no network");
  const { sense, warnings } = await scene(t, [], path);
  assert.deepEqual(await sense(), NOTHING);
  assert.deepEqual(
    warnings.map(({ model }) => model),
    ["face-detection"],
  );
  assert.ok(Number.isNaN(facesIn(null, { startS: 0, endS: 10 })));
});

const SENSES: Readonly<Record<string, (t: TestContext, decoding: Decoding) => ReturnType<typeof scene>>> = {
  "an audio-event model": async (t, decoding) =>
    scene(t, [found(await plantAudioEvents(await temporaryFolder(t)))], null, decoding),
  "an image-text model": async (t, decoding) =>
    scene(t, [found(await plantColors(await temporaryFolder(t)))], null, decoding),
  "a face detector": async (t, decoding) =>
    scene(t, [], await plantFaceDetector(await temporaryFolder(t)), decoding),
};

for (const [model, sceneWith] of Object.entries(SENSES)) {
  test(`what ${model} reads beyond the copied part is read of the whole source`, async (t) => {
    const ffmpeg = join(await temporaryFolder(t), "ffmpeg");
    const warning = "[mov,mp4,m4a @ 0x55d] [warning] Packet corrupt (stream = 0, dts = 512).";
    await writeFile(ffmpeg, `#!/bin/sh\necho '${warning}' >&2\n`, { mode: 0o755 });
    const { sense, warnings } = await sceneWith(t, { ffmpeg, sourceName: RANGED_COPY_NAME });
    await assert.rejects(sense({ prompt: "red", title: null }), isOutsideRangedCopy);
    assert.deepEqual(warnings, []);
  });

  test(`${model} that lacks room on the disk is no reason for a poorer result`, async (t) => {
    const ffmpeg = join(await temporaryFolder(t), "ffmpeg");
    await writeFile(ffmpeg, "#!/bin/sh\necho 'No space left on device' >&2\nexit 1\n", { mode: 0o755 });
    const { sense, warnings } = await sceneWith(t, { ffmpeg });
    await assert.rejects(
      sense({ prompt: "red", title: null }),
      (error) => error instanceof NodeLack && error.lack === "space",
    );
    assert.deepEqual(warnings, []);
  });
}
