// Films of five minutes, long enough that work on a stretch of them reads less than half, as different muxers make them.
// Each kind is encoded once for the test file that asks for it.
import { open, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { runProcess } from "../../../../media-node/ffmpeg/child-process.ts";
import { RANGED_COPY_NAME } from "../../../../media-node/ffmpeg/inputs/ranged-input.ts";
import type { Span } from "../../../../media-node/signal/span.ts";
import { type CopiedRanges, copyRanges } from "../../../../media-node/source/ranges/copy-ranges.ts";
import type { RangeSource } from "../../../../media-node/source/ranges/range-source.ts";
import { BUNDLED } from "../media-tools.ts";

export const FILM_S = 300;

const VIDEO = `testsrc2=s=128x72:r=25:d=${FILM_S}`;
const AUDIO = `aevalsrc='0.4*sin(880*t)*gt(mod(t\\,3)\\,1)':s=48000:d=${FILM_S}`;
const X264 = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "30", "-pix_fmt", "yuv420p"];

/** Runs ffmpeg in a folder. */
export async function makeFilm(folder: string, args: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await runProcess({
    command: BUNDLED.ffmpeg,
    args: ["-nostdin", "-loglevel", "error", "-y", ...args],
    cwd: folder,
    timeoutMs: 120_000,
    signal: new AbortController().signal,
  });
  if (exitCode !== 0) throw new Error(stderr);
}

/** A film with B-frames, an edit list for them, key frames every two seconds, and AAC; its tables come last. */
export async function plainFilm(folder: string): Promise<string> {
  const path = join(folder, "plain.mp4");
  await makeFilm(folder, [
    ...["-f", "lavfi", "-i", VIDEO, "-f", "lavfi", "-i", AUDIO],
    ...[...X264, "-g", "50", "-bf", "3", "-c:a", "aac", "-b:a", "48k", basename(path)],
  ]);
  return path;
}

const PADDING_BYTES = 64 * 2 ** 20;

/** The same as bytes, with an empty box behind it that makes it large enough to be read in ranges. */
export async function paddedFilm(folder: string): Promise<Buffer> {
  const padding = Buffer.alloc(PADDING_BYTES);
  padding.writeUInt32BE(PADDING_BYTES, 0);
  padding.write("free", 4, "latin1");
  return Buffer.concat([await readFile(await plainFilm(folder)), padding]);
}

/** A plain film with its frames at uneven times, on an odd clock, key frames 20 s apart. */
export async function unevenFilm(folder: string, plain: string): Promise<string> {
  const path = join(folder, "uneven.mp4");
  await makeFilm(folder, [
    ...["-f", "lavfi", "-i", VIDEO, "-i", plain, "-map", "0:v", "-map", "1:a"],
    ...["-vf", "select='gt(mod(n,7),2)+lt(mod(t,20),4)'", "-vsync", "vfr"],
    ...[...X264, "-g", "300", "-keyint_min", "300", "-sc_threshold", "0", "-video_track_timescale", "30001"],
    ...["-c:a", "copy", "-movflags", "faststart", basename(path)],
  ]);
  return path;
}

/** A local file that is read as if it were elsewhere, and what of it was read. */
async function rangesOf(path: string): Promise<RangeSource> {
  const { size } = await stat(path);
  return {
    sizeBytes: size,
    version: null,
    read: async function* ({ start, end }) {
      const file = await open(path, "r");
      try {
        const bytes = Buffer.alloc(end - start);
        await file.read(bytes, 0, bytes.length, start);
        yield bytes;
      } finally {
        await file.close();
      }
    },
  };
}

/** Copies what work on the span reads. */
export async function copyPart(
  folder: string,
  film: string,
  span: Span,
): Promise<{ readonly path: string; readonly copied: CopiedRanges }> {
  const path = join(folder, RANGED_COPY_NAME);
  const source = await rangesOf(film);
  const signal = new AbortController().signal;
  return { path, copied: await copyRanges({ source, span, path, signal, onProgress: () => undefined }) };
}
