// Sources with black bars on their frames: no clip shows them.
import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { EditingStyle } from "../../../shared/tasks/clip-job.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { readFrames } from "../../support/media/read-media.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { createRenderer } from "../../support/media-node/rendering.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const renderer = createRenderer();

/** What the bars enclose in frames of 640 × 360, bright everywhere. */
const SHOWN = { "a telephone's": "204x360", "a film's": "640x268" } as const;

async function makeBarred(t: TestContext, size: string): Promise<string> {
  const path = join(await temporaryFolder(t), "barred.mp4");
  const bright = `testsrc2=s=${size}:r=25:d=2,lutyuv=y='max(val,110)':u=128:v=128`;
  const coding = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
  await makeMedia(...generated(`${bright},pad=640:360:(ow-iw)/2:(oh-ih)/2`), ...coding, path);
  return path;
}

for (const build of BUILDS) {
  for (const [whose, size] of Object.entries(SHOWN)) {
    for (const style of ["AUTO", "STATIC_CROP", "BLURRED_WINGS"] as const satisfies readonly EditingStyle[]) {
      test(`no bars are seen of ${whose} video in ${style} with ${build.name}`, {
        skip: build.skip,
      }, async (t) => {
        const path = await makeBarred(t, size);
        const { videoPath } = await renderer.render(t, path, { build, style, durationS: 2 });
        const frames = await readFrames(videoPath, 90, 160);
        for (const [index, frame] of frames.entries()) {
          for (let x = 0.006; x < 1; x += 0.011) {
            for (let y = 0.004; y < 1; y += 0.0125) {
              const [red] = frame.at(x, y);
              assert.ok(red > 60, `frame ${index} at ${x}, ${y}: ${red}`);
            }
          }
        }
      });
    }
  }
}
