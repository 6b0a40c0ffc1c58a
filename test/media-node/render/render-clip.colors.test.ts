// Colours of sources that are not BT.709 in limited range, against patches that were calculated from the standards.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { hdrBars, type LinearRgb, type WideTransfer } from "../../support/media/high-dynamic-range.ts";
import { makeMedia } from "../../support/media/media-fixture.ts";
import { readFrame } from "../../support/media/read-media.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { createRenderer } from "../../support/media-node/rendering.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const renderer = createRenderer();
const SIZE = { width: 320, height: 180 };
/** On a BT.709 screen, 0 to 255: white, greys, and colours. */
const PATCHES = [
  [235, 235, 235],
  [128, 128, 128],
  [40, 40, 40],
  [200, 60, 60],
  [60, 160, 60],
] as const;

function light(values: readonly number[]): LinearRgb {
  return values.map((value) => (value / 255) ** 2.4) as unknown as LinearRgb;
}

async function makeBars(t: TestContext, transfer: WideTransfer, isFullRange: boolean): Promise<string> {
  const folder = await temporaryFolder(t);
  const [raw, path] = [join(folder, "bars.yuv"), join(folder, "bars.mp4")];
  const frame = hdrBars(SIZE, PATCHES.map(light), 203, transfer, isFullRange);
  await writeFile(raw, Buffer.concat(Array.from({ length: 10 }, () => frame)));
  const names = `colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`;
  const tags = `log-level=error:${names}:range=${isFullRange ? "full" : "limited"}`;
  await makeMedia(
    ...["-f", "rawvideo", "-pix_fmt", "yuv420p10le", "-s", "320x180", "-r", "25", "-i", raw],
    ...["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", tags, path],
  );
  return path;
}

async function colorsOf(t: TestContext, path: string, build: (typeof BUILDS)[number]): Promise<number[]> {
  const { videoPath } = await renderer.render(t, path, { build, style: "LETTERBOX", durationS: 0.3 });
  const frame = await readFrame(videoPath, 0.1);
  return PATCHES.flatMap((_, index) => [...frame.at((index + 0.5) / PATCHES.length, 0.5)]);
}

function assertNear(found: readonly number[], expected: readonly number[], tolerance: number): void {
  const text = `${found.join()}, not ${expected.join()}`;
  assert.ok(
    expected.every((value, index) => Math.abs((found[index] ?? -99) - value) <= tolerance),
    text,
  );
}

for (const build of BUILDS) {
  const options = { skip: build.skip };
  for (const isFullRange of [false, true]) {
    const range = isFullRange ? "full" : "limited";
    test(
      `BT.2020 without high dynamic range in ${range} range becomes BT.709 with ${build.name}`,
      options,
      async (t) => {
        const found = await colorsOf(t, await makeBars(t, "bt709", isFullRange), build);
        assertNear(found, PATCHES.flat(), 8);
      },
    );
  }
  for (const transfer of ["smpte2084", "arib-std-b67"] as const) {
    test(
      `${transfer} in full range looks as it does in limited range with ${build.name}`,
      options,
      async (t) => {
        const [full, limited] = [await makeBars(t, transfer, true), await makeBars(t, transfer, false)];
        assertNear(await colorsOf(t, full, build), await colorsOf(t, limited, build), 8);
      },
    );
  }
}
