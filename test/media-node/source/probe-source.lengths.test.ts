// How long a source is that tells it wrong, and one whose end is hard to find.
import assert from "node:assert/strict";
import { stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { probeSource, type SourceInfo } from "../../../media-node/source/probe-source.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { BUILDS, type MediaBuild } from "../../support/media-node/media-tools.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

after(assertNoChildren);

function probe(path: string, build: MediaBuild): Promise<SourceInfo> {
  return probeSource(build, path, AbortSignal.timeout(60_000));
}

for (const build of BUILDS) {
  const options = { skip: build.skip };
  for (const [name, muxing] of [
    ["one-key.mp4", ["-movflags", "+faststart"]],
    ["one-key.mkv", []],
  ] as const) {
    test(
      `a ${name} with a key frame at its beginning alone is not cut off with ${build.name}`,
      options,
      async (t) => {
        const path = join(await temporaryFolder(t), name);
        // More packets than are looked through for the last one, and sound that ends earlier.
        const inputs = [...generated("color=s=32x18:r=60:d=100"), ...generated("sine=d=90:r=8000")];
        const keyFrames = ["-g", "99999", "-keyint_min", "99999", "-sc_threshold", "0"];
        await makeMedia(...inputs, "-c:v", "libx264", "-preset", "ultrafast", ...keyFrames, ...muxing, path);
        const { durationS } = await probe(path, build);
        assert.ok(Math.abs(durationS - 100) < 0.2, `${durationS}`);
        await truncate(path, Math.floor((await stat(path)).size * 0.6));
        await assert.rejects(probe(path, build), { code: "SOURCE_UNSUPPORTED", retryable: false });
      },
    );
  }

  test(
    `a Matroska file whose clock begins late is as long as what it shows, with ${build.name}`,
    options,
    async (t) => {
      const path = join(await temporaryFolder(t), "late.mkv");
      const inputs = [...generated("testsrc=s=64x36:r=10:d=20"), ...generated("sine=d=20:r=8000")];
      const encoding = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "20"];
      await makeMedia(...inputs, ...encoding, "-output_ts_offset", "30", path);
      const { durationS, video } = await probe(path, build);
      assert.ok(Math.abs(durationS - 20) < 0.2, `${durationS}`);
      assert.ok((video?.startS ?? 0) < 0.1 && video?.endS === undefined, JSON.stringify(video));
      await truncate(path, Math.floor((await stat(path)).size * 0.5));
      await assert.rejects(probe(path, build), { code: "SOURCE_UNSUPPORTED" });
    },
  );
}
