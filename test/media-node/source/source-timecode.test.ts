// Timecode of sources: which frame their first one is called.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { mediaOf } from "../../../media-node/pipelines/clips/planned-clips.ts";
import { probeSource } from "../../../media-node/source/probe-source.ts";
import { timecodeOf } from "../../../media-node/source/source-timecode.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

after(assertNoChildren);

const NTSC = 30_000 / 1_001;

function startOf(timecode: string, rate: string): number | undefined {
  const video = { index: 0, codec_type: "video", avg_frame_rate: rate, tags: { timecode } };
  return timecodeOf(video, { streams: [video] }).timecode?.startS;
}

test("a timecode counts frames, and where it drops numbers fewer of them", () => {
  assert.equal(startOf("10:00:00:00", "25/1"), 36_000);
  assert.equal(startOf("00:00:01:12", "24/1"), 1.5);
  assert.equal(startOf("01:00:00:00", "30000/1001"), 3_603.6);
  assert.equal(Math.round((startOf("01:00:00;00", "30000/1001") ?? 0) * NTSC), 107_892);
  assert.equal(Math.round((startOf("14:09:42;00", "30000/1001") ?? 0) * NTSC), 1_527_930);
  assert.equal(Math.round((startOf("00:01:00;04", "60000/1001") ?? 0) * 2 * NTSC), 3_600);
});

test("what is no timecode is none", () => {
  for (const text of ["", "10:00", "now", "10:00:00:00:00"]) assert.equal(startOf(text, "25/1"), undefined);
  assert.equal(startOf("10:00:00:00", "0/0"), undefined);
  const video = { index: 0, codec_type: "video", avg_frame_rate: "25/1" };
  const metadata = { index: 1, codec_tag_string: "rtmd", tags: { timecode: "10:00:00:00" } };
  assert.deepEqual(timecodeOf(video, { streams: [video, metadata] }), {});
});

for (const build of BUILDS) {
  test(`files of cameras keep their timecode in a job's plan with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const folder = await temporaryFolder(t);
    const mpeg2 = ["-c:v", "mpeg2video"];
    const cases = [
      ["camera.mov", "30000/1001", "14:09:42;00", []],
      ["camera.mp4", "25", "10:00:00:00", []],
      ["camera.mxf", "25", "01:02:03:04", mpeg2],
    ] as const;
    const found = [];
    for (const [name, rate, timecode, codec] of cases) {
      const path = join(folder, name);
      await makeMedia(...generated(`testsrc2=s=160x90:r=${rate}:d=1`), ...codec, "-timecode", timecode, path);
      const media = mediaOf(await probeSource(build, path, AbortSignal.timeout(30_000)));
      found.push([
        Math.round((media?.timecode?.startS ?? 0) * (media?.frameRate ?? 0)),
        media?.timecode?.isDropFrame,
      ]);
    }
    assert.deepEqual(found, [
      [1_527_930, true],
      [900_000, false],
      [3_723 * 25 + 4, false],
    ]);
  });
}
