import assert from "node:assert/strict";
import { copyFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { cutClips } from "../../../../media-node/pipelines/clips/cut-clips.ts";
import { RENDER_CLIP } from "../../../../media-node/render/render-clip.ts";
import { observeTask } from "../../../../media-node/threads/observe-task.ts";
import { createFileStorage } from "../../../../shared/storage/file-storage.ts";
import type { ObjectStorage } from "../../../../shared/storage/object-storage.ts";
import type { ClipJobOutput, ClipJobRequest } from "../../../../shared/tasks/clip-job.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { createSharedFilms } from "../../../support/media/shared-films.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import { runContext } from "../../../support/media-node/run-context.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { tools, close } = await mediaTools();
const films = createSharedFilms();
after(async () => {
  await close();
  await assertNoChildren();
});

const REQUEST: ClipJobRequest = {
  source: { kind: "upload", storageKey: "uploads/film" },
  range: { startS: 0, endS: null },
  clipCount: 3,
  clipLengthS: { min: 5, max: 9 },
  targetWidth: 360,
  editingStyles: ["STATIC_CROP"],
  captions: null,
  title: null,
  prompt: null,
  declaredDurationS: 30,
};
const NOISE = "0.4*(random(0)-0.5)*(0.4+0.6*abs(sin(13*t)))*between(mod(t,5),0.5,4)";

/** Thirty seconds of noise in phrases, and video. */
async function makeFilm(path: string): Promise<void> {
  const video = generated("testsrc2=s=320x180:r=25:d=30");
  await makeMedia(...video, ...generated(`aevalsrc='${NOISE}':d=30:s=16000`), "-preset", "ultrafast", path);
}

/** A storage with that film. */
async function storeFilm(t: TestContext): Promise<ObjectStorage> {
  const [folder, storageFolder] = [await temporaryFolder(t), await temporaryFolder(t)];
  const film = await films("film.mp4", makeFilm);
  const storage = createFileStorage(storageFolder);
  await copyFile(film, join(folder, "upload"));
  await storage.putFile(
    REQUEST.source.kind === "upload" ? REQUEST.source.storageKey : "",
    join(folder, "upload"),
  );
  return storage;
}

interface Run {
  readonly storage: ObjectStorage;
  readonly signal?: AbortSignal;
}

/** Runs the job with a scratch folder of its own, as each node has one. */
async function run(
  t: TestContext,
  { storage, signal = AbortSignal.timeout(300_000) }: Run,
): Promise<{ output: Promise<ClipJobOutput>; renders: string[]; messages: string[] }> {
  const renders: string[] = [];
  const messages: string[] = [];
  t.after(
    observeTask(RENDER_CLIP, (input, run) => {
      renders.push(input.folder);
      return run(input);
    }),
  );
  const context = await runContext(t, tools, {
    taskId: "task_01k9a1b2c3d4e5f6g7h8j9k0m1",
    storage,
    signal,
    report: (stage, _fraction, message) => {
      if (stage === "rendering") messages.push(message);
    },
  });
  return { output: cutClips(context, REQUEST), renders, messages };
}

test("a run that takes over renders only the clips that are not finished, counts the others, and leaves none to the next", async (t) => {
  const storage = await storeFilm(t);
  const power = new AbortController();
  // The node dies as soon as its first clip is written down.
  const write = storage.write.bind(storage);
  const dying = t.mock.method(storage, "write", async (...[key, content]: Parameters<typeof write>) => {
    await write(key, content);
    if (/clip-clip_\w+\.json$/.test(key)) power.abort(new Error("The power is gone."));
  });
  const first = await run(t, { storage, signal: power.signal });
  await assert.rejects(first.output, { message: "The power is gone." });
  dying.mock.restore();
  const [finishedFolder] = first.renders;
  const finishedId = finishedFolder?.split("/").at(-1) ?? "";
  const pathOf = (id: string): Promise<string> =>
    storage.localPath(`tasks/task_01k9a1b2c3d4e5f6g7h8j9k0m1/clips/${id}/video.mp4`, "");
  const renderedAt = (await stat(await pathOf(finishedId))).mtimeMs;

  const second = await run(t, { storage });
  const { clips } = await second.output;
  assert.equal(clips.length, 3);
  assert.ok(clips.some(({ id }) => id === finishedId));
  assert.equal(second.renders.length, 2);
  assert.ok(!second.renders.some((folder) => folder.endsWith(finishedId)));
  assert.equal((await stat(await pathOf(finishedId))).mtimeMs, renderedAt);
  assert.equal(second.messages.at(0), "Rendering: 1 of 3 clips finished");
  assert.equal(second.messages.at(-1), "Rendering: 3 of 3 clips finished");

  const third = await run(t, { storage });
  assert.deepEqual(await third.output, await second.output);
  assert.deepEqual(third.renders, []);
});
