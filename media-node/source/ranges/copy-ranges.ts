// A local copy of an MP4 or MOV that has only what work on a stretch of it reads: a sparse file of the source's size, in
// which everything lies where it lies in the source, with tables behind it that know what is there. Programs read it as
// they would the source, as long as they stay within; those that do not are told (see ranged-input).
import { type FileHandle, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { RANGED_READ_LIMITS } from "../../../shared/limits/sources.ts";
import { requireRoom, throwNodeLack } from "../../../shared/node-lack.ts";
import type { Span } from "../../signal/span.ts";
import { type Bytes, joinBytes, neededBytes, totalBytes } from "./byte-ranges.ts";
import { copiedMovie } from "./copied-movie.ts";
import { findMovie } from "./find-movie.ts";
import { NotReadableInRanges, refuse } from "./iso-boxes.ts";
import { neededSamples } from "./needed-samples.ts";
import type { RangeSource } from "./range-source.ts";
import { readMovie } from "./read-movie.ts";
import { Repeats } from "./repeat-read.ts";

export interface RangeCopy {
  readonly source: RangeSource;
  /** What is worked on, in seconds on the source's clock. */
  readonly span: Span;
  /** The file to write; nothing is left there where there is no copy. */
  readonly path: string;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  readonly firstRepeatPauseMs?: number | undefined;
  /** What must stay free on the file's disk; null for the usual share of it, nothing unless told. */
  readonly diskFloorBytes?: number | null;
}

/** What a copy, or the try of one, has taken. */
export interface ReadRanges {
  readonly readBytes: number;
  /** Repeated ones included. */
  readonly requests: number;
}

/** A copy, or why the source must be read whole. */
export type CopiedRanges =
  | (ReadRanges & {
      readonly isCopied: true;
      readonly ranges: number;
      /** Where the copy has anything at all: everything else is a hole. */
      readonly pieces: readonly Bytes[];
    })
  | (ReadRanges & { readonly isCopied: false; readonly reason: string });

interface Plan {
  readonly ranges: readonly Bytes[];
  /** Where the source's tables stood, which the copy has at its end. */
  readonly moovAt: Bytes;
  readonly tables: Buffer;
}

/** Reads ranges again where they broke off, and counts what was asked for and what came. */
class Reading implements ReadRanges {
  readBytes = 0;
  requests = 0;
  readonly #copy: RangeCopy;
  readonly #repeats: Repeats;

  constructor(copy: RangeCopy) {
    this.#copy = copy;
    this.#repeats = new Repeats(copy.firstRepeatPauseMs);
  }

  /** Hands on the bytes of a range as they come, none twice. */
  async read(range: Bytes, take: (chunk: Buffer, at: number) => Promise<void> | void, signal: AbortSignal) {
    for (let at = range.start; at < range.end; ) {
      this.requests += 1;
      try {
        for await (const chunk of this.#copy.source.read({ start: at, end: range.end }, signal)) {
          if (chunk.length > range.end - at) refuse("the source sends more than was asked for");
          await take(chunk, at);
          at += chunk.length;
          this.readBytes += chunk.length;
        }
        if (at < range.end) throw new Error("The source sent less than was asked for.");
      } catch (error) {
        await this.#repeats.afterFailure(error, signal);
      }
    }
  }

  async inMemory(range: Bytes): Promise<Buffer> {
    const chunks: Buffer[] = [];
    await this.read(range, (chunk) => void chunks.push(Buffer.from(chunk)), this.#copy.signal);
    return Buffer.concat(chunks);
  }
}

async function planCopy({ source, span }: RangeCopy, reading: Reading): Promise<Plan> {
  const { sizeBytes } = source;
  const { moov, moovAt, frame } = await findMovie(sizeBytes, (range) => reading.inMemory(range));
  const movie = readMovie(moov);
  const needed = neededSamples(movie, span);
  const ranges = joinBytes([...neededBytes(movie, needed, sizeBytes), ...frame], RANGED_READ_LIMITS.gapBytes);
  if (totalBytes(ranges) > RANGED_READ_LIMITS.maxShare * sizeBytes) refuse("most of the source is needed");
  return { ranges, moovAt, tables: copiedMovie(moov, movie, needed, sizeBytes) };
}

/** Ranges in pieces of at most one request. */
function inRequests(ranges: readonly Bytes[]): Bytes[] {
  const { requestBytes } = RANGED_READ_LIMITS;
  return ranges.flatMap(({ start, end }) =>
    Array.from({ length: Math.ceil((end - start) / requestBytes) }, (_, index) => ({
      start: start + index * requestBytes,
      end: Math.min(end, start + (index + 1) * requestBytes),
    })),
  );
}

async function writeAt(file: FileHandle, chunk: Buffer, at: number): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, written, chunk.length - written, at + written);
    written += bytesWritten;
  }
}

