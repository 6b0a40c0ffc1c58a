// Parts of a reel are joined as they are, so they must come from one encoder: what happens where they would not.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { CardSessions } from "../../../../media-node/ffmpeg/cards/card-sessions.ts";
import { encodersOf } from "../../../../media-node/ffmpeg/video-encoder-settings.ts";
import { RENDER_CLIP } from "../../../../media-node/render/render-clip.ts";
import { observeTask } from "../../../../media-node/threads/observe-task.ts";
import type { ObjectStorage } from "../../../../shared/storage/object-storage.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { codedVideo, readCodes } from "../../../support/media/coded-frames.ts";
import { generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { ffmpegScript } from "../../../support/media-node/ffmpeg-script.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import { BUNDLED } from "../../../support/media-node/media-tools.ts";
import { encodingCards } from "../../../support/media-node/nvidia-script.ts";
import { momentsAt, reelPath, runReel, storeMatch } from "../../../support/media-node/reels.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

encodingCards([0], 1);
const { tools, close } = await mediaTools();
after(async () => {
  CardSessions.withdraw("encoding");
  await close();
  await assertNoChildren();
});

const MOMENTS = momentsAt([1, 2], [3, 4], [5, 5.4]);
const PLANNED = [25, 75, 125].flatMap((first, piece) =>
  Array.from({ length: [25, 25, 10][piece] ?? 0 }, (_, index) => first + index),
);
const request = { shortSidePx: 90 };

async function storeFilm(t: TestContext): Promise<ObjectStorage> {
  const film = join(await temporaryFolder(t), "film.mp4");
  await makeMedia(...generated(codedVideo("25", 6)), "-c:v", "libx264", "-preset", "ultrafast", film);
  return storeMatch(t, film);
}

test("where a hardware encoder fails at one piece, all are rendered with libx264", async (t) => {
  const storage = await storeFilm(t);
  const flag = join(await temporaryFolder(t), "first");
  // A card that makes one piece, of something else, and then runs out of memory.
  const answer = [
    `if [ -e '${flag}' ]; then echo "OpenEncodeSessionEx failed: out of memory" >&2; exit 1; fi`,
    `touch '${flag}'; shift $(($# - 1))`,
    `exec '${BUNDLED.ffmpeg}' -v error -y -f lavfi -i testsrc2=s=160x90:d=1 -c:v libx264 "$1"`,
  ].join("; ");
  const ffmpeg = await ffmpegScript(t, { h264_nvenc: answer });
  const [encoder] = encodersOf("h264_nvenc", []);
  assert.ok(encoder !== undefined);
  const reasons: string[] = [];
  const encoding = { encoder, onFallback: (reason: string) => reasons.push(reason) };
  const output = await runReel(t, {
    tools: { ...tools, ffmpeg, encoding },
    storage,
    moments: MOMENTS,
    request,
  });
  assert.deepEqual(await readCodes(await reelPath(storage, output.rawVideoKey)), PLANNED);
  assert.equal(reasons.length, 1);
  assert.match(reasons[0] ?? "", /OpenEncodeSessionEx failed: out of memory/);
});

test("a piece that another version of the encoder made has all of them rendered anew", async (t) => {
  const storage = await storeFilm(t);
  await runReel(t, { tools, storage, moments: MOMENTS, request });
  const work = "tasks/task_test/work/";
  const foreign = `${work}reel-1-libx264.json`;
  const stored = JSON.parse(String(await storage.read(foreign)));
  await storage.write(foreign, JSON.stringify({ ...stored, configuration: "other" }));
  await storage.remove(`${work}reel.json`);
  const rendered: string[] = [];
  t.after(
    observeTask(RENDER_CLIP, (input, run) => {
      rendered.push(input.outputFile);
      return run(input);
    }),
  );
  const output = await runReel(t, {
    tools,
    storage,
    moments: MOMENTS,
    request,
  });
  assert.equal(rendered.filter((file) => file.startsWith("reel-")).length, 3);
  assert.deepEqual(await readCodes(await reelPath(storage, output.rawVideoKey)), PLANNED);
});
