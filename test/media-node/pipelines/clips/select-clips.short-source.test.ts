// Sources about as long as the shortest clip that is asked for: the whole of them is the clip.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { selectClips } from "../../../../media-node/pipelines/clips/select-clips.ts";
import { createLogger } from "../../../../shared/logger.ts";
import { readNetworkPolicy } from "../../../../shared/network/network-safety.ts";
import { createFileStorage } from "../../../../shared/storage/file-storage.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import { memoryTranscripts } from "../../../support/media-node/memory-transcripts.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

/** Chooses two clips of 5 to 15 s from a file made of these arguments; `subtitles` are SubRip. */
async function select(t: TestContext, made: readonly string[], subtitles: string | null = null) {
  const folder = await temporaryFolder(t);
  const film = join(folder, "film.mp4");
  const subtitlesPath = join(folder, "film.srt");
  if (subtitles !== null) await writeFile(subtitlesPath, subtitles);
  const written = subtitles === null ? [] : ["-i", subtitlesPath, "-c:s", "mov_text"];
  await makeMedia(...made, ...written, "-c:v", "libx264", "-preset", "ultrafast", film);
  const context = {
    transcripts: memoryTranscripts(),
    taskId: "task_01k9a1b2c3d4e5f6g7h8j9k0m1",
    scratchFolder: folder,
    storage: createFileStorage(folder),
    policy: readNetworkPolicy({}),
    tools,
    logger: createLogger("test", "silent"),
    signal: AbortSignal.timeout(60_000),
    report: () => undefined,
  };
  const request = {
    source: { kind: "upload", storageKey: "uploads/film" } as const,
    range: { startS: 0, endS: null },
    clipCount: 2,
    clipLengthS: { min: 5, max: 15 },
    targetWidth: 180,
    editingStyles: ["AUTO"] as const,
    captions: null,
    title: null,
    prompt: null,
    declaredDurationS: 5,
  };
  const { moments, notice } = await selectClips(context, request, film, () => undefined);
  return { spans: moments.map(({ startS, endS }) => [startS, endS]), notice: notice ?? "" };
}

const ROOM =
  /^Only 1 of the 2 clips asked for could be cut: in 5 s there is no room for more that last 5 s or longer\./;

test("a source of 5 s whose last subtitle is shown beyond its end is one clip of 5 s", async (t) => {
  const subtitles =
    "1\n00:00:00,000 --> 00:00:02,400\nThis is the first thing.\n\n" +
    "2\n00:00:02,500 --> 00:00:06,000\nAnd this goes on to the end.\n";
  const film = [...generated("testsrc2=s=160x90:r=25:d=5"), ...generated("sine=d=5")];
  const { spans, notice } = await select(t, film, subtitles);
  assert.deepEqual(spans, [[0, 5]]);
  assert.match(notice, ROOM);
});

test("a source of 5 s without audio is one clip of 5 s", async (t) => {
  const { spans, notice } = await select(t, generated("testsrc2=s=160x90:r=25:d=5"));
  assert.deepEqual(spans, [[0, 5]]);
  assert.match(notice, ROOM);
});

test("a source that lacks a frame of the shortest length is one clip all the same", async (t) => {
  const { spans } = await select(t, [...generated("testsrc2=s=160x90:r=24000/1001"), "-t", "4.96"]);
  assert.deepEqual(spans, [[0, 4.963]]);
});

test("a source that lacks half a second finds nothing, and the message has its length", async (t) => {
  await assert.rejects(select(t, generated("testsrc2=s=160x90:r=25:d=4.48")), {
    code: "NO_MOMENTS_FOUND",
    message: /5 s to 15 s.*has only 4\.48 s/,
  });
});
