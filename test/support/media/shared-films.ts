// Films that several tests of a file look at, mostly with one build of ffmpeg after the other: each is made once, in a
// folder that is removed when the file ends.
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";

/** Gives the path of the film of this file name; whoever asks first makes it. */
export type SharedFilms = (file: string, make: (path: string) => Promise<unknown>) => Promise<string>;

/** A file name for what these arguments of ffmpeg make; another one for others. */
export function fileNameOf(args: readonly string[], extension: string): string {
  return `${createHash("sha256").update(JSON.stringify(args)).digest("hex")}.${extension}`;
}

/** For one test file. */
export function createSharedFilms(): SharedFilms {
  const made = new Map<string, Promise<string>>();
  let folder: Promise<string> | undefined;
  after(async () => {
    if (folder !== undefined) await rm(await folder, { recursive: true, force: true });
  });
  const makeIn = async (file: string, make: (path: string) => Promise<unknown>): Promise<string> => {
    folder ??= mkdtemp(join(tmpdir(), "clipmill-test-"));
    const path = join(await folder, file);
    await make(path);
    return path;
  };
  return (file, make) => {
    const film = made.get(file) ?? makeIn(file, make);
    made.set(file, film);
    return film;
  };
}
