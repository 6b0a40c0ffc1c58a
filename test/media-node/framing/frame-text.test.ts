import assert from "node:assert/strict";
import { test } from "node:test";
import sharp, { type Sharp } from "sharp";
import { TEXT_CELL_PX, textByCell } from "../../../media-node/framing/frame-text.ts";
import type { GreyImage } from "../../../media-node/signal/grey-image.ts";
import { sharedData } from "../../support/shared-data.ts";

const WIDTH = 480;
const HEIGHT = 270;

async function grey(image: Sharp): Promise<GreyImage> {
  const small = image.resize(WIDTH, HEIGHT, { fit: "cover" }).greyscale().removeAlpha();
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  assert.equal(info.channels, 1);
  return { pixels: data, width: info.width, height: info.height };
}

function drawn(content: string): Promise<GreyImage> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><rect width="1280" height="720" fill="#123"/>${content}</svg>`;
  return grey(sharp(Buffer.from(svg)));
}

function meanOf(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const line = (x: number, y: number, words: string, size = 32): string =>
  `<text x="${x}" y="${y}" font-size="${size}" font-family="sans-serif" fill="white">${words}</text>`;

test("lines of text are found in the cells where they stand", async () => {
  const words = "Costs fell in all four regions";
  const found = textByCell(
    await drawn(line(640, 200, words) + line(640, 320, words) + line(640, 440, words)),
  );
  const cells = [...found.keys()].filter((cell) => (found[cell] ?? 0) > 0);
  const middle = WIDTH / TEXT_CELL_PX / 2;
  assert.ok(cells.length > 12, cells.join());
  assert.ok(
    cells.every((cell) => cell >= middle - 1),
    cells.join(),
  );
  assert.ok(meanOf(found) > 0.015, `${meanOf(found)}`);
});

test("bars, circles and single signs are no text", async () => {
  const bars = Array.from(
    { length: 12 },
    (_, index) =>
      `<rect x="${60 + index * 100}" y="${200 + index * 20}" width="50" height="400" fill="#fc6"/>`,
  );
  const circle = `<circle cx="640" cy="300" r="120" fill="white"/>`;
  assert.equal(meanOf(textByCell(await drawn(bars.join("") + circle + line(600, 100, "7")))), 0);
});

for (const name of ["2007_007763", "2008_001322", "2008_002079"]) {
  const file = sharedData(`faces/${name}.jpg`);
  test(`the photograph ${name} has hardly any text for all its leaves and clothes`, {
    skip: file.skip,
  }, async () => {
    const share = meanOf(textByCell(await grey(sharp(file.path))));
    assert.ok(share < 0.006, `${share}`);
  });
}

test("a frame too narrow for a word has no text", () => {
  assert.deepEqual(
    textByCell({ pixels: new Uint8Array(20 * 10), width: 20, height: 10 }),
    new Float32Array(2),
  );
});
