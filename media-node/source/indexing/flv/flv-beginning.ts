// FLV files: recorders and dumps of RTMP write them without an index. Of an index that is there versions up to 6 of ffmpeg cut
// off the times to whole seconds, and seeks then lead behind what is sought, so that all get another one.
import { type FilePieces, type NewBeginning, refuse } from "../file-pieces.ts";
import { indexTag, withoutIndex } from "./index-tag.ts";
import { readKeyFrames } from "./key-frames.ts";

/**
 * The beginning of a file with an index of its key frames; undefined in another format.
 * @throws NotIndexable, the signal's reason
 */
export async function flvBeginning(pieces: FilePieces): Promise<NewBeginning | undefined> {
  const found = await readKeyFrames(pieces);
  if (found === undefined) return undefined;
  const { insertAt, keyFrames } = found;
  const beginning = (await pieces.at(0, insertAt)) ?? refuse("the file has become shorter");
  return {
    replacedBytes: insertAt,
    content: Buffer.concat([withoutIndex(beginning), indexTag(keyFrames)]),
    keyFrames: keyFrames.length,
  };
}
