// ffprobe as an engine: what a file says of itself, as JSON, read under the same allowlists as ffmpeg. The values are
// a stranger's claims: `source/probe-source.ts` checks every one before anything relies on it.
import { open, stat } from "node:fs/promises";
import { AppError } from "../../shared/errors.ts";
import { PROCESS_LIMITS } from "../../shared/limits/processes.ts";
import { SECOND } from "../../shared/limits/units.ts";
import { notAccepted, OPENED_DECODERS, refusedCodec } from "./accepted-codecs.ts";
import { throwIfMachineFailed } from "./child-failure.ts";
import { runProcess } from "./child-process.ts";
import { allowlistOptions, seconds } from "./ffmpeg.ts";
import { contentPath, openedInput } from "./inputs/indexed-input.ts";
import { watchInput } from "./inputs/ranged-input.ts";

export interface ProbedStream {
  readonly index: number;
  readonly codec_type?: string;
  readonly codec_name?: string;
  readonly codec_tag_string?: string;
  readonly width?: number;
  readonly height?: number;
  readonly sample_aspect_ratio?: string;
  readonly avg_frame_rate?: string;
  readonly r_frame_rate?: string;
  readonly has_b_frames?: number;
  readonly field_order?: string;
  readonly pix_fmt?: string;
  readonly color_space?: string;
  readonly color_transfer?: string;
  readonly color_primaries?: string;
  readonly color_range?: string;
  readonly start_time?: string;
  readonly duration?: string;
  readonly sample_rate?: string;
  readonly channels?: number;
  readonly disposition?: Readonly<Record<string, number>>;
  readonly tags?: Readonly<Record<string, string>>;
  readonly side_data_list?: readonly Readonly<Record<string, unknown>>[];
}

export interface ProbedFile {
  readonly streams?: readonly ProbedStream[];
  readonly format?: {
    readonly format_name?: string;
    readonly start_time?: string;
    readonly duration?: string;
    readonly tags?: Readonly<Record<string, string>>;
  };
}

/** What ffprobe writes as a ratio; undefined where it is none above 0. */
export function ratio(text: string | undefined, separator: string): number | undefined {
  const [numerator = Number.NaN, denominator = 1] = (text ?? "").split(separator).map(Number);
  const value = numerator / denominator;
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

/** A name that ends in a colon is for each stream that is opened, and leaves what the file is searched with alone. */
const OPENED_STREAMS = ["-codec_whitelist:", OPENED_DECODERS];

/** What MP4 and QuickTime files begin with (ISO/IEC 14496-12). */
const FIRST_BOXES: ReadonlySet<string> = new Set(["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot"]);

/** What images begin with, in Latin-1. */
const IMAGES: readonly (readonly [format: string, start: RegExp])[] = [
  ["GIF", /^GIF8/],
  ["PNG", /^\x89PNG/],
  ["JPEG", /^\xff\xd8\xff/],
  ["WebP", /^RIFF.{4}WEBP/s],
];

/** Formats of images that are boxed as MP4 is, by the brands that the first box names (ISO/IEC 23008-12). */
const IMAGE_BRANDS: readonly (readonly [format: string, brand: RegExp])[] = [
  ["AVIF", /^avi[fs]$/],
  ["HEIC", /^he(ic|ix|im|is|vc|vx)$/],
  ["HEIF", /^mi[fa]1$/],
];
/** As many brands as images have. */
const MAX_START_BYTES = 64;

async function readStart(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(MAX_START_BYTES), position: 0 });
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The format of an image that begins so; undefined where it is none. */
function imageFormat(start: string): string | undefined {
  const [image] = IMAGES.find(([, isStart]) => isStart.test(start)) ?? [];
  if (image !== undefined || start.slice(4, 8) !== "ftyp") return image;
  const endByte = Math.min(Buffer.from(start, "latin1").readUInt32BE(0), start.length);
  // Behind the main brand stands its version.
  const brands = [start.slice(8, 12), ...(start.slice(16, endByte).match(/.{4}/gs) ?? [])];
  const [boxed] = IMAGE_BRANDS.find(([, isBrand]) => brands.some((brand) => isBrand.test(brand))) ?? [];
  return boxed;
}

/** An index is mostly written last, and so is missing from what was not recorded, copied or sent to its end. */
async function sayUnreadable(stderr: string, path: string): Promise<string> {
  const start = await readStart(path);
  const image = imageFormat(start);
  if (image !== undefined) {
    return `The source is of the format ${image}, which counts as an image: only video and audio files can be read.`;
  }
  // ffprobe takes anything for MP4 or QuickTime that is named so.
  if (/moov atom not found/.test(stderr) && FIRST_BOXES.has(start.slice(4, 8))) {
    return "The source is not whole: the index of an MP4 or QuickTime file is missing, as where its end was cut off.";
  }
  return "The source is not a media file that can be read.";
}

