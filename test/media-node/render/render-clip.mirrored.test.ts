// Frames that their file mirrors, as some front cameras have it: what players show is what comes out.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { readSpacedFrames } from "../../../media-node/ffmpeg/evenly-spaced-frames.ts";
import { turningIn } from "../../../media-node/ffmpeg/fit-frames.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { readFrame, readMedia } from "../../support/media/read-media.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { createRenderer } from "../../support/media-node/rendering.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const renderer = createRenderer();
const [WIDTH, HEIGHT] = [320, 180];
const QUADRANTS = { R: [254, 0, 0], G: [0, 255, 0], B: [0, 0, 254], W: [255, 255, 255] } as const;
const HALF = `s=${WIDTH / 2}x${HEIGHT / 2}:r=25:d=2`;
const IMAGE = `color=red:${HALF}[a];color=lime:${HALF}[b];color=blue:${HALF}[c];color=white:${HALF}[d];[a][b]hstack[u];[c][d]hstack[l];[u][l]vstack,format=yuv420p`;

/** The plane's part of a display matrix, by rows, and what is shown: left above, right above, left below, right below. */
const MATRICES = [
  ["left to right", [-1, 0, 0, 1], "GRWB"],
  ["upside down", [1, 0, 0, -1], "BWRG"],
  ["along a diagonal", [0, 1, 1, 0], "RBGW"],
  ["along the other diagonal", [0, -1, -1, 0], "WGBR"],
  ["not at all, but turned", [0, 1, -1, 0], "BRWG"],
] as const;

/** The size of a track header before its matrix: type, version and flags, times, number, length, layer and volume. */
const MATRIX_OFFSET = 4 + 4 + 20 + 16;

async function makeFilm(t: TestContext, plane: readonly number[]): Promise<string> {
  const path = join(await temporaryFolder(t), "mirrored.mp4");
  await makeMedia(...generated(IMAGE), "-c:v", "libx264", "-preset", "ultrafast", path);
  const bytes = await readFile(path);
  const at = bytes.indexOf("tkhd", 0, "latin1") + MATRIX_OFFSET;
  for (const [index, value] of plane.entries()) {
    const place = index < 2 ? index : index + 1;
    bytes.writeInt32BE(value * 65_536, at + 4 * place);
  }
  await writeFile(path, bytes);
  return path;
}

function nearest(color: readonly number[]): string {
  const far = (other: readonly number[]): number =>
    Math.max(...other.map((value, index) => Math.abs(value - (color[index] ?? 0))));
  const [name] = Object.entries(QUADRANTS).find(([, other]) => far(other) < 24) ?? [`(${color.join()})`];
  return name;
}

for (const build of BUILDS) {
  for (const [how, plane, shown] of MATRICES) {
    test(`a video that is mirrored ${how} is shown and seen as players show it with ${build.name}`, {
      skip: build.skip,
    }, async (t) => {
      const path = await makeFilm(t, plane);
      const { videoPath, source } = await renderer.render(t, path, {
        build,
        style: "LETTERBOX",
        durationS: 1,
      });
      const { width = 0, height = 0 } = source.video ?? {};
      assert.deepEqual([width, height], plane[0] === 0 ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT]);
      const frame = await readFrame(videoPath, 0.4);
      const scale = Math.min(frame.width / width, frame.height / height);
      const [x, y] = [(width * scale) / 4 / frame.width, (height * scale) / 4 / frame.height];
      const places = [
        [-x, -y],
        [x, -y],
        [-x, y],
        [x, y],
      ] as const;
      const rendered = places.map(([right, down]) => nearest(frame.at(0.5 + right, 0.5 + down)));
      assert.equal(rendered.join(""), shown);
      const { video } = await readMedia(videoPath);
      assert.equal(video.side_data_list, undefined);

      const seen: string[] = [];
      const call = { ffmpeg: build.ffmpeg, sourcePath: path, videoSpecifier: "v:0", skip: "noref" } as const;
      const size = { width: 8, height: 8 };
      const pixels = [9, 14, 49, 54].map((pixel) => 3 * pixel);
      await readSpacedFrames(
        { ...call, ...turningIn(source.video ?? {}), startS: 0, endS: 1, stepS: 1, size },
        AbortSignal.timeout(60_000),
        async (rgb) => void seen.push(pixels.map((at) => nearest([...rgb.subarray(at, at + 3)])).join("")),
      );
      assert.deepEqual(seen, [shown]);
    });
  }
}
