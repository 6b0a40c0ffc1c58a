// Files of the storage as one ZIP that is made while it is sent: videos do not get smaller by compressing, so that they are
// stored as they are and the archive's length is known before its first byte. One file is open at a time, and no more of it
// is read than the client takes. Links in place of the videos, where a bucket could give them, were rejected: who keeps an
// archive wants what is in it, and links end after a day.
import type { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { AppError } from "../../../shared/errors.ts";
import { EXPORT_LIMITS } from "../../../shared/limits/storage.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";

export type ZippedFile = { readonly name: string } & (
  | { readonly text: string }
  | { readonly storageKey: string; readonly sizeBytes: number; readonly modifiedAt: Date }
);

export interface ZipStream {
  readonly sizeBytes: number;
  readonly content: Readable;
}

let underWay = 0;

/** Adds a file of the storage, which is opened when its turn comes. */
function addStored(
  zip: ZipFile,
  storage: ObjectStorage,
  file: Extract<ZippedFile, { storageKey: string }>,
  opened: (content: Readable) => void,
): void {
  const options = { compress: false, size: file.sizeBytes, mtime: file.modifiedAt };
  zip.addReadStreamLazy(file.name, options, (give) => {
    storage.open(file.storageKey).then(
      (content) => {
        opened(content);
        give(null, content);
      },
      (error: unknown) => give(error as Error, null as never),
    );
  });
}

/** Begins an archive. Whoever takes it reads it to its end, or destroys it. @throws AppError UNAVAILABLE where many are under way */
export async function zipFiles(
  storage: ObjectStorage,
  files: readonly ZippedFile[],
  madeAt: Date,
): Promise<ZipStream> {
  if (underWay >= EXPORT_LIMITS.zipsAtOnce) throw new AppError("UNAVAILABLE");
  const zip = new ZipFile();
  const content = zip.outputStream as Readable;
  underWay += 1;
  let open: Readable | undefined;
  content.once("close", () => {
    underWay -= 1;
    open?.destroy();
  });
  zip.once("error", (error: Error) => content.destroy(error));
  for (const file of files) {
    if ("text" in file) {
      zip.addBuffer(Buffer.from(file.text), file.name, { compress: false, mtime: madeAt });
    } else {
      addStored(zip, storage, file, (stream) => {
        open = stream;
        // A file that breaks off breaks the archive off, and is no error of the process.
        stream.once("error", (error) => content.destroy(error));
        if (content.destroyed) stream.destroy();
      });
    }
  }
  const options = { forceZip64Format: false, comment: "" };
  const sized = new Promise<number>((resolve) => {
    // Its types leave out what it is called with.
    zip.end(options, ((sizeBytes: number) => resolve(sizeBytes)) as () => void);
  });
  return { sizeBytes: await sized, content };
}
