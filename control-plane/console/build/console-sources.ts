// What the built page was made of, as one hash: a build is good as long as its sources say the same.
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The page's sources. */
export const WEB_FOLDER = fileURLToPath(new URL("../web", import.meta.url));
/** What the page shares with everything else; some of it is part of the page. */
const SHARED_FOLDER = fileURLToPath(new URL("../../../shared", import.meta.url));
/** Where the built page lies, which control planes serve. */
export const DIST_FOLDER = join(WEB_FOLDER, "dist");
/** In the built folder: the hash of what it was built from. */
export const BUILD_FILE = "build.json";

/** A hash over the names and contents of the page's sources and of all that it may share, in some 20 ms. */
export function sourcesHash(): string {
  const hash = createHash("sha256");
  const exclude = (path: string): boolean => /^dist/.test(path);
  for (const [folder, pattern] of [
    [WEB_FOLDER, "**/*.*"],
    [SHARED_FOLDER, "**/*.ts"],
  ] as const) {
    for (const path of globSync(pattern, { cwd: folder, exclude }).sort()) {
      hash.update(`${path}\0`).update(readFileSync(join(folder, path)));
    }
  }
  return hash.digest("hex");
}

/** Whether the built page is there and of these sources. */
export function isConsoleBuilt(): boolean {
  const path = join(DIST_FOLDER, BUILD_FILE);
  if (!existsSync(path)) return false;
  const { sources } = JSON.parse(readFileSync(path, "utf8")) as { sources?: string };
  return sources === sourcesHash();
}
