import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readlink, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import sharp, { type Sharp } from "sharp";
import {
  imageFilesAtOnce,
  measureImage,
  readImage,
  writeImage,
  writeThumbnail,
} from "../../../media-node/images/image-files.ts";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import { IMAGE_LIMITS } from "../../../shared/limits/images.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const KEPT = { background: null } as const;

function plain(background: string, width = 6, height = 4): Sharp {
  return sharp({ create: { width, height, channels: background.length > 7 ? 4 : 3, background } });
}

async function stored(t: TestContext, content: Buffer): Promise<string> {
  const path = join(await temporaryFolder(t), "image");
  await writeFile(path, content);
  return path;
}

async function read(t: TestContext, content: Buffer, options: Parameters<typeof readImage>[1] = KEPT) {
  return readImage(await stored(t, content), options);
}

for (const [kind, write] of [
  ["a PNG", (image) => image.png()],
  ["a PNG with a palette", (image) => image.png({ palette: true })],
  ["a PNG of 16 bits", (image) => image.toColourspace("rgb16").png()],
  ["a PNG of 16 bits with a profile", (image) => image.toColourspace("rgb16").withIccProfile("srgb").png()],
  ["a PNG of 16 bits in Display P3", (image) => image.toColourspace("rgb16").withIccProfile("p3").png()],
  ["a JPEG", (image) => image.jpeg({ quality: 100, chromaSubsampling: "4:4:4" })],
  ["a JPEG for print", (image) => image.toColourspace("cmyk").jpeg({ quality: 100 })],
  ["a WebP", (image) => image.webp({ lossless: true })],
] as const satisfies readonly (readonly [string, (image: Sharp) => Sharp])[]) {
  test(`${kind} becomes three channels of 8 bits in sRGB`, async (t) => {
    const { width, height, channels, pixels } = await read(t, await write(plain("#c08040")).toBuffer());
    assert.deepEqual([width, height, channels, pixels.length], [6, 4, 3, 72]);
    const apart = [0xc0, 0x80, 0x40].map((value, index) => Math.abs(value - (pixels[index] ?? 0)));
    // Inks of a printing press do not reach every colour.
    assert.ok(Math.max(...apart) <= (kind === "a JPEG for print" ? 40 : 2), apart.join());
  });
}

/** Grey, of 16 pixels on a side, with one scan of the blocks' averages and others that say nothing more. */
function progressiveJpeg(scans: number): Buffer {
  const segment = (code: number, ...content: number[]): Buffer =>
    Buffer.from([0xff, code, 0, content.length + 2, ...content]);
  const oneCode = [1, ...Array<number>(15).fill(0)];
  const silent = Buffer.concat([segment(0xda, 1, 1, 0x00, 1, 63, 0x00), Buffer.from([0x1f])]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(0xc2, 8, 0, 16, 0, 16, 1, 1, 0x11, 0),
    segment(0xc4, 0x00, ...oneCode, 0x00),
    segment(0xc4, 0x10, ...oneCode, 0x20),
    Buffer.concat([segment(0xda, 1, 1, 0x00, 0, 0, 0x00), Buffer.from([0x0f])]),
    ...Array<Buffer>(scans - 1).fill(silent),
    Buffer.from([0xff, 0xd9]),
  ]);
}

test("a JPEG of more scans than encoders make is refused before it is decoded: they may take minutes", async (t) => {
  const { inputScans } = IMAGE_LIMITS;
  const { width, pixels } = await read(t, progressiveJpeg(inputScans));
  assert.deepEqual([width, pixels[0]], [16, 128]);
  await assert.rejects(read(t, progressiveJpeg(inputScans + 1)), {
    code: "SOURCE_UNSUPPORTED",
    message: /its JPEG file has more than 100 scans/,
  });
});

test("scans are not hidden behind codes of markers that mean nothing, from which decoders go on", async (t) => {
  const jpeg = progressiveJpeg(IMAGE_LIMITS.inputScans + 1);
  const end = jpeg.indexOf(Buffer.from([0xff, 0xda])) + 10;
  const hiding = Buffer.from([0xff, 0x02, 0xfe, 0xf0]);
  const hidden = Buffer.concat([jpeg.subarray(0, end), hiding, jpeg.subarray(end)]);
  await assert.rejects(read(t, hidden), { message: /its JPEG file has more than 100 scans/ });
});

