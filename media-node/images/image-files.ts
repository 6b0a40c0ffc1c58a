// Images between files and memory, by sharp: what strangers bring is told by its first bytes, decoded under a bound of
// pixels, turned as its EXIF says and brought to sRGB; what we made becomes PNG, JPEG or WebP. Everything that is not one
// of these three formats is refused before a decoder sees it: SVG could name other files. sharp does a whole image on one
// of the threads that a process has for all its calls of files: with as many images at once, a node found its disks without
// an answer. So as many are done at once as take half of the threads at most, and the others wait.
import { open, readFile, stat } from "node:fs/promises";
import { AppError } from "../../shared/errors.ts";
import { IMAGE_LIMITS } from "../../shared/limits/images.ts";
import { MIB } from "../../shared/limits/units.ts";
import { poolThreads } from "../../shared/process/pool-threads.ts";
import { Semaphore } from "../../shared/semaphore.ts";
import { machineCores } from "../threads/usable-cores.ts";
import type { RawImage } from "./image-model.ts";
import { hasMoreScans } from "./jpeg-scans.ts";
import { inSrgb } from "./srgb.ts";
import { type Sharp, sharp } from "./uncached-sharp.ts";

/** How many images are read or written at once, on so many cores and with so many threads for files. */
export function imageFilesAtOnce(cores: number, poolThreads: number): number {
  const { min, max, coresEach } = IMAGE_LIMITS.filesAtOnce;
  const ofCores = Math.min(Math.max(Math.floor(cores / coresEach), min), max);
  return Math.max(1, Math.min(ofCores, Math.floor(poolThreads / 2)));
}

const places = new Semaphore({
  atOnce: imageFilesAtOnce(machineCores(), poolThreads()),
  waiting: IMAGE_LIMITS.waitingFiles,
});

export interface ReadImageOptions {
  /** Filled by the middle of the image; its own where not given. */
  readonly size?: { readonly width: number; readonly height: number };
  /** What lies behind transparent parts; null keeps them. */
  readonly background: string | null;
}

function unsupported(message: string, cause?: unknown): AppError {
  return new AppError("SOURCE_UNSUPPORTED", message, { cause });
}

function formatOf(start: Buffer): "png" | "jpeg" | "webp" | undefined {
  if (start.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"))) return "png";
  if (start.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex"))) return "jpeg";
  const isWebp = start.toString("latin1", 0, 4) === "RIFF" && start.toString("latin1", 8, 12) === "WEBP";
  return isWebp ? "webp" : undefined;
}

async function requireFormat(path: string): Promise<"png" | "jpeg" | "webp"> {
  const { size } = await stat(path);
  if (size > IMAGE_LIMITS.inputBytes) {
    throw new AppError("SOURCE_TOO_LARGE", `An image may have ${IMAGE_LIMITS.inputBytes / MIB} MiB.`);
  }
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(12), 0, 12, 0);
    const format = formatOf(buffer.subarray(0, bytesRead));
    if (format === undefined) throw unsupported("The image is no PNG, JPEG or WebP file.");
    return format;
  } finally {
    await handle.close();
  }
}

/** @throws AppError SOURCE_UNSUPPORTED for a JPEG that takes minutes to decode */
async function requireFewScans(path: string): Promise<void> {
  const { inputScans } = IMAGE_LIMITS;
  if (!hasMoreScans(await readFile(path), inputScans)) return;
  throw unsupported(
    `The image cannot be read: its JPEG file has more than ${inputScans} scans, which take too long. Save it again.`,
  );
}

/** What an image's decoder complains of, for the client. */
function failure(error: unknown): AppError {
  if (!/pixel limit/i.test(String(error))) {
    return unsupported("The image cannot be read: its file is damaged.", error);
  }
  const message = `An image may have ${IMAGE_LIMITS.inputPixels / 1e6} million pixels, and this one has more.`;
  return new AppError("SOURCE_TOO_LARGE", message, { cause: error });
}

interface DecodedImage {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number; readonly channels: number };
}

