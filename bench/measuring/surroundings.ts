// What a measurement depends on besides the code: without it a number cannot be compared with another.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { arch, availableParallelism, cpus, platform, release, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { readBenchConfig } from "./bench-node.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const COMMAND_TIMEOUT_MS = 10_000;

export interface Surroundings {
  readonly date: string;
  /** Null outside a git checkout; `-dirty` follows where files differ from it. */
  readonly commit: string | null;
  readonly processor: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly system: string;
  readonly node: string;
  readonly ffmpeg: string | null;
  readonly packages: Readonly<Record<string, string>>;
}

function firstLine(file: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(file, args, { cwd: ROOT, timeout: COMMAND_TIMEOUT_MS }, (error, output) => {
      resolve(error === null ? (output.split("\n")[0]?.trim() ?? "") : null);
    });
  });
}

async function readPackages(): Promise<Record<string, string>> {
  const manifest: unknown = JSON.parse(await readFile(`${ROOT}package.json`, "utf8"));
  if (typeof manifest !== "object" || manifest === null || !("dependencies" in manifest)) return {};
  const { dependencies } = manifest;
  if (typeof dependencies !== "object" || dependencies === null) return {};
  return Object.fromEntries(Object.entries(dependencies).map(([name, version]) => [name, String(version)]));
}

/** What no program says is null, such as the commit outside a checkout. */
export async function readSurroundings(): Promise<Surroundings> {
  const [commit, changed, ffmpeg, packages] = await Promise.all([
    firstLine("git", ["rev-parse", "HEAD"]),
    firstLine("git", ["status", "--porcelain", "--untracked-files=no"]),
    readBenchConfig().then((config) => firstLine(config.ffmpeg, ["-version"])),
    readPackages(),
  ]);
  return {
    date: new Date().toISOString(),
    commit: commit === null ? null : `${commit}${changed ? "-dirty" : ""}`,
    processor: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    system: `${platform()} ${release()} ${arch()}`,
    node: process.version,
    ffmpeg,
    packages,
  };
}
