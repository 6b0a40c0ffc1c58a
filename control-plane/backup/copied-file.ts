// Files of a backup as streams: compressed, counted and hashed on their way, and compared when they are read again.
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { type Readable, Transform, type TransformCallback, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { BACKUP_LIMITS } from "../../shared/limits/admin.ts";
import { ChunkJoiner } from "./chunk-joiner.ts";

const NEWLINE = 0x0a;
/** Rows compress to a third at the fastest level, and to little less at slower ones. */
const GZIP_LEVEL = 1;

/** What went through. */
export interface Copied {
  readonly lines: number;
  readonly sha256: string;
}

/** Counts lines and hashes bytes. */
class LineMeter extends Transform {
  readonly #hash = createHash("sha256");
  lines = 0;

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.#hash.update(chunk);
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) this.lines += 1;
    done(null, chunk);
  }

  /** Once, at the end. */
  get copied(): Copied {
    return { lines: this.lines, sha256: this.#hash.digest("hex") };
  }
}

/**
 * Writes lines into a new file of this user's alone. One that does not fit goes at once: whoever has to read the rest of a
 * large table for nothing would keep the disk full meanwhile, on which the database may lie.
 */
export async function writeCopy(lines: Readable, path: string): Promise<Copied> {
  const meter = new LineMeter();
  const file = createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });
  const joiner = new ChunkJoiner(BACKUP_LIMITS.chunkBytes);
  try {
    await pipeline(lines, joiner, meter, createGzip({ level: GZIP_LEVEL }), file);
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
  return meter.copied;
}

/** Reads a file's lines into a stream. @throws Error for a file that is cut off or damaged */
export async function readCopy(path: string, into: Writable): Promise<Copied> {
  const meter = new LineMeter();
  await pipeline(createReadStream(path), createGunzip({ chunkSize: BACKUP_LIMITS.chunkBytes }), meter, into);
  return meter.copied;
}

/** A file's lines, as a stream of its bytes. */
export function openCopy(path: string): Readable {
  const unzip = createGunzip({ chunkSize: BACKUP_LIMITS.chunkBytes });
  createReadStream(path)
    .on("error", (error) => unzip.destroy(error))
    .pipe(unzip);
  return unzip;
}
