// Sources with bars on their frames, black, grey or a dark blur of what is shown: no clip shows them.
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

/** Puts bars around a picture. */
const BARS = {
  black: "pad=640:360:(ow-iw)/2:(oh-ih)/2",
  grey: "pad=640:360:(ow-iw)/2:(oh-ih)/2:color=0x303030",
  blurred:
    "split[shown][filling];[filling]scale=640:360,boxblur=12:2,lutyuv=y=val/5[bars];[bars][shown]overlay=(W-w)/2:(H-h)/2",
} as const;

async function makeBarred(t: TestContext, size: string, bars: string): Promise<string> {
  const path = join(await temporaryFolder(t), "barred.mp4");
  const bright = `testsrc2=s=${size}:r=25:d=2,lutyuv=y='max(val,110)':u=128:v=128`;
  const coding = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
  await makeMedia(...generated(`${bright},${bars}`), ...coding, path);
  return path;
}

async function assertNoBars(videoPath: string): Promise<void> {
  for (const [index, frame] of (await readFrames(videoPath, 90, 160)).entries()) {
    for (let x = 0.006; x < 1; x += 0.011) {
      for (let y = 0.004; y < 1; y += 0.0125) {
        const [red] = frame.at(x, y);
        assert.ok(red > 60, `frame ${index} at ${x}, ${y}: ${red}`);
      }
    }
  }
}

for (const build of BUILDS) {
  for (const [whose, size] of Object.entries(SHOWN)) {
    for (const style of ["AUTO", "STATIC_CROP", "BLURRED_WINGS"] as const satisfies readonly EditingStyle[]) {
      test(`no black bars are seen of ${whose} video in ${style} with ${build.name}`, {
        skip: build.skip,
      }, async (t) => {
        const path = await makeBarred(t, size, BARS.black);
        const { videoPath } = await renderer.render(t, path, { build, style, durationS: 2 });
        await assertNoBars(videoPath);
      });
    }
  }
}

for (const kind of ["grey", "blurred"] as const) {
  for (const [whose, size] of Object.entries(SHOWN)) {
    test(`no ${kind} bars are seen of ${whose} video`, async (t) => {
      const path = await makeBarred(t, size, BARS[kind]);
      for (const style of ["STATIC_CROP", "BLURRED_WINGS"] as const) {
        const { videoPath } = await renderer.render(t, path, { style, durationS: 2 });
        await assertNoBars(videoPath);
      }
    });
  }
}