async function decode(path: string, { size, background }: ReadImageOptions): Promise<DecodedImage> {
  const source = sharp(path, { limitInputPixels: IMAGE_LIMITS.inputPixels, failOn: "error" });
  const flat = background === null ? source : source.flatten({ background });
  const turned = (await inSrgb(flat)).autoOrient();
  const fitted = size === undefined ? turned : turned.resize({ ...size, fit: "cover" });
  const plain = background === null ? fitted : fitted.removeAlpha();
  return plain.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
}

/** Reads a stranger's image. @throws AppError SOURCE_UNSUPPORTED, SOURCE_TOO_LARGE, UNAVAILABLE */
export async function readImage(path: string, options: ReadImageOptions): Promise<RawImage> {
  const format = await requireFormat(path);
  const { data, info } = await places.run(async () => {
    if (format === "jpeg") await requireFewScans(path);
    return decode(path, options).catch((error: unknown) => {
      throw failure(error);
    });
  });
  return {
    width: info.width,
    height: info.height,
    channels: info.channels === 4 ? 4 : 3,
    pixels: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
  };
}

/** What a stranger's image measures as it is shown. @throws AppError SOURCE_UNSUPPORTED, SOURCE_TOO_LARGE */
export async function measureImage(path: string): Promise<{ width: number; height: number }> {
  await requireFormat(path);
  try {
    const { autoOrient } = await sharp(path, { limitInputPixels: IMAGE_LIMITS.inputPixels }).metadata();
    return autoOrient;
  } catch (error) {
    throw failure(error);
  }
}

/** Pixels on a side that files of a format have at most; PNG's bound lies beyond all others. */
const MAX_EDGE_PX = { webp: 16_383, jpeg: 65_500, png: Number.POSITIVE_INFINITY } as const;

/** @throws AppError SOURCE_TOO_LARGE for an image that no file of the format can hold */
export function requireFormatHolds(
  format: keyof typeof MAX_EDGE_PX,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const maxEdgePx = MAX_EDGE_PX[format];
  if (Math.max(width, height) <= maxEdgePx) return;
  throw new AppError(
    "SOURCE_TOO_LARGE",
    `The image would have ${width} × ${height} pixels, and a \`${format}\` file has at most ${maxEdgePx} on a side; ` +
      "`png` has no such bound.",
  );
}

export interface WriteImageOptions {
  readonly format: keyof typeof MAX_EDGE_PX;
  /** 1 to 100, of formats that lose something. */
  readonly quality: number;
  /** An XMP packet; null for none. */
  readonly xmp: string | null;
  /** What lies behind transparent parts, `#RRGGBB`; null keeps them, and makes them white in JPEG, which has none. */
  readonly background: string | null;
}

function fromMemory({ pixels, width, height, channels }: RawImage): Sharp {
  return sharp(pixels, { raw: { width, height, channels } });
}

function onBackground(
  image: Sharp,
  { format, background }: Pick<WriteImageOptions, "format" | "background">,
): Sharp {
  const behind = background ?? (format === "jpeg" ? "white" : null);
  return behind === null ? image : image.flatten({ background: behind });
}

/** Writes an image's file. @throws AppError UNAVAILABLE; sharp's error */
export async function writeImage(
  image: RawImage,
  path: string,
  { format, quality, xmp, background }: WriteImageOptions,
): Promise<void> {
  const opaque = onBackground(fromMemory(image), { format, background });
  const described = xmp === null ? opaque : opaque.withXmp(xmp);
  const written = described.toFormat(format, format === "png" ? {} : { quality });
  await places.run(() => written.toFile(path));
}

/** Writes a small WebP of an image, on what lies behind it in its file. @throws AppError UNAVAILABLE; sharp's error */
export async function writeThumbnail(
  image: RawImage,
  path: string,
  file: Pick<WriteImageOptions, "format" | "background">,
): Promise<void> {
  const edge = IMAGE_LIMITS.thumbnailEdgePx;
  const box = { width: edge, height: edge, fit: "inside", withoutEnlargement: true } as const;
  const small = onBackground(fromMemory(image).resize(box), file);
  await places.run(() => small.webp({ quality: 80 }).toFile(path));
}