/**
 * Runs ffprobe for JSON.
 * @throws AppError SOURCE_UNSUPPORTED when the file is no media that may be opened; as `throwIfMachineFailed`; as
 * `watchInput` where a ranged copy lacks what was read
 */
async function runFfprobe(
  binary: string,
  path: string,
  args: readonly string[],
  signal: AbortSignal,
  timeoutMs: number = PROCESS_LIMITS.probeTimeoutMs,
): Promise<unknown> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  const input = watchInput([path]);
  const { protocols, url } = openedInput(path);
  const allowlists = [...allowlistOptions(protocols), ...OPENED_STREAMS];
  const result = await runProcess({
    command: binary,
    args: ["-v", input.logLevel, ...allowlists, "-print_format", "json", ...args, url],
    timeoutMs,
    signal,
    onOutput: (chunk) => {
      sizeBytes += chunk.length;
      if (sizeBytes > PROCESS_LIMITS.probeOutputBytes) {
        throw new AppError("SOURCE_UNSUPPORTED", "The source describes itself at absurd length.");
      }
      chunks.push(chunk);
    },
    ...(input.onErrorOutput === undefined ? {} : { onErrorOutput: input.onErrorOutput }),
  });
  input.assertWithin();
  const { exitCode } = result;
  const stderr = input.withoutWarnings(result.stderr);
  if (exitCode !== 0) {
    await throwIfMachineFailed("ffprobe", result, signal, stderr);
    const cause = new Error(`ffprobe ended with ${exitCode}: ${stderr}`);
    const codec = refusedCodec(stderr);
    if (codec !== undefined) throw notAccepted(codec, cause);
    throw new AppError("SOURCE_UNSUPPORTED", await sayUnreadable(stderr, path), { cause });
  }
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

/** What a local file says of itself. @throws AppError SOURCE_UNSUPPORTED when it is no media that may be opened */
export async function probeFile(binary: string, path: string, signal: AbortSignal): Promise<ProbedFile> {
  return (await runFfprobe(binary, path, ["-show_format", "-show_streams"], signal)) as ProbedFile;
}

interface ProbedPackets {
  readonly packets?: readonly { readonly pts_time?: string; readonly duration_time?: string }[];
}

/** When a stream's first packet is shown; NaN where there is none. */
export async function firstPacketS(
  binary: string,
  path: string,
  streamIndex: number,
  signal: AbortSignal,
): Promise<number> {
  const first = ["-select_streams", String(streamIndex), "-read_intervals", "%+#1"];
  const entries = ["-show_entries", "packet=pts_time"];
  const { packets = [] } = (await runFfprobe(binary, path, [...first, ...entries], signal)) as ProbedPackets;
  return Number(packets[0]?.pts_time);
}

/** More packets than a key frame interval holds; a seek lands on the key frame before the wanted time. */
const MAX_PACKETS = 5_000;

/**
 * Whether any stream has content at or after this time: a file that was cut off has none near its claimed end. A seek
 * goes by the video, of which the last key frame may lie far before; then the audio is asked alone.
 */
export async function hasContentAfter(
  binary: string,
  path: string,
  timeS: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (await hasPacketsAfter(binary, path, timeS, [], signal)) return true;
  return hasPacketsAfter(binary, path, timeS, ["-select_streams", "a"], signal);
}

/** How long a probe may take that reads all of a file, as of recordings without an index. */
export async function readThroughMs(path: string): Promise<number> {
  const { size } = await stat(contentPath(path));
  return PROCESS_LIMITS.probeTimeoutMs + (SECOND * size) / PROCESS_LIMITS.probeBytesPerS;
}

async function hasPacketsAfter(
  binary: string,
  path: string,
  timeS: number,
  streams: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const interval = ["-read_intervals", `${seconds(timeS)}%+#${MAX_PACKETS}`];
  const entries = ["-show_entries", "packet=pts_time,duration_time"];
  const args = [...streams, ...interval, ...entries];
  const timeoutMs = await readThroughMs(path);
  const { packets = [] } = (await runFfprobe(binary, path, args, signal, timeoutMs)) as ProbedPackets;
  return packets.some(
    ({ pts_time: pts, duration_time: duration }) => Number(pts ?? 0) + Number(duration ?? 0) >= timeS,
  );
}
