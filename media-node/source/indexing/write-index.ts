// Goes through a recording and writes its new beginning, with an index of ours.
import { mkdir, open, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { INDEXED_FOLDER, indexedPaths } from "../../ffmpeg/inputs/indexed-input.ts";
import { FilePieces, type NewBeginning, NotIndexable } from "./file-pieces.ts";
import { flvBeginning } from "./flv/flv-beginning.ts";
import { matroskaBeginning } from "./matroska/matroska-beginning.ts";

/** An index of fewer is not believed. */
const MIN_KEY_FRAMES = 2;

export interface IndexedSource {
  /** Where the source is to be read from. */
  readonly path: string;
  /** Why it gets no index of ours though it is of a format without one; undefined where it gets or needs none. */
  readonly refusal?: string;
}

async function newBeginning(path: string, signal: AbortSignal): Promise<NewBeginning | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    for (const find of [flvBeginning, matroskaBeginning]) {
      const found = await find(new FilePieces(file, size, signal));
      if (found !== undefined) return found;
    }
    return undefined;
  } finally {
    await file.close();
  }
}

/** As withIndex, in whatever thread it is called. @throws `signal.reason` on abort */
export async function writeIndex(
  sourcePath: string,
  scratchFolder: string,
  signal: AbortSignal,
): Promise<IndexedSource> {
  try {
    const found = await newBeginning(sourcePath, signal);
    if (found === undefined) return { path: sourcePath };
    if (found.keyFrames < MIN_KEY_FRAMES) return { path: sourcePath, refusal: "it has too few key frames" };
    const folder = join(scratchFolder, INDEXED_FOLDER);
    const paths = indexedPaths(folder, found.replacedBytes);
    if (paths === undefined) return { path: sourcePath, refusal: "ffmpeg cannot be told of its folder" };
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    await symlink(resolve(sourcePath), paths.rest);
    await writeFile(paths.path, found.content);
    return { path: paths.path };
  } catch (error) {
    if (!(error instanceof NotIndexable)) throw error;
    return { path: sourcePath, refusal: error.message };
  }
}
