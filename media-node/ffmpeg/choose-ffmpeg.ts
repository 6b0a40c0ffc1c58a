// Which ffmpeg and ffprobe a node works with, decided once at start: those of the settings; else the machine's, which
// has its distribution's security fixes, where it is newer than ours and was built with all that we use; else the bundled
// ones of 2018, so that a fresh machine works. Whichever it is runs behind the same fence.
import { dirname, join } from "node:path";
import { errorMessage } from "../../shared/error-message.ts";
import { PROCESS_LIMITS } from "../../shared/limits/processes.ts";
import { SettingError } from "../../shared/process/environment.ts";
import { BUNDLED_FFMPEG, BUNDLED_FFPROBE, makeBundledToolsExecutable } from "./bundled-tools.ts";
import { runProcess } from "./child-process.ts";
import { findProgram } from "./find-program.ts";
import { missingNames, REQUIRED_ABILITIES } from "./required-abilities.ts";

export interface MediaPrograms {
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

export interface ChosenPrograms extends MediaPrograms {
  readonly version: string;
  readonly source: "settings" | "machine" | "bundled";
  /** Why the machine's ffmpeg is not the chosen one; null where it is, where it has none, or where nobody asked. */
  readonly passedOver: string | null;
}

/** What the settings say; null where they say nothing. */
export interface ProgramSettings {
  readonly ffmpeg: string | null;
  readonly ffprobe: string | null;
}

const ADVISED_VERSION = [8, 1, 3] as const;

/** What a program prints. @throws Error where it fails, and what a spawn throws */
async function outputOf(command: string, ...args: readonly string[]): Promise<string> {
  let output = "";
  const { exitCode, stderr } = await runProcess({
    command,
    args: ["-hide_banner", ...args],
    timeoutMs: PROCESS_LIMITS.probeTimeoutMs,
    signal: new AbortController().signal,
    onOutput: (chunk) => {
      output = `${output}${chunk.toString("latin1")}`.slice(0, PROCESS_LIMITS.probeOutputBytes);
    },
  });
  if (exitCode !== 0) throw new Error(`it ended with ${exitCode}: ${stderr.trim()}`);
  return output;
}

interface Build {
  /** As the program calls it: a release, or a snapshot's name. */
  readonly version: string;
  /** Of libavcodec, which every build has and which only rises: major and minor. */
  readonly codecVersion: readonly [number, number];
}

async function buildOf(command: string): Promise<Build> {
  const output = await outputOf(command, "-version");
  const version = /^ff\w+ version (\S+)/.exec(output)?.[1] ?? "unknown";
  const [, major, minor] = /^libavcodec\s+(\d+)\.\s*(\d+)\./m.exec(output) ?? [];
  return { version, codecVersion: [Number(major ?? 0), Number(minor ?? 0)] };
}

function isNewer([major, minor]: Build["codecVersion"], than: Build["codecVersion"]): boolean {
  return major > than[0] || (major === than[0] && minor > than[1]);
}

/** What a build lacks of what is required, in words; null where it has everything. */
async function lackOf(ffmpeg: string): Promise<string | null> {
  const [encoders, decoders, filters] = await Promise.all(
    ["-encoders", "-decoders", "-filters"].map((list) => outputOf(ffmpeg, list)),
  );
  const missing = [
    ...missingNames(REQUIRED_ABILITIES.encoders, encoders ?? ""),
    ...missingNames(REQUIRED_ABILITIES.decoders, decoders ?? ""),
    ...missingNames(REQUIRED_ABILITIES.filters, filters ?? ""),
  ];
  return missing.length === 0 ? null : `it was built without ${[...new Set(missing)].join(", ")}`;
}

type Candidate = Pick<ChosenPrograms, "ffmpeg" | "ffprobe" | "version">;

/** The bundled ffmpeg, or why it cannot be run: whoever installed it may have left it to itself. */
async function tryBundled(makeExecutable: () => Promise<void>): Promise<Build | string> {
  try {
    await makeExecutable();
    return await buildOf(BUNDLED_FFMPEG);
  } catch (error) {
    return errorMessage(error);
  }
}

/** The machine's programs, or why they are not to be used. */
async function tryMachine(
  path: string | undefined,
  bundled: Build | null,
): Promise<Candidate | string | null> {
  const ffmpeg = await findProgram("ffmpeg", { path });
  if (ffmpeg === undefined) return null;
  const refuse = (reason: string): string => `${ffmpeg}: ${reason}`;
  const ffprobe = await findProgram(join(dirname(ffmpeg), "ffprobe"), { path });
  if (ffprobe === undefined) return refuse("there is no ffprobe beside it");
  try {
    const [{ version, codecVersion }] = await Promise.all([buildOf(ffmpeg), buildOf(ffprobe)]);
    if (bundled !== null && !isNewer(codecVersion, bundled.codecVersion))
      return refuse(`its version ${version} is no newer`);
    const lack = await lackOf(ffmpeg);
    return lack === null ? { ffmpeg, ffprobe, version } : refuse(lack);
  } catch (error) {
    return refuse(errorMessage(error));
  }
}

async function chooseWithoutSettings(
  path: string | undefined,
  makeExecutable: () => Promise<void>,
): Promise<ChosenPrograms> {
  const bundled = await tryBundled(makeExecutable);
  const machine = await tryMachine(path, typeof bundled === "string" ? null : bundled);
  if (machine !== null && typeof machine !== "string") {
    return { ...machine, source: "machine", passedOver: null };
  }
  if (typeof bundled === "string") {
    const others = machine === null ? "the machine has none" : `the machine's is not to be used (${machine})`;
    throw new SettingError(
      "CLIPMILL_FFMPEG",
      `must name one that runs: the bundled one does not (${bundled}), and ${others}.`,
    );
  }
  const { version } = bundled;
  return {
    ffmpeg: BUNDLED_FFMPEG,
    ffprobe: BUNDLED_FFPROBE,
    version,
    source: "bundled",
    passedOver: machine,
  };
}

async function buildOfSetting(variable: string, command: string): Promise<Build> {
  return await buildOf(command).catch((error: unknown) => {
    throw new SettingError(
      variable,
      `names a program that does not run: ${command} (${errorMessage(error)}).`,
    );
  });
}

/**
 * @param path Folders that the machine's programs are looked for in, as in PATH.
 * @param makeExecutable Of the bundled programs; it throws where that is not allowed.
 * @throws SettingError when a program of the settings does not run, or without them none does
 */
export async function chooseMediaPrograms(
  { ffmpeg, ffprobe }: ProgramSettings,
  path: string | undefined = process.env.PATH,
  makeExecutable: () => Promise<void> = makeBundledToolsExecutable,
): Promise<ChosenPrograms> {
  if (ffprobe !== null) await buildOfSetting("CLIPMILL_FFPROBE", ffprobe);
  if (ffmpeg === null) {
    const chosen = await chooseWithoutSettings(path, makeExecutable);
    return ffprobe === null ? chosen : { ...chosen, ffprobe };
  }
  const { version } = await buildOfSetting("CLIPMILL_FFMPEG", ffmpeg);
  const beside = ffmpeg.includes("/") ? join(dirname(ffmpeg), "ffprobe") : "ffprobe";
  const own = ffprobe ?? (await findProgram(beside, { path }));
  const bundled = own === undefined ? await tryBundled(makeExecutable) : null;
  if (typeof bundled === "string") {
    throw new SettingError(
      "CLIPMILL_FFPROBE",
      `must name one that runs: the bundled one does not (${bundled}).`,
    );
  }
  return { ffmpeg, ffprobe: own ?? BUNDLED_FFPROBE, version, source: "settings", passedOver: null };
}

/**
 * Whether a version such as "7.1.1" is older than the advised one. One with a distribution's number behind it, such as
 * "5.1.9-0+deb12u1", has its fixes without their version; snapshots count as old.
 */
export function isOlderThanAdvised(version: string): boolean {
  const [, ...parts] = /^n?(\d+)\.(\d+)(?:\.(\d+))?(-\d\S*)?$/.exec(version) ?? [];
  if (parts.length === 0) return true;
  if (parts[3] !== undefined) return false;
  const numbers = parts.slice(0, 3).map((part) => Number(part ?? 0));
  const at = ADVISED_VERSION.findIndex((advised, index) => numbers[index] !== advised);
  return at !== -1 && (numbers[at] ?? 0) < (ADVISED_VERSION[at] ?? 0);
}
