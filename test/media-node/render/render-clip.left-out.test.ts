// Recordings that leave frames out, as telephones do in the dark and calls on a slow line.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { readBrightness } from "../../support/media/read-media.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { createRenderer } from "../../support/media-node/rendering.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const renderer = createRenderer();
const DURATION_S = 2;

for (const build of BUILDS) {
  test(`each frame of a recording that left one of ten out is shown with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const path = join(await temporaryFolder(t), "left-out.mp4");
    const grey = "color=c=black:s=64x64:r=30:d=3,format=yuv420p,geq=lum='40+60*mod(N,3)':cb=128:cr=128";
    const leftOut = ["-vf", "select='mod(n,10)'", "-vsync", "vfr"];
    await makeMedia(...generated(grey), ...leftOut, "-c:v", "libx264", "-preset", "ultrafast", path);
    const { videoPath } = await renderer.render(t, path, {
      build,
      durationS: DURATION_S,
      style: "LETTERBOX",
    });
    const values = (await readBrightness(videoPath)).map(({ value }) => value);
    const steps = values.filter((value, index) => Math.abs(value - (values[index - 1] ?? value)) > 5);
    // Of ten, one is left out: nine changes a third of a second.
    assert.ok(steps.length >= 27 * DURATION_S - 2, `${steps.length} changes in ${values.length} frames`);
  });
}