test("scans are not counted in what else a JPEG's file holds", async (t) => {
  const text = Buffer.from([
    0xff,
    0xe1,
    0x07,
    0xd2,
    ...Array.from({ length: 1_000 }, () => [0xff, 0xda]).flat(),
  ]);
  const image = await plain("#c08040").jpeg({ progressive: true }).toBuffer();
  const trailer = Buffer.concat(Array<Buffer>(1_000).fill(Buffer.from([0xff, 0xda, 0, 2])));
  const whole = Buffer.concat([image.subarray(0, 2), text, image.subarray(2), trailer]);
  assert.equal((await read(t, whole)).width, 6);
});

test("grey becomes three channels, and opacity is kept or filled as asked", async (t) => {
  const grey = await plain("#808080").toColourspace("b-w").png().toBuffer();
  assert.deepEqual((await read(t, grey)).channels, 3);
  const half = await plain("#ff000080").png().toBuffer();
  const kept = await read(t, half);
  assert.deepEqual([kept.channels, ...kept.pixels.subarray(0, 4)], [4, 255, 0, 0, 128]);
  const filled = await read(t, half, { background: "#0000ff" });
  assert.equal(filled.channels, 3);
  assert.ok(Math.abs((filled.pixels[0] ?? 0) - 128) <= 1);
});

test("an image is turned as its EXIF says, and measured as it is shown", async (t) => {
  const left = await plain("#ff0000", 4, 4).png().toBuffer();
  const lying = plain("#0000ff", 8, 4)
    .composite([{ input: left, left: 0, top: 0 }])
    .removeAlpha();
  const path = await stored(t, await lying.png().withMetadata({ orientation: 6 }).toBuffer());
  const { width, height } = await measureImage(path);
  assert.deepEqual([width, height], [4, 8]);
  const image = await readImage(path, KEPT);
  assert.deepEqual([image.width, image.height], [4, 8]);
  assert.deepEqual([...image.pixels.subarray(0, 3)], [255, 0, 0], "what was left is at the top");
  assert.deepEqual([...image.pixels.subarray(-3)], [0, 0, 255]);
});

const PNG_START = Buffer.from("89504e470d0a1a0a", "hex");
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');

test("everything but PNG, JPEG and WebP is refused before a decoder sees it", async (t) => {
  const others: readonly Buffer[] = [
    ...[SVG, Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), SVG]), Buffer.from("%PDF-1.7\n")],
    ...[await plain("#ff0000").gif().toBuffer(), await plain("#ff0000").tiff().toBuffer()],
    ...[await plain("#ff0000").avif().toBuffer(), Buffer.alloc(0), Buffer.from("RIFF1234WAVEfmt ")],
  ];
  for (const content of others) {
    const path = await stored(t, content);
    const refusal = { code: "SOURCE_UNSUPPORTED", message: "The image is no PNG, JPEG or WebP file." };
    await assert.rejects(readImage(path, KEPT), refusal, content.toString("latin1", 0, 20));
    await assert.rejects(measureImage(path), refusal);
  }
});

test("a damaged image is told as such", async (t) => {
  const whole = await sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: "red",
      noise: { type: "gaussian", mean: 99, sigma: 30 },
    },
  })
    .png()
    .toBuffer();
  const damaged = { code: "SOURCE_UNSUPPORTED", message: /its file is damaged/ };
  await assert.rejects(read(t, whole.subarray(0, whole.length / 2)), damaged);
  await assert.rejects(read(t, PNG_START), damaged);
  await assert.rejects(measureImage(await stored(t, PNG_START)), damaged);
});

test("a small file that claims to be a giant image is refused by its header", async (t) => {
  const bomb = Buffer.from(await plain("#000000").png().toBuffer());
  // Width and height stand behind the signature and the first chunk's length and name.
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  const path = await stored(t, bomb);
  const refusal = { code: "SOURCE_TOO_LARGE", message: /^An image may have 64 million pixels/ };
  await assert.rejects(readImage(path, KEPT), refusal);
  await assert.rejects(measureImage(path), refusal);
});

