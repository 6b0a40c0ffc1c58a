// How long streams are that their file does not tell of, or tells wrong: they are read to their end, without decoding.
// One after the other, though all could be read at once: of several, ffmpeg from 7.0 on tells only how far the shortest is.
import { PROCESS_LIMITS } from "../../shared/limits/processes.ts";
import { runFfmpeg, untrustedInput } from "../ffmpeg/ffmpeg.ts";
import type { AudioSpecifier, VideoSpecifier } from "../ffmpeg/stream-specifier.ts";

/**
 * How long a stream is, from its own beginning on in formats whose clock ffmpeg corrects (see SourceClock).
 * @throws the errors of `runFfmpeg`
 */
export async function measureStreamS(
  ffmpeg: string,
  path: string,
  specifier: VideoSpecifier | AudioSpecifier,
  signal: AbortSignal,
): Promise<number> {
  let lengthS = 0;
  await runFfmpeg(ffmpeg, {
    args: [...untrustedInput(path), "-map", `0:${specifier}`, "-c", "copy", "-f", "null", "-"],
    timeoutMs: PROCESS_LIMITS.ffmpegTimeoutMs,
    // A stream may end long before its file does, which is read on to its end all the same.
    stallMs: PROCESS_LIMITS.ffmpegTimeoutMs,
    signal,
    onProgressS: (outTimeS) => {
      lengthS = Math.max(lengthS, outTimeS);
    },
  });
  return lengthS;
}

/** How long the longest of a file's streams is; 0 where there are none. @throws the errors of `runFfmpeg` */
export async function measureLongestS(
  ffmpeg: string,
  path: string,
  specifiers: readonly (VideoSpecifier | AudioSpecifier)[],
  signal: AbortSignal,
): Promise<number> {
  let longestS = 0;
  for (const specifier of specifiers) {
    longestS = Math.max(longestS, await measureStreamS(ffmpeg, path, specifier, signal));
  }
  return longestS;
}
