import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import {
  readStampedFrames,
  type StampedFramesCall,
  stampedFramesArgs,
} from "../../../../media-node/framing/shots/stamped-frames.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { BUILDS } from "../../../support/media-node/media-tools.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

after(() => assertNoChildren());

function callFor(sourcePath: string, ffmpeg: string, perS: number | null): StampedFramesCall {
  return {
    ffmpeg,
    sourcePath,
    videoSpecifier: "v:0" as const,
    startS: 0,
    endS: 60,
    perS,
    size: { width: 16, height: 8 },
    decoding: [],
  };
}

async function readAll(call: StampedFramesCall): Promise<{ timeS: number; level: number }[]> {
  const seen: { timeS: number; level: number }[] = [];
  await readStampedFrames(call, AbortSignal.timeout(60_000), (pixels, timeS) => {
    assert.equal(pixels.length, 128);
    seen.push({ timeS, level: pixels[60] ?? -1 });
  });
  return seen;
}

test("the file is opened with the allowlists and only the wanted stream is decoded", () => {
  const call = { ...callFor("/data/source.mp4", "ffmpeg", 4), decoding: ["-skip_frame", "noref"], startS: 2 };
  const args = stampedFramesArgs(call);
  assert.ok(args.indexOf("-protocol_whitelist") < args.indexOf("-i"));
  assert.ok(args.indexOf("-skip_frame") < args.indexOf("-i"));
  assert.equal(args[args.indexOf("-ss") + 1], "2.000000");
  assert.equal(args[args.indexOf("-map") + 1], "0:v:0");
});

for (const build of BUILDS) {
  test(`a frame that stands for seconds comes once (${build.name})`, { skip: build.skip }, async (t) => {
    const path = join(await temporaryFolder(t), "slow.mkv");
    const encoding = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
    await makeMedia(...generated("testsrc=s=160x90:r=1:d=5"), ...encoding, path);
    const times = (await readAll(callFor(path, build.ffmpeg, null))).map(({ timeS }) => timeS);
    assert.deepEqual(times, [0, 1, 2, 3, 4]);
  });

  test(`frames carry their own times at any rate (${build.name})`, { skip: build.skip }, async (t) => {
    const path = join(await temporaryFolder(t), "uneven.mkv");
    // Brightness grows with the frame's number; of fifteen a second only some are left.
    const graph = "color=c=black:s=160x90:r=15:d=4,geq=lum='16+3*N':cb=128:cr=128,select='lt(mod(n,10),3)'";
    await makeMedia(...generated(graph), "-vsync", "vfr", "-c:v", "ffv1", path);
    const frames = [0, 1, 2, 3, 4, 5].flatMap((tens) => [0, 1, 2].map((ones) => 10 * tens + ones));
    const every = await readAll(callFor(path, build.ffmpeg, null));
    assert.equal(every.length, frames.length);
    every.forEach(({ timeS, level }, index) => {
      const frame = frames[index] ?? 0;
      assert.ok(Math.abs(timeS - frame / 15) < 0.002, `${timeS}`);
      assert.ok(Math.abs(level - (every[0]?.level ?? 0) - 3 * frame * (255 / 219)) < 20, `${level}`);
    });
    const few = await readAll(callFor(path, build.ffmpeg, 1));
    assert.deepEqual(
      few.map(({ timeS }) => Math.floor(timeS + 0.002)),
      [0, 1, 2, 3],
    );
  });
}

for (const build of BUILDS) {
  test(`colours lie in rows under the frame, which stays the same (${build.name})`, {
    skip: build.skip,
  }, async (t) => {
    const path = join(await temporaryFolder(t), "green.mkv");
    const halves = "color=c=0x347A36:s=160x80:r=4:d=2,drawbox=x=80:y=0:w=80:h=80:c=0x808080:t=fill";
    await makeMedia(...generated(halves), "-pix_fmt", "yuv420p", "-c:v", "ffv1", path);
    const plain = callFor(path, build.ffmpeg, 4);
    const levels = (await readAll(plain)).map(({ level }) => level);
    const size = { width: 4, height: 2 };
    const seen: { level: number; colours: number[] }[] = [];
    await readStampedFrames(
      { ...plain, colours: size },
      AbortSignal.timeout(60_000),
      (pixels, _, colours) => {
        assert.equal(pixels.length, 128);
        seen.push({ level: pixels[60] ?? -1, colours: [...colours] });
      },
    );
    assert.equal(seen.length, levels.length);
    for (const [index, { level, colours }] of seen.entries()) {
      assert.ok(Math.abs(level - (levels[index] ?? 0)) <= 2, `${level} and ${levels[index]}`);
      assert.equal(colours.length, 32);
      const [u, greyU, v, greyV] = [colours[0], colours[3], colours[4], colours[7]] as number[];
      assert.ok((u ?? 0) < 116 && (v ?? 0) < 112, `green ${u} ${v}`);
      assert.ok(
        Math.abs((greyU ?? 0) - 128) <= 4 && Math.abs((greyV ?? 0) - 128) <= 4,
        `grey ${greyU} ${greyV}`,
      );
    }
  });
}