test("transparent parts stay, get their colour, or become white where a format has none", async (t) => {
  const folder = await temporaryFolder(t);
  const pixels = new Uint8Array(16 * 16 * 4);
  const image = { width: 16, height: 16, channels: 4, pixels } as const;
  const common = { quality: 100, xmp: null };
  for (const [format, background, wanted] of [
    ["png", null, [0, 0, 0, 0]],
    ["png", "#20c040", [0x20, 0xc0, 0x40]],
    ["webp", null, [0, 0, 0, 0]],
    ["jpeg", null, [255, 255, 255]],
    ["jpeg", "#808080", [0x80, 0x80, 0x80]],
  ] as const) {
    const path = join(folder, `${format}-${background}`);
    await writeImage(image, path, { ...common, format, background });
    const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.format, info.channels], ["raw", wanted.length], `${format} on ${background}`);
    assert.deepEqual([...data.subarray(0, wanted.length)], wanted, `${format} on ${background}`);
    assert.equal((await sharp(path).metadata()).format, format);
  }
});

test("a small image has behind it what its file has", async (t) => {
  const transparent = { width: 16, height: 16, channels: 4, pixels: new Uint8Array(1_024) } as const;
  const path = join(await temporaryFolder(t), "small.webp");
  for (const [format, background, wanted] of [
    ["png", null, [0, 0, 0, 0]],
    ["png", "#ff0000", [255, 0, 0]],
    ["jpeg", null, [255, 255, 255]],
  ] as const) {
    await writeThumbnail(transparent, path, { format, background });
    const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.channels], [16, wanted.length], `${format} on ${background}`);
    const pixel = [...data.subarray(0, wanted.length)];
    assert.ok(
      wanted.every((value, at) => Math.abs(value - (pixel[at] ?? -9)) <= 2),
      pixel.join(),
    );
  }
});

/** Files that were removed and are still open in this process. */
async function heldFiles(folder: string): Promise<string[]> {
  const handles = (await readdir("/proc/self/fd")).map((name) => join("/proc/self/fd", name));
  const files = await Promise.all(handles.map((handle) => readlink(handle).catch(() => "")));
  return files.filter((file) => file.startsWith(folder));
}

const skip = existsSync("/proc/self/fd") ? false : "This system does not say which files are open.";

for (const [moment, prepare] of [
  ["at first", async () => undefined],
  [
    "once a thread has loaded sharp, too",
    async () => {
      const module = new URL("../../../media-node/images/uncached-sharp.ts", import.meta.url);
      await once(new Worker(module), "exit");
    },
  ],
] as const) {
  test(`a file that was replaced is read anew, and one that was removed is not held open, ${moment}`, {
    skip,
  }, async (t) => {
    await prepare();
    const folder = await temporaryFolder(t);
    for (const format of ["png", "jpeg", "webp"] as const) {
      const path = join(folder, format);
      const reds: (number | undefined)[] = [];
      for (const background of ["#ff0000", "#000000"]) {
        await writeFile(path, await plain(background, 64, 64).toFormat(format).toBuffer());
        await measureImage(path);
        const { pixels } = await readImage(path, KEPT);
        reds.push(Math.round((pixels[0] ?? 0) / 16));
      }
      assert.deepEqual(reds, [16, 0], format);
      await rm(path);
    }
    assert.deepEqual(await heldFiles(folder), []);
  });
}

test("as many images are read or written at once as the machine has cores and threads for, within bounds", () => {
  const onCores = (cores: number) => imageFilesAtOnce(cores, 64);
  assert.deepEqual([1, 2, 8, 16, 48, 128].map(onCores), [2, 2, 2, 4, 12, 16]);
  assert.deepEqual([imageFilesAtOnce(128, 4), imageFilesAtOnce(128, 1)], [2, 1]);
});

test("images that are written at once leave room for other calls of files", async (t) => {
  const folder = await temporaryFolder(t);
  const [width, height] = [1_500, 1_500];
  const random = seededRandom(1);
  const pixels = new Uint8Array(3 * width * height).map(() => 256 * random());
  const ended: string[] = [];
  const writes = Array.from({ length: 4 }, async (_, index) => {
    const path = join(folder, `${index}.png`);
    const options = { format: "png", quality: 90, xmp: null, background: null } as const;
    await writeImage({ width, height, channels: 3, pixels }, path, options);
    ended.push("an image");
  });
  await setImmediate(); // All that may begin has begun.
  await stat(folder);
  ended.push("the other call");
  await Promise.all(writes);
  assert.deepEqual(ended, ["the other call", ...Array.from({ length: 4 }, () => "an image")]);
});