/** Reads all ranges, some at once; the first failure ends the others. */
async function fillFile(copy: RangeCopy, plan: Plan, reading: Reading, file: FileHandle): Promise<void> {
  const requests = inRequests(plan.ranges);
  const wanted = totalBytes(plan.ranges);
  const stopped = new AbortController();
  const signal = AbortSignal.any([copy.signal, stopped.signal]);
  let written = 0;
  const work = async (): Promise<void> => {
    for (let range = requests.shift(); range !== undefined; range = requests.shift()) {
      await reading.read(
        range,
        async (chunk, at) => {
          await writeAt(file, chunk, at);
          written += chunk.length;
          copy.onProgress(written / wanted);
        },
        signal,
      );
    }
  };
  const failed = (error: unknown): void => stopped.abort(error);
  const workers = Array.from({ length: RANGED_READ_LIMITS.requestsAtOnce }, () => work().catch(failed));
  await Promise.all(workers);
  copy.signal.throwIfAborted();
  stopped.signal.throwIfAborted();
}

/** What is written over the type of the source's tables, so that no program reads them. */
const SKIPPED_TYPE = Buffer.from("free", "latin1");

function typeOfTablesAt({ moovAt }: Plan): Bytes {
  return { start: moovAt.start + 4, end: moovAt.start + 4 + SKIPPED_TYPE.length };
}

function piecesOf(plan: Plan, sizeBytes: number): Bytes[] {
  const tables = { start: sizeBytes, end: sizeBytes + plan.tables.length };
  return joinBytes([...plan.ranges, typeOfTablesAt(plan), tables], 0);
}

/** Writes the sparse file. Its own tables stand at its end; where the source's were is a gap that all programs skip. */
async function writeCopy(copy: RangeCopy, plan: Plan, reading: Reading): Promise<void> {
  const { path, source, diskFloorBytes = 0 } = copy;
  await requireRoom(dirname(path), totalBytes(plan.ranges) + plan.tables.length, diskFloorBytes);
  const file = await open(path, "w");
  try {
    await fillFile(copy, plan, reading, file);
    await writeAt(file, SKIPPED_TYPE, typeOfTablesAt(plan).start);
    await writeAt(file, plan.tables, source.sizeBytes);
  } finally {
    await file.close();
  }
}

/**
 * Copies what is needed of the source, where its container allows that and it saves most of the reading.
 * @throws NodeLack; `signal.reason` on abort. Whatever else fails is a reason to read the source whole.
 */
export async function copyRanges(copy: RangeCopy): Promise<CopiedRanges> {
  const reading = new Reading(copy);
  try {
    const plan = await planCopy(copy, reading);
    await writeCopy(copy, plan, reading);
    const { readBytes, requests } = reading;
    const pieces = piecesOf(plan, copy.source.sizeBytes);
    return { isCopied: true, readBytes, requests, ranges: plan.ranges.length, pieces };
  } catch (error) {
    await rm(copy.path, { force: true });
    copy.signal.throwIfAborted();
    throwNodeLack(error);
    const reason = error instanceof NotReadableInRanges ? error.message : `reading failed: ${String(error)}`;
    const { readBytes, requests } = reading;
    return { isCopied: false, reason, readBytes, requests };
  }
}
