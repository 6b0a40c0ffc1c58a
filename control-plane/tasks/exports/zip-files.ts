// Files of the storage as one ZIP that is made while it is sent: videos do not get smaller by compressing, so that they stay
// as they are and the archive's length is known before its first byte. One file is open at a time, and no more of it
// is read than the client takes. Links in place of the videos, where a bucket could give them, were rejected: who keeps an
// archive wants what is in it, and links end after a day.
import { PassThrough, pipeline, Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { AppError } from "../../../shared/errors.ts";
import { EXPORT_LIMITS } from "../../../shared/limits/storage.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import {
  blockHeader,
  blockSize,
  descriptor,
  directory,
  endOf,
  localHeader,
  type ZipEntry,
} from "./zip-format.ts";

export type ZippedFile = { readonly name: string } & (
  | { readonly text: string }
  | { readonly storageKey: string; readonly sizeBytes: number; readonly modifiedAt: Date }
);

export interface ZipStream {
  readonly sizeBytes: number;
  readonly content: Readable;
}

/** Opens a file when its turn comes. */
type OpenFile = (file: ZippedFile) => Promise<Readable>;

let underWay = 0;

function entriesOf(files: readonly ZippedFile[], madeAt: Date): ZipEntry[] {
  let offset = 0;
  return files.map((file) => {
    const { sizeBytes, modifiedAt } =
      "text" in file ? { sizeBytes: Buffer.byteLength(file.text), modifiedAt: madeAt } : file;
    const entry = { name: Buffer.from(file.name), sizeBytes, modifiedAt, offset };
    offset = endOf(entry);
    return entry;
  });
}

/** The content of a file in its blocks. Returns its sum. */
async function* writeContent(content: Readable, sizeBytes: number): AsyncGenerator<Buffer, number> {
  let crc = 0;
  let leftBytes = sizeBytes;
  let inBlock = 0;
  if (sizeBytes === 0) yield blockHeader(0, true);
  for await (const chunk of content as AsyncIterable<Buffer>) {
    crc = crc32(chunk, crc);
    for (let at = 0; at < chunk.length; ) {
      if (inBlock === 0) {
        inBlock = blockSize(leftBytes);
        if (inBlock === 0) throw new Error("A file is longer than it was when its archive began.");
        leftBytes -= inBlock;
        yield blockHeader(inBlock, leftBytes === 0);
      }
      const part = chunk.subarray(at, at + inBlock);
      at += part.length;
      inBlock -= part.length;
      yield part;
    }
  }
  if (leftBytes + inBlock > 0) throw new Error("A file is shorter than it was when its archive began.");
  return crc;
}

async function* writeArchive(
  files: readonly ZippedFile[],
  entries: readonly ZipEntry[],
  openFile: OpenFile,
): AsyncGenerator<Buffer> {
  const crcs: number[] = [];
  for (const [index, file] of files.entries()) {
    const entry = entries[index] as ZipEntry;
    yield localHeader(entry);
    const crc = yield* writeContent(await openFile(file), entry.sizeBytes);
    yield descriptor(entry, crc);
    crcs.push(crc);
  }
  yield directory(entries, crcs);
}

/**
 * Begins an archive. Whoever takes it reads it to its end, or destroys it.
 * @throws AppError UNAVAILABLE where many are under way
 */
export function zipFiles(storage: ObjectStorage, files: readonly ZippedFile[], madeAt: Date): ZipStream {
  if (underWay >= EXPORT_LIMITS.zipsAtOnce) throw new AppError("UNAVAILABLE");
  const entries = entriesOf(files, madeAt);
  const last = entries.at(-1);
  const sizeBytes = (last === undefined ? 0 : endOf(last)) + directory(entries, []).length;
  const content = new PassThrough();
  let open: Readable | undefined;
  underWay += 1;
  content.once("close", () => {
    underWay -= 1;
    open?.destroy();
  });
  const openFile: OpenFile = async (file) => {
    open = "text" in file ? Readable.from([Buffer.from(file.text)]) : await storage.open(file.storageKey);
    if (content.destroyed) open.destroy();
    return open;
  };
  // A file that breaks off breaks the archive off, and is no error of the process.
  pipeline(writeArchive(files, entries, openFile), content, () => undefined);
  return { sizeBytes, content };
}
