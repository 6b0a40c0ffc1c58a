// Looks at the operator's programs once, at start: whether they run, and which version of ffmpeg it is. Builds older
// than 8.1.3 have known holes in their playlist demuxers, which the demuxer allowlist keeps shut; the operator is told
// all the same.

import { SettingError } from "../../shared/environment.ts";
import { PROCESS_LIMITS } from "../../shared/limits.ts";
import type { Logger } from "../../shared/logger.ts";
import { BUNDLED_FFMPEG, BUNDLED_FFPROBE, makeBundledToolsExecutable } from "./bundled-tools.ts";
import { runProcess } from "./child-process.ts";

export interface ToolPaths {
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

const ADVISED_VERSION = [8, 1, 3] as const;

async function versionLine(variable: string, binary: string): Promise<string> {
  let output = "";
  const run = runProcess({
    command: binary,
    args: ["-hide_banner", "-version"],
    timeoutMs: PROCESS_LIMITS.probeTimeoutMs,
    signal: new AbortController().signal,
    onOutput: (chunk) => {
      output += chunk.toString("latin1");
    },
  });
  const { exitCode } = await run.catch((error: unknown) => {
    throw new SettingError(variable, `names a program that does not run: ${binary} (${String(error)}).`);
  });
  if (exitCode !== 0) throw new SettingError(variable, `names a program that fails: ${binary}.`);
  return output.split("\n")[0] ?? "";
}

/** Whether a version such as "5.1.9-0+deb12u1" is older than the advised one; development builds count as old. */
export function isOlderThanAdvised(version: string): boolean {
  const numbers = /^n?(\d+)\.(\d+)(?:\.(\d+))?/
    .exec(version)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  if (numbers === undefined) return true;
  const at = ADVISED_VERSION.findIndex((advised, index) => numbers[index] !== advised);
  return at !== -1 && (numbers[at] ?? 0) < (ADVISED_VERSION[at] ?? 0);
}

/** @throws SettingError when a program does not run */
export async function checkTools({ ffmpeg, ffprobe }: ToolPaths, logger: Logger): Promise<void> {
  if (ffmpeg === BUNDLED_FFMPEG || ffprobe === BUNDLED_FFPROBE) await makeBundledToolsExecutable();
  const line = await versionLine("CLIPMILL_FFMPEG", ffmpeg);
  await versionLine("CLIPMILL_FFPROBE", ffprobe);
  const version = /^ffmpeg version (\S+)/.exec(line)?.[1] ?? "unknown";
  logger.info({ ffmpeg, version }, "ffmpeg found");
  if (isOlderThanAdvised(version)) {
    logger.warn(
      { version },
      "this ffmpeg is older than 8.1.3: set CLIPMILL_FFMPEG to a current one where files come from strangers",
    );
  }
}
