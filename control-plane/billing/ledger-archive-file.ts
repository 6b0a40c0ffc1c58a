// The file of an archived period of the ledger: compressed lines of JSON, which any tool reads. The first line says which
// period it is and names the SHA-256 of the archive before it; then one line for each entry, in the order of their times;
// then one for each account and kind with its sum; the last line has the number of entries, the first and the last id,
// and the SHA-256 of all lines before it.
import { createHash } from "node:crypto";
import { pipeline as connect, Readable, Transform, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StringDecoder } from "node:string_decoder";
import { createGunzip, createGzip } from "node:zlib";
import { AppError } from "../../shared/errors.ts";
import { LEDGER_LIMITS } from "../../shared/limits/database.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import type { LedgerEntry, LedgerSum } from "../db/ledger-archives.ts";
import { LedgerSums } from "./ledger-sums.ts";

export interface ArchiveHead {
  readonly from: string;
  readonly to: string;
  readonly previousSha256: string | null;
}

/** What a file says and what was counted while it was read or written. */
export interface ArchiveFile {
  readonly head: ArchiveHead;
  /** Of the compressed file. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly entries: number;
  readonly firstId: string | null;
  readonly lastId: string | null;
  readonly sums: readonly LedgerSum[];
}

interface ArchiveEnd {
  readonly entries: number;
  readonly firstId: string | null;
  readonly lastId: string | null;
  readonly sha256: string;
}

/** A file that is not the archive that was written, or does not say what its own sums and hashes say. */
export class DamagedArchive extends AppError {
  override readonly name = "DamagedArchive";
  /** What is wrong with it, without its key. */
  readonly fault: string;

  constructor(key: string, fault: string, cause?: unknown) {
    super("INTERNAL", `The archive ${key} is not right: ${fault}.`, { cause, retryable: false });
    this.fault = fault;
  }
}

/** Counts and hashes bytes on their way. */
class Meter extends Transform {
  readonly #hash = createHash("sha256");
  sizeBytes = 0;

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.#hash.update(chunk);
    this.sizeBytes += chunk.length;
    done(null, chunk);
  }

  /** Of all that went through; once, at the end. */
  sha256(): string {
    return this.#hash.digest("hex");
  }
}

async function* linesOf(text: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of text) {
    const lines = (rest + decoder.write(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** Lines together, as many as are compressed in one call. */
async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = "";
  for await (const line of lines) {
    chunk += line;
    if (chunk.length < LEDGER_LIMITS.archiveChunkLength) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}

/** An archive that is made while it is read. */
export interface ArchiveStream {
  /** Its compressed bytes: the same whenever the head and the entries are. */
  readonly content: Readable;
  /** How many have been made so far. */
  readonly sizeBytes: number;
  /** What it says, once all bytes have been read. */
  finish(): ArchiveFile;
}

/** Makes an archive while it is read, so that it needs no disk of its own. */
export function writeArchive(head: ArchiveHead, entries: AsyncIterable<LedgerEntry>): ArchiveStream {
  const sums = new LedgerSums();
  const text = createHash("sha256");
  const lineOf = (type: string, content: object): string => {
    const line = `${JSON.stringify({ type, ...content })}\n`;
    text.update(line);
    return line;
  };
  const lines = async function* (): AsyncGenerator<string> {
    yield lineOf("head", head);
    for await (const entry of entries) {
      sums.add(entry);
      yield lineOf("entry", entry);
    }
    for (const sum of sums.list()) yield lineOf("sum", sum);
    const { entries: count, firstId, lastId } = sums;
    yield `${JSON.stringify({ type: "end", entries: count, firstId, lastId, sha256: text.digest("hex") })}\n`;
  };
  const content = new Meter();
  // Whoever reads the content is told of every failure by it.
  connect(Readable.from(inChunks(lines())), createGzip(), content, () => undefined);
  const finish = (): ArchiveFile => {
    const { entries: count, firstId, lastId } = sums;
    const { sizeBytes } = content;
    return {
      head,
      sha256: content.sha256(),
      sizeBytes,
      entries: count,
      firstId,
      lastId,
      sums: sums.list(),
    };
  };
  return {
    content,
    get sizeBytes() {
      return content.sizeBytes;
    },
    finish,
  };
}

/** Takes an archive's lines in, and says at the end whether they agree with each other. */
class ArchiveReader {
  readonly #text = createHash("sha256");
  readonly #counted = new LedgerSums();
  readonly #sums: LedgerSum[] = [];
  head: ArchiveHead | undefined;
  #end: ArchiveEnd | undefined;

  /** The entry that the line is, if it is one. @throws any error for a line that no archive has */
  take(line: string): LedgerEntry | undefined {
    const { type, ...content } = JSON.parse(line) as { readonly type: string };
    if (type === "end") {
      this.#end = content as unknown as ArchiveEnd;
      return undefined;
    }
    this.#text.update(`${line}\n`);
    if (type === "head") this.head = content as unknown as ArchiveHead;
    if (type === "sum") this.#sums.push(content as unknown as LedgerSum);
    if (type !== "entry") return undefined;
    const entry = content as unknown as LedgerEntry;
    this.#counted.add(entry);
    return { ...entry, created_at: new Date(entry.created_at) };
  }

  /** Undefined where the lines do not agree. */
  finish(sha256: string, sizeBytes: number): ArchiveFile | undefined {
    const { entries, firstId, lastId } = this.#counted;
    const counted = { entries, firstId, lastId, sha256: this.#text.digest("hex") };
    const isWhole =
      this.head !== undefined &&
      JSON.stringify(this.#sums) === JSON.stringify(this.#counted.list()) &&
      JSON.stringify(counted) === JSON.stringify(this.#end);
    if (!isWhole || this.head === undefined) return undefined;
    return { head: this.head, sha256, sizeBytes, entries, firstId, lastId, sums: this.#sums };
  }
}

/**
 * Reads a stored archive to its end, which is when it is known to be whole.
 * @param see is called with each entry
 * @throws DamagedArchive where it is not whole; the storage's error where it cannot be read
 */
export async function readArchive(
  storage: ObjectStorage,
  key: string,
  see: (entry: LedgerEntry) => void = () => undefined,
): Promise<ArchiveFile> {
  const meter = new Meter();
  const reader = new ArchiveReader();
  const unreadable = (error: unknown) => new DamagedArchive(key, "its content cannot be read", error);
  const take = (line: string): LedgerEntry | undefined => {
    try {
      return reader.take(line);
    } catch (error) {
      throw unreadable(error);
    }
  };
  const content = await storage.open(key);
  try {
    await pipeline(content, meter, createGunzip(), async (text: AsyncIterable<Buffer>) => {
      for await (const line of linesOf(text)) {
        const entry = take(line);
        if (entry !== undefined) see(entry);
      }
    });
  } catch (error) {
    throw String((error as { code?: unknown }).code).startsWith("Z_") ? unreadable(error) : error;
  }
  const file = reader.finish(meter.sha256(), meter.sizeBytes);
  if (file === undefined) throw new DamagedArchive(key, "its entries differ from its own sums and hashes");
  return file;
}
