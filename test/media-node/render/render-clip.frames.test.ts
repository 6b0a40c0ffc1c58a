import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fitWithin } from "../../../media-node/render/framing-plan.ts";
import { makeMedia } from "../../support/media/media-fixture.ts";
import { type DecodedFrame, type Rgb, readFrame } from "../../support/media/read-media.ts";
import { BUILDS, type MediaBuild } from "../../support/media-node/media-tools.ts";
import { createRenderer } from "../../support/media-node/rendering.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const renderer = createRenderer();

const RED: Rgb = [220, 20, 20];
const GREEN: Rgb = [20, 180, 20];
const BLUE: Rgb = [20, 20, 220];
const WHITE: Rgb = [235, 235, 235];
const GREY: Rgb = [90, 90, 90];
const AS_CODED = [RED, GREEN, WHITE, BLUE];

function hex(color: Rgb): string {
  return `0x${color.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Grey with a coloured patch in each corner: red, green, white, blue, clockwise from the upper left. */
function corners(width: number, height: number, matrix: "bt601" | "bt709"): string[] {
  const patch = `w=${Math.ceil(width / 4)}:h=${Math.ceil(height / 4)}`;
  const places = [
    [RED, 0, 0],
    [GREEN, width - Math.ceil(width / 4), 0],
    [WHITE, width - Math.ceil(width / 4), height - Math.ceil(height / 4)],
    [BLUE, 0, height - Math.ceil(height / 4)],
  ] as const;
  const boxes = places.map(([color, x, y]) => `drawbox=x=${x}:y=${y}:${patch}:color=${hex(color)}:t=fill`);
  const rgb = `color=c=${hex(GREY)}:s=${width}x${height}:r=25:d=1,format=gbrp,${boxes.join(",")}`;
  return ["-f", "lavfi", "-i", `${rgb},scale=out_color_matrix=${matrix}:out_range=tv,format=yuv444p`];
}

interface Fixture {
  readonly title: string;
  readonly size: readonly [width: number, height: number];
  readonly matrix?: "bt601" | "bt709";
  readonly file: string;
  readonly output: readonly string[];
  /** As it must be shown. */
  readonly shown?: { readonly size: readonly [number, number]; readonly corners: readonly Rgb[] };
}

const X264 = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "12"];
const H264 = [...X264, "-pix_fmt", "yuv420p"];
const TAGGED_709 = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"];

/** A display matrix turns counterclockwise: after 90° the upper right corner is on the upper left. */
function turned(by: number): Rgb[] {
  const steps = by / 90;
  return AS_CODED.map((_, corner) => AS_CODED[(corner + steps) % 4] ?? GREY);
}

const FIXTURES: readonly Fixture[] = [
  { title: "plain H.264", size: [320, 180], file: "plain.mp4", output: H264 },
  { title: "odd size", size: [641, 359], file: "odd.mkv", output: [...X264, "-pix_fmt", "yuv444p"] },
  { title: "portrait", size: [180, 320], file: "portrait.mp4", output: H264 },
  { title: "narrower than the frame", size: [120, 320], file: "narrow.mp4", output: H264 },
  { title: "square", size: [240, 240], file: "square.mp4", output: H264 },
  {
    title: "HEVC",
    size: [320, 180],
    file: "hevc.mp4",
    output: [
      "-c:v",
      "libx265",
      "-preset",
      "ultrafast",
      "-x265-params",
      "log-level=error",
      "-pix_fmt",
      "yuv420p",
    ],
  },
  {
    title: "VP9",
    size: [320, 180],
    file: "vp9.webm",
    output: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-pix_fmt", "yuv420p"],
  },
  {
    title: "ten bits",
    size: [320, 180],
    file: "ten.mkv",
    output: [
      "-c:v",
      "libx265",
      "-preset",
      "ultrafast",
      "-x265-params",
      "log-level=error",
      "-pix_fmt",
      "yuv420p10le",
    ],
  },
  {
    title: "interlaced",
    size: [720, 576],
    file: "interlaced.ts",
    output: [...H264, "-flags", "+ilme+ildct", "-x264opts", "tff=1"],
  },
  {
    title: "high definition without a word on its colours",
    size: [1_280, 720],
    matrix: "bt709",
    file: "hd.mp4",
    output: H264,
  },
  {
    title: "small BT.709 that says so",
    size: [320, 180],
    matrix: "bt709",
    file: "709.mp4",
    output: [...H264, ...TAGGED_709],
  },
  {
    title: "RGB",
    size: [320, 180],
    file: "rgb.mkv",
    output: ["-c:v", "libx264rgb", "-preset", "ultrafast", "-pix_fmt", "rgb24"],
  },
  {
    title: "full range",
    size: [320, 180],
    file: "full.mp4",
    output: [...X264, "-vf", "scale=in_range=tv:out_range=pc", "-pix_fmt", "yuvj420p"],
  },
  {
    title: "pixels twice as wide as high",
    size: [160, 180],
    file: "wide-pixels.mp4",
    output: [...H264, "-vf", "setsar=2"],
    shown: { size: [320, 180], corners: AS_CODED },
  },
];

/** Where the source's corners are in a vertical frame that shows all of it. */
function cornersIn(frame: DecodedFrame, [width, height]: readonly [number, number]): Rgb[] {
  const fitted = fitWithin({ width, height }, frame);
  const [w, h] = [fitted.width / frame.width, fitted.height / frame.height];
  const [left, top] = [(1 - w) / 2, (1 - h) / 2];
  const near = 0.1;
  return [
    frame.at(left + near * w, top + near * h),
    frame.at(left + (1 - near) * w, top + near * h),
    frame.at(left + (1 - near) * w, top + (1 - near) * h),
    frame.at(left + near * w, top + (1 - near) * h),
  ];
}

function assertCorners(found: readonly Rgb[], expected: readonly Rgb[], tolerance = 12): void {
  const text = `found ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`;
  for (const [corner, color] of expected.entries()) {
    for (const [channel, value] of color.entries()) {
      assert.ok(Math.abs((found[corner]?.[channel] ?? -99) - value) <= tolerance, text);
    }
  }
}

async function makeFixture(t: TestContext, fixture: Fixture): Promise<string> {
  const path = join(await temporaryFolder(t), fixture.file);
  await makeMedia(...corners(...fixture.size, fixture.matrix ?? "bt601"), ...fixture.output, path);
  return path;
}

async function assertShown(
  t: TestContext,
  build: MediaBuild,
  path: string,
  shown: NonNullable<Fixture["shown"]>,
): Promise<void> {
  const { videoPath, thumbnailPath } = await renderer.render(t, path, {
    build,
    style: "LETTERBOX",
    durationS: 0.4,
  });
  assertCorners(cornersIn(await readFrame(videoPath, 0.2), shown.size), shown.corners);
  assertCorners(cornersIn(await readFrame(thumbnailPath, 0), shown.size), shown.corners, 24);
}

for (const build of BUILDS) {
  for (const fixture of FIXTURES) {
    test(`${fixture.title}: all of it is upright and in its colours with ${build.name}`, {
      skip: build.skip,
    }, async (t) => {
      const path = await makeFixture(t, fixture);
      await assertShown(t, build, path, fixture.shown ?? { size: fixture.size, corners: AS_CODED });
    });
  }
  for (const by of [90, 180, 270]) {
    test(`a video to be turned by ${by}° is turned with ${build.name}`, { skip: build.skip }, async (t) => {
      const upright = await makeFixture(t, {
        title: "",
        size: [320, 180],
        file: "upright.mp4",
        output: H264,
      });
      const path = upright.replace("upright", "turned");
      await makeMedia("-i", upright, "-c", "copy", "-metadata:s:v", `rotate=${by}`, path);
      const size = by === 180 ? ([320, 180] as const) : ([180, 320] as const);
      await assertShown(t, build, path, { size, corners: turned(by) });
    });
  }
}
