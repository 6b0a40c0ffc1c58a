import assert from "node:assert/strict";
import { join } from "node:path";
import { after, beforeEach, type TestContext, test } from "node:test";
import { CardSessions } from "../../../media-node/ffmpeg/cards/card-sessions.ts";
import { encodersOf } from "../../../media-node/ffmpeg/video-encoder-settings.ts";
import { closeThreads } from "../../../media-node/threads/run-in-thread.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { readMedia } from "../../support/media/read-media.ts";
import { type EncoderAnswers, ffmpegScript } from "../../support/media-node/ffmpeg-script.ts";
import { BUILDS, BUNDLED } from "../../support/media-node/media-tools.ts";
import { encodingCards } from "../../support/media-node/nvidia-script.ts";
import { createRenderer, type Rendered } from "../../support/media-node/rendering.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const renderer = createRenderer();
// One that failed at a clip is left alone: each test has threads that know of fresh ones.
beforeEach(async () => {
  await closeThreads();
  encodingCards([0], 1);
});
after(() => CardSessions.withdraw("encoding"));

async function makeFilm(t: TestContext): Promise<string> {
  const path = join(await temporaryFolder(t), "film.mp4");
  await makeMedia(...generated("testsrc2=s=160x90:r=25:d=3"), "-preset", "ultrafast", path);
  return path;
}

/** Renders with NVENC on a machine whose ffmpeg answers so. */
async function render(t: TestContext, answers: EncoderAnswers): Promise<Rendered> {
  const path = await makeFilm(t);
  const [encoder] = encodersOf("h264_nvenc", []);
  assert.ok(encoder !== undefined);
  const build = { ...BUNDLED, ffmpeg: await ffmpegScript(t, answers) };
  return renderer.render(t, path, { build, encoder, durationS: 2, widthPx: 144 });
}

test("a clip that a hardware encoder fails at is made by libx264, with the reason", async (t) => {
  const answers = { h264_nvenc: 'echo "OpenEncodeSessionEx failed: out of memory" >&2; exit 1' };
  const { videoPath, fallbackReason } = await render(t, answers);
  assert.match(fallbackReason ?? "", /OpenEncodeSessionEx failed: out of memory/);
  const { video, durationS } = await readMedia(videoPath);
  assert.deepEqual([video.width, video.height], [144, 256]);
  assert.ok(Math.abs(durationS - 2) <= 0.05, String(durationS));
});

test("a clip that libx264 cannot make either ends with the error of the source", async (t) => {
  const broken = 'echo "Invalid data found" >&2; exit 1';
  await assert.rejects(render(t, { h264_nvenc: "exit 1", libx264: broken }), {
    code: "SOURCE_UNSUPPORTED",
    message: /Invalid data found/,
  });
});

test("a clip that the encoder makes has no reason for another", async (t) => {
  const asSoftware = `shift $(($# - 1)); exec '${BUNDLED.ffmpeg}' -v error -y -f lavfi -i testsrc2=d=2 "$1"`;
  assert.equal((await render(t, { h264_nvenc: asSoftware })).fallbackReason, null);
});

for (const build of BUILDS) {
  test(`a device that has gone costs no clip with ${build.name}`, { skip: build.skip }, async (t) => {
    const [encoder] = encodersOf("h264_vaapi", ["/nonexistent/renderD128"]);
    assert.ok(encoder !== undefined);
    const rendered = await renderer.render(t, await makeFilm(t), {
      build,
      encoder,
      durationS: 2,
      widthPx: 144,
    });
    assert.match(rendered.fallbackReason ?? "", /vaapi|VA display/i);
    assert.equal((await readMedia(rendered.videoPath)).video.height, 256);
  });
}
