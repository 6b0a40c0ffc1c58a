// yt-dlp as an engine: one run per web page, for operators who bring the program. It opens connections of its own and
// reads what strangers wrote, so it gets a proxy that applies our network policy, a folder of its own, no settings,
// and an end: killed with everything it started on abort, on timeout and after its run.
import { lstat, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorMessage } from "../../shared/error-message.ts";
import { AppError, hasErrorCode } from "../../shared/errors.ts";
import { CHILD_LIMITS, PROCESS_LIMITS } from "../../shared/limits/processes.ts";
import type { NetworkPolicy } from "../../shared/network/network-safety.ts";
import type { Resolver } from "../../shared/network/resolve-name.ts";
import { SettingError } from "../../shared/process/environment.ts";
import { throwIfMachineFailed } from "../ffmpeg/child-failure.ts";
import { type ProcessResult, runProcess } from "../ffmpeg/child-process.ts";
import { readLines } from "../ffmpeg/read-lines.ts";
import { type GuardedProxy, startGuardedProxy } from "./guarded-proxy.ts";
import { unreachable } from "./source-failure.ts";
import { knowsNoRuntimes, progressOf, type YtDlpChoice, ytDlpArguments } from "./yt-dlp-arguments.ts";
import { isTooLarge, ownWords, ytDlpFailure } from "./yt-dlp-failure.ts";

export interface YtDlpRun {
  /** The program's path. */
  readonly binary: string;
  readonly ffmpeg?: string | undefined;
  readonly url: string;
  readonly choice: YtDlpChoice;
  /** The file to make; its folder exists and takes the temporary files too. */
  readonly path: string;
  readonly scratchFolder: string;
  readonly policy: NetworkPolicy;
  readonly resolve?: Resolver | undefined;
  /** For the file, and for all that comes in on the way to it. */
  readonly maxBytes: number;
  readonly connectTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly rateWindowMs: number;
  readonly minWindowBytes: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** From 0 to 1, never going back. */
  readonly onProgress: (fraction: number) => void;
}

/**
 * Runs the settings' yt-dlp once, so that one that cannot run is told at start and not by the first job.
 * @throws SettingError
 */
export async function checkYtDlp(binary: string): Promise<void> {
  try {
    const { exitCode, stderr } = await runProcess({
      command: binary,
      args: ["--ignore-config", "--version"],
      timeoutMs: PROCESS_LIMITS.probeTimeoutMs,
      signal: new AbortController().signal,
    });
    if (exitCode !== 0) throw new Error(`it ended with ${exitCode}: ${stderr.trim()}`);
  } catch (error) {
    const reason = errorMessage(error);
    throw new SettingError("CLIPMILL_YTDLP", `names a program that does not run: ${binary} (${reason}).`);
  }
}

/**
 * Downloads the video of a web page to `path` and returns its size in bytes.
 * @throws AppError SOURCE_UNREACHABLE, SOURCE_UNSUPPORTED, SOURCE_TOO_LARGE; `signal.reason` on abort. Nothing but
 * the finished file is left.
 */
export async function downloadWithYtDlp(run: YtDlpRun): Promise<number> {
  const folder = await mkdtemp(join(run.scratchFolder, "yt-dlp-"));
  const proxy = await startGuardedProxy(run);
  try {
    const output = join(folder, "output");
    await mkdir(output);
    const places = { home: folder, cwd: output };
    let result = await runYtDlp(run, proxy, places, process.execPath);
    if (knowsNoRuntimes(result.stderr)) result = await runYtDlp(run, proxy, places, undefined);
    if (result.exitCode !== 0) {
      await throwIfMachineFailed("yt-dlp", result, run.signal, ownWords(result.stderr));
    }
    // Without a video that is too large, it makes a file of the sound alone.
    const isWhole = result.exitCode === 0 && !isTooLarge(result.stderr);
    const file = isWhole ? await largestFile(output) : undefined;
    if (file === undefined) throw ytDlpFailure(result.stderr, proxy);
    if (file.sizeBytes > run.maxBytes) throw new AppError("SOURCE_TOO_LARGE");
    await rename(file.path, run.path);
    return file.sizeBytes;
  } finally {
    await proxy.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function runYtDlp(
  run: YtDlpRun,
  proxy: GuardedProxy,
  { home, cwd }: { readonly home: string; readonly cwd: string },
  node: string | undefined,
): Promise<ProcessResult> {
  const { url, choice, maxBytes, ffmpeg, timeoutMs, signal } = run;
  const socketTimeoutS = Math.ceil(run.idleTimeoutMs / 1_000);
  let highest = 0;
  let log = "";
  const onLine = (line: string): void => {
    const fraction = progressOf(line);
    if (fraction === undefined) log = `${log}${line}\n`.slice(-PROCESS_LIMITS.stderrBytes);
    // Video and audio that come one after the other each count from 0.
    else if (fraction > highest) {
      highest = fraction;
      run.onProgress(fraction);
    }
  };
  const result = await runProcess({
    command: run.binary,
    args: ytDlpArguments({ ...choice, url, maxBytes, ffmpeg, node, socketTimeoutS, proxyUrl: proxy.url }),
    cwd,
    // Through the proxy alone, which it is told of.
    hasNetwork: true,
    fileBytes: maxBytes + CHILD_LIMITS.fileBytes,
    inheritedVariables: ["PATH"],
    // The programs that yt-dlp starts find the proxy here.
    env: { HOME: home, TMPDIR: home, LANG: "C.UTF-8", http_proxy: proxy.url, https_proxy: proxy.url },
    timeoutMs,
    signal,
    onOutput: readLines(onLine),
    onErrorOutput: readLines(onLine),
  }).catch((error: unknown) => {
    const isOverdue = hasErrorCode(error, "TIMED_OUT");
    throw isOverdue ? unreachable("The download took too long.", { retryable: true, cause: error }) : error;
  });
  // It writes reasons to both outputs.
  return { ...result, stderr: log };
}

/** What yt-dlp made, whatever extension it chose. */
async function largestFile(folder: string): Promise<{ path: string; sizeBytes: number } | undefined> {
  let largest: { path: string; sizeBytes: number } | undefined;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const info = await lstat(path);
    if (info.isFile() && info.size > (largest?.sizeBytes ?? 0)) largest = { path, sizeBytes: info.size };
  }
  return largest;
}
