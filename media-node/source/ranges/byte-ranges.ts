// From samples to bytes: where the needed ones lie, read together where they lie close to each other.
import { RANGED_READ_LIMITS } from "../../../shared/limits/sources.ts";
import { refuse } from "./iso-boxes.ts";
import type { NeededSamples } from "./needed-samples.ts";
import type { Movie, Track } from "./read-movie.ts";
import type { SampleRun } from "./sample-tables.ts";

/** Bytes of a file: `end` is behind the last. */
export interface Bytes {
  readonly start: number;
  readonly end: number;
}

/** A piece of a chunk: samples that lie one behind the other, all of them needed or none. */
export interface ChunkPiece extends SampleRun {
  readonly chunk: number;
  /** Where its first sample lies. */
  readonly offset: number;
  readonly sizeBytes: number;
  readonly isNeeded: boolean;
}

/** Divides samples where the need begins or ends. Stretches must be asked for in their order. */
function needDivider(needed: readonly SampleRun[]) {
  let next = 0;
  return ({ first, end }: SampleRun): SampleRun & { readonly isNeeded: boolean } => {
    for (let run = needed[next]; run !== undefined && run.end <= first; run = needed[next]) next += 1;
    const run = needed[next];
    if (run === undefined || run.first >= end) return { first, end, isNeeded: false };
    const isNeeded = run.first <= first;
    return { first, end: Math.min(end, isNeeded ? run.end : run.first), isNeeded };
  };
}

/** The chunks of a track in their order, each divided where the need begins or ends. */
export function* chunkPieces({ chunks, sizes }: Track, needed: readonly SampleRun[]): Generator<ChunkPiece> {
  const divide = needDivider(needed);
  for (let chunk = 0; chunk < chunks.count; chunk += 1) {
    const end = chunks.firstSamples[chunk + 1] ?? 0;
    let offset = chunks.offsets[chunk] ?? 0;
    for (let first = chunks.firstSamples[chunk] ?? 0; first < end; ) {
      const part = divide({ first, end });
      const sizeBytes = sizes.bytesOfRun(part);
      yield { ...part, chunk, offset, sizeBytes };
      offset += sizeBytes;
      first = part.end;
    }
  }
}

/**
 * Bytes in order, joined where no more than `gapBytes` lie between them: reading on costs less than another
 * request.
 */
export function joinBytes(all: readonly Bytes[], gapBytes: number): Bytes[] {
  const joined: Bytes[] = [];
  for (const { start, end } of [...all].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last !== undefined && start - last.end <= gapBytes) {
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    } else joined.push({ start, end });
  }
  return joined;
}

/** How many bytes ranges have together; what lies in two of them counts twice. */
export function totalBytes(all: readonly Bytes[]): number {
  return all.reduce((sum, { start, end }) => sum + end - start, 0);
}

/**
 * The bytes of the file in which all needed samples lie.
 * @throws NotReadableInRanges where any sample is said to lie outside the file, or too many ranges are needed
 */
export function neededBytes(movie: Movie, needed: NeededSamples, fileBytes: number): Bytes[] {
  const pieces: Bytes[] = [];
  for (const [index, track] of movie.tracks.entries()) {
    for (const { offset, sizeBytes, isNeeded } of chunkPieces(track, needed[index] ?? [])) {
      if (offset + sizeBytes > fileBytes) refuse("samples lie behind the end of the file");
      if (isNeeded && sizeBytes > 0) pieces.push({ start: offset, end: offset + sizeBytes });
    }
  }
  const joined = joinBytes(pieces, RANGED_READ_LIMITS.gapBytes);
  if (joined.length > RANGED_READ_LIMITS.ranges) refuse("what is needed is scattered over the file");
  return joined;
}
