// Sources with transparent parts, such as motion graphics in ProRes 4444: what they hide is not seen, nor framed.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { readFrames } from "../../support/media/read-media.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { createRenderer } from "../../support/media-node/rendering.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const renderer = createRenderer();

/** Bright magenta; how opaque it is, of 1,023, at each place of 640 × 360. */
const film = (alpha: string): string =>
  `color=c=0xFF00FF:s=640x360:r=25:d=1,format=yuva444p10le,geq=lum='p(X,Y)':cb='p(X,Y)':cr='p(X,Y)':a='${alpha}'`;

for (const build of BUILDS) {
  test(`what is transparent is black, and what is opaque stays as it is, with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const path = join(await temporaryFolder(t), "film.mov");
    const coding = ["-c:v", "prores_ks", "-profile:v", "4444", "-alpha_bits", "16"];
    await makeMedia(...generated(film("if(lt(X,320),1023,0)")), ...coding, path);
    const { videoPath, source } = await renderer.render(t, path, { build, durationS: 1, style: "LETTERBOX" });
    assert.equal(source.video?.hasAlpha, true);
    const frames = await readFrames(videoPath, 90, 160);
    assert.ok(frames.length >= 20);
    for (const frame of frames) {
      const [opaque, hidden] = [frame.at(0.25, 0.5), frame.at(0.75, 0.5)];
      assert.ok(opaque[0] > 235 && opaque[1] < 20 && opaque[2] > 235, `${opaque}`);
      assert.ok(Math.max(...hidden) < 12, `${hidden}`);
    }
  });
}
