import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { encodersOf, VIDEO_ENCODER_NAMES } from "../../../media-node/ffmpeg/video-encoder-settings.ts";
import { chooseVideoEncoder, probeArguments } from "../../../media-node/ffmpeg/video-encoders.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { ffmpegScript } from "../../support/media-node/ffmpeg-script.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { CARD_ENCODES, nvidiaScript } from "../../support/media-node/nvidia-script.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

after(assertNoChildren);

const NO_CUDA =
  'printf "[h264_nvenc @ 0x55d] Cannot load libcuda.so.1\\nError while opening encoder\\n" >&2; exit 1';
const WORKS = "exit 0";
const FAILS = "exit 1";

test("the first encoder that opens is taken, and the reasons of those before it are told", async (t) => {
  const ffmpeg = await ffmpegScript(t, { h264_nvenc: NO_CUDA, h264_qsv: WORKS, h264_vaapi: WORKS });
  const { encoder, passedOver } = await chooseVideoEncoder(ffmpeg, "auto");
  assert.equal(encoder.name, "h264_qsv");
  assert.deepEqual(passedOver, [{ name: "h264_nvenc", reason: "Cannot load libcuda.so.1" }]);
});

test("NVENC is tried on each card by its number, and those count on which it opens", async (t) => {
  const ffmpeg = await nvidiaScript(t, {
    0: 'echo "[h264_nvenc @ 0x55d] OpenEncodeSessionEx failed: unsupported device (2)" >&2; exit 1',
    1: WORKS,
    2: "exec sleep 60",
    3: CARD_ENCODES,
  });
  const { encoder, cards, passedOver } = await chooseVideoEncoder(ffmpeg, "auto", 3_000);
  assert.deepEqual([encoder.name, cards, passedOver], ["h264_nvenc", [1, 3], []]);
});

test("where the machine lacks the driver, no card but the first is tried", async (t) => {
  const tried = join(await temporaryFolder(t), "tried");
  const ffmpeg = await ffmpegScript(t, { h264_nvenc: `echo x >> '${tried}'; ${NO_CUDA}` });
  const { encoder, cards } = await chooseVideoEncoder(ffmpeg, "auto");
  assert.notEqual(encoder.name, "h264_nvenc");
  assert.deepEqual(cards, []);
  assert.equal(await readFile(tried, "utf8"), "x\n");
});

test("an encoder that is asked for is taken even where a better one would open", async (t) => {
  const ffmpeg = await ffmpegScript(t, { h264_nvenc: WORKS });
  const { encoder, passedOver } = await chooseVideoEncoder(ffmpeg, "libx264");
  assert.deepEqual([encoder.name, passedOver], ["libx264", []]);
});

test("an encoder that is asked for and does not open stops the start with its reason", async (t) => {
  const ffmpeg = await ffmpegScript(t, { h264_nvenc: NO_CUDA });
  await assert.rejects(chooseVideoEncoder(ffmpeg, "h264_nvenc"), {
    name: "SettingError",
    message: /^CLIPMILL_VIDEO_ENCODER .*\(h264_nvenc: Cannot load libcuda\.so\.1\); "auto"/,
  });
});

test("a build without any encoder stops the start and names the build", async (t) => {
  const answers = { h264_nvenc: FAILS, h264_qsv: FAILS, h264_vaapi: FAILS, libx264: FAILS };
  await assert.rejects(chooseVideoEncoder(await ffmpegScript(t, answers), "auto"), {
    name: "SettingError",
    message: /^CLIPMILL_FFMPEG .*libx264: it failed without a word/,
  });
});

test("an encoder whose driver hangs is passed over, and its process ended", async (t) => {
  const ffmpeg = await ffmpegScript(t, { h264_nvenc: "exec sleep 60", h264_qsv: WORKS });
  const { encoder, passedOver } = await chooseVideoEncoder(ffmpeg, "auto", 500);
  assert.equal(encoder.name, "h264_qsv");
  assert.deepEqual(passedOver, [{ name: "h264_nvenc", reason: "it did not answer in time" }]);
});

test("an encoder is probed with the very settings of a render", () => {
  for (const encoder of VIDEO_ENCODER_NAMES.flatMap((name) => encodersOf(name, ["/dev/dri/renderD128"]))) {
    const args = probeArguments(encoder);
    const at = args.indexOf("-c:v");
    assert.deepEqual(args.slice(at, at + encoder.outputArgs.length), encoder.outputArgs);
    for (const filter of encoder.uploadFilters) assert.ok(args.join(" ").includes(filter));
  }
});

for (const build of BUILDS) {
  test(`${build.name} finds an encoder, and one line of reason for each that it has not`, {
    skip: build.skip,
  }, async (t) => {
    const { encoder, passedOver } = await chooseVideoEncoder(build.ffmpeg, "auto");
    assert.deepEqual(
      passedOver.map(({ name }) => name),
      VIDEO_ENCODER_NAMES.slice(0, VIDEO_ENCODER_NAMES.indexOf(encoder.name)),
    );
    for (const { name, reason } of passedOver) {
      t.diagnostic(`${name}: ${reason}`);
      assert.match(reason, /^[^\n]{3,200}$/);
    }
  });
}
