// The built page in memory: each file as it is and packed, with its entity tag. A control plane reads the folder once,
// so that a read-only installation will do and a build beside a running one mixes nothing.
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "../../../shared/logger.ts";
import { BUILD_FILE, DIST_FOLDER, isConsoleBuilt } from "../build/console-sources.ts";

export interface ConsoleFile {
  readonly contentType: string;
  /** Without quotes. */
  readonly etag: string;
  readonly plain: Buffer;
  readonly gzip: Buffer | undefined;
  readonly brotli: Buffer | undefined;
}

/** By path below `/console/`. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  json: "application/json",
  woff2: "font/woff2",
};
const ETAG_LENGTH = 22;

function readIfThere(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}

function loadFile(path: string): ConsoleFile {
  const plain = readFileSync(path);
  const ending = path.slice(path.lastIndexOf(".") + 1);
  return {
    contentType: CONTENT_TYPES[ending] ?? "application/octet-stream",
    etag: createHash("sha256").update(plain).digest("base64url").slice(0, ETAG_LENGTH),
    plain,
    gzip: readIfThere(`${path}.gz`),
    brotli: readIfThere(`${path}.br`),
  };
}

/** Reads the built page. Empty, with a line in the log, where it was never built. */
export function loadConsoleFiles(logger: Logger, folder: string = DIST_FOLDER): ConsoleFiles {
  if (!existsSync(join(folder, BUILD_FILE))) {
    logger.warn({ folder }, "the console is not built: run npm ci (or npm run prepare) and start again");
    return new Map();
  }
  if (folder === DIST_FOLDER && !isConsoleBuilt()) {
    logger.warn(
      { folder },
      "the console was built from other sources than these: run npm ci (or npm run prepare)",
    );
  }
  const paths = globSync("**/*.*", { cwd: folder }).filter(
    (path) => path !== BUILD_FILE && !/\.(br|gz)$/.test(path) && statSync(join(folder, path)).isFile(),
  );
  return new Map(paths.map((path) => [path, loadFile(join(folder, path))]));
}
