// A source of whose video nothing decodes from some point on, while its container and its audio go on.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { cutClips } from "../../../../media-node/pipelines/clips/cut-clips.ts";
import type { AppError } from "../../../../shared/errors.ts";
import { createFileStorage } from "../../../../shared/storage/file-storage.ts";
import type { ClipJobOutput } from "../../../../shared/tasks/clip-job.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { readFrames } from "../../../support/media/read-media.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import { runContext } from "../../../support/media-node/run-context.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

const FILM_S = 30;
/** Share of the coded video that is left whole. */
const WHOLE = 0.4;

/** A blue film, of whose packets all from some time on hold nothing but zeros. */
async function makeDamaged(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t);
  const [video, film] = [join(folder, "video.mp4"), join(folder, "film.mp4")];
  const noisy = `color=c=0x2040c0:s=160x90:r=25:d=${FILM_S},noise=alls=20:allf=t`;
  const coding = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-bf", "0", "-pix_fmt", "yuv420p"];
  await makeMedia(...generated(noisy), ...coding, video);
  const bytes = await readFile(video);
  const [from, to] = [bytes.indexOf("mdat"), bytes.indexOf("moov")];
  assert.ok(from > 0 && to > from, "the index is not behind the content");
  await writeFile(video, bytes.fill(0, Math.round(from + WHOLE * (to - from)), to - 4));
  const voice = `aevalsrc='0.4*(random(0)-0.5)*between(mod(t,5),0.5,4)':d=${FILM_S}:s=16000`;
  await makeMedia("-i", video, ...generated(voice), "-c:v", "copy", film);
  return film;
}

async function cut(t: TestContext, startS: number): Promise<ClipJobOutput & { storedIn: string }> {
  const storedIn = await temporaryFolder(t);
  const storage = createFileStorage(storedIn);
  await storage.putFile("uploads/film", await makeDamaged(t));
  const output = await cutClips(await runContext(t, tools, { storage }), {
    source: { kind: "upload", storageKey: "uploads/film" },
    range: { startS, endS: null },
    clipCount: 3,
    clipLengthS: { min: 5, max: 9 },
    targetWidth: 180,
    editingStyles: ["STATIC_CROP"],
    captions: null,
    title: "A film",
    prompt: null,
    declaredDurationS: FILM_S,
  });
  return { ...output, storedIn };
}

test("clips behind the last frame that decodes hold it", async (t) => {
  const { clips, storedIn } = await cut(t, 0);
  assert.equal(clips.length, 3);
  assert.ok(
    clips.some(({ start }) => start > WHOLE * FILM_S + 1),
    "no clip lies behind the damage",
  );
  for (const { videoKey, start, end } of clips) {
    const frames = await readFrames(join(storedIn, videoKey), 18, 32);
    assert.ok(Math.abs(frames.length / 25 - (end - start)) < 0.1, `${frames.length} frames`);
    for (const frame of frames) {
      const [red = 255, , blue = 0] = frame.at(0.5, 0.5);
      assert.ok(blue > 150 && red < 80, `clip from ${start}: ${frame.at(0.5, 0.5).join()}`);
    }
  }
});

test("a range in which nothing decodes is refused with a reason", async (t) => {
  await assert.rejects(cut(t, 20), (error: AppError) => {
    assert.equal(error.code, "SOURCE_UNSUPPORTED");
    assert.doesNotMatch(error.message, /repeated/);
    return true;
  });
});
