// What is seen and heard from a time on that is sought, and the same by decoding all that is before.
import { audioArgs, decodeCommand } from "../../../../media-node/ffmpeg/decode-audio.ts";
import { clockOf, runFfmpeg, seconds, untrustedInput } from "../../../../media-node/ffmpeg/ffmpeg.ts";
import type { SourceInfo } from "../../../../media-node/source/probe-source.ts";
import type { MediaBuild } from "../media-tools.ts";

const RATE_HZ = 16_000;
const TIMEOUT_MS = 60_000;

async function outputOf({ ffmpeg }: MediaBuild, args: readonly string[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const onOutput = (chunk: Buffer): void => void chunks.push(chunk);
  await runFfmpeg(ffmpeg, { args, timeoutMs: TIMEOUT_MS, signal: AbortSignal.timeout(TIMEOUT_MS), onOutput });
  return Buffer.concat(chunks);
}

const FIRST_FRAMES = ["-map", "0:v:0", "-frames:v", "10", "-f", "md5"];

/** The first frames from a time on, as it is sought. */
export async function soughtFrames(build: MediaBuild, path: string, startS: number): Promise<string> {
  const input = untrustedInput(path, { seekS: startS });
  return String(await outputOf(build, [...input, ...FIRST_FRAMES, "-"]));
}

/** The same of a file that is decoded from its beginning. */
export async function decodedFrames(build: MediaBuild, path: string, startS: number): Promise<string> {
  const trim = `trim=start=${seconds(startS)},setpts=PTS-STARTPTS`;
  return String(await outputOf(build, [...untrustedInput(path), ...FIRST_FRAMES, "-vf", trim, "-"]));
}

/** When it first is loud from a time on, as it is sought. */
export async function loudFromS(
  build: MediaBuild,
  sourcePath: string,
  { audio }: SourceInfo,
  startS: number,
): Promise<number> {
  const call = { sourcePath, audioSpecifier: "a:0" as const, channels: 1, ...clockOf(audio ?? {}) };
  const bytes = await outputOf(build, audioArgs(decodeCommand({ ...call, startS, endS: startS + 1 })));
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  return startS + samples.findIndex((sample) => Math.abs(sample) > 6_000) / RATE_HZ;
}
