// FLV files: recorders and dumps of RTMP write them without an index, and ffmpeg reads those from their beginning up to
// each time that is sought, for 20 clips of 19 GB so 0.6 TB. Of an index that is there versions up to 6 cut off the times to
// whole seconds, and seeks then lead behind what is sought. So a file's tags are gone through once, and ffmpeg is given the
// file with an index of ours (see ffmpeg/inputs/indexed-input). Copying it into another format was rejected: it takes as much
// room again, and changes the clocks of what was recorded with gaps. Nor would it help AVI with a palette: no format brings
// the palette with each key frame.
import { mkdir, open, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { INDEXED_FOLDER, indexedPaths } from "../../ffmpeg/inputs/indexed-input.ts";
import { indexTag, withoutIndex } from "./index-tag.ts";
import { readKeyFrames } from "./key-frames.ts";

/** An index of fewer is not believed. */
const MIN_KEY_FRAMES = 2;

async function firstBytes(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path);
  try {
    return (await file.read({ buffer: Buffer.alloc(bytes), position: 0 })).buffer;
  } finally {
    await file.close();
  }
}

/**
 * Where a source is to be read from: a path of it with an index where it is a sound FLV file, else its own.
 * @param scratchFolder An existing folder of this run alone. @throws `signal.reason` on abort
 */
export async function withFlvIndex(
  sourcePath: string,
  scratchFolder: string,
  signal: AbortSignal,
): Promise<string> {
  const found = await readKeyFrames(sourcePath, signal);
  if (found === undefined || found.keyFrames.length < MIN_KEY_FRAMES) return sourcePath;
  const { insertAt, keyFrames } = found;
  const folder = join(scratchFolder, INDEXED_FOLDER);
  const paths = indexedPaths(folder, insertAt);
  if (paths === undefined) return sourcePath;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await symlink(resolve(sourcePath), paths.rest);
  const beginning = withoutIndex(await firstBytes(sourcePath, insertAt));
  await writeFile(paths.path, Buffer.concat([beginning, indexTag(keyFrames)]));
  return paths.path;
}
