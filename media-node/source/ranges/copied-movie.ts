// The `moov` box of a copy that has only a part of its source's samples. Times, sizes and descriptions stay as they are,
// but a sample that was not copied is said to lie at the copy's very last byte, in a chunk of its own: whoever reads it
// gets one byte and then the file's end, which ffmpeg reports as a corrupt packet (see ranged-input). Leaving the offsets
// as they are was rejected: reads outside would find the zeros of a sparse file, and black frames pass for a film.
//
// Subtitles that were not copied are empty instead: they are strewn over the whole file, and are read all at once. Who
// works on a stretch takes those of the stretch.
import { chunkPieces } from "./byte-ranges.ts";
import { type Box, readBoxes, refuse, SHORT_HEADER_BYTES, writeBox } from "./iso-boxes.ts";
import type { NeededSamples } from "./needed-samples.ts";
import { FRAMES_OF_A_PACKET, type Movie, type Track } from "./read-movie.ts";

/** A length of no text (ETSI TS 126 245, section 5.17.1), with which writers end the text before. */
const EMPTY_SUBTITLE_BYTES = 2;

/** Where a copy leads those who read what is not there. */
interface Elsewhere {
  readonly zerosOffset: number;
  readonly lastOffset: number;
}

interface ChunkTables {
  /** Each chunk's offset, number of samples and description. */
  readonly offsets: number[];
  readonly counts: number[];
  readonly descriptions: number[];
}

function chunkTables(track: Track, needed: NeededSamples[number], elsewhere: Elsewhere): ChunkTables {
  const tables: ChunkTables = { offsets: [], counts: [], descriptions: [] };
  const add = (offset: number, count: number, description: number): void => {
    tables.offsets.push(offset);
    tables.counts.push(count);
    tables.descriptions.push(description);
  };
  const step = track.isAudioFrames ? FRAMES_OF_A_PACKET : 1;
  const missing = track.kind === "subtitle" ? elsewhere.zerosOffset : elsewhere.lastOffset;
  for (const { chunk, first, end, offset, isNeeded } of chunkPieces(track, needed)) {
    const description = track.chunks.descriptions[chunk] ?? 1;
    if (isNeeded) add(offset, end - first, description);
    else for (let at = first; at < end; at += step) add(missing, Math.min(step, end - at), description);
  }
  return tables;
}

function fullBox(type: string, count: number, entries: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(count, 4);
  return writeBox(type, [head, entries]);
}

function offsetsBox(offsets: readonly number[]): Buffer {
  const entries = Buffer.alloc(8 * offsets.length);
  offsets.forEach((offset, index) => {
    entries.writeUIntBE(Math.floor(offset / 2 ** 32), 8 * index, 4);
    entries.writeUInt32BE(offset % 2 ** 32, 8 * index + 4);
  });
  return fullBox("co64", offsets.length, entries);
}

function chunksBox({ counts, descriptions }: ChunkTables): Buffer {
  const runs: number[] = [];
  for (let chunk = 0; chunk < counts.length; chunk += 1) {
    const isSame =
      chunk > 0 && counts[chunk] === counts[chunk - 1] && descriptions[chunk] === descriptions[chunk - 1];
    if (!isSame) runs.push(chunk);
  }
  const entries = Buffer.alloc(12 * runs.length);
  runs.forEach((chunk, index) => {
    entries.writeUInt32BE(chunk + 1, 12 * index);
    entries.writeUInt32BE(counts[chunk] ?? 0, 12 * index + 4);
    entries.writeUInt32BE(descriptions[chunk] ?? 1, 12 * index + 8);
  });
  return fullBox("stsc", runs.length, entries);
}

/** Sizes with those of missing samples made that of an empty subtitle. */
function subtitleSizesBox({ sizes, sampleCount }: Track, needed: NeededSamples[number]): Buffer {
  const entries = Buffer.alloc(4 + 4 * sampleCount);
  entries.writeUInt32BE(sampleCount, 0);
  entries.fill(Buffer.from([0, 0, 0, EMPTY_SUBTITLE_BYTES]), 4);
  for (const { first, end } of needed) {
    for (let sample = first; sample < end; sample += 1) {
      entries.writeUInt32BE(sizes.bytesOf(sample), 4 + 4 * sample);
    }
  }
  // A common size of 0 says that each has its own.
  return fullBox("stsz", 0, entries);
}

const CONTAINERS: ReadonlySet<string> = new Set(["mdia", "minf"]);

/** The same track with other chunks. */
function copiedTrack(box: Box, track: Track, needed: NeededSamples[number], elsewhere: Elsewhere): Buffer {
  const tables = chunkTables(track, needed, elsewhere);
  const copied = (child: Box): Buffer => {
    if (CONTAINERS.has(child.type)) return writeBox(child.type, readBoxes(child.payload).map(copied));
    if (child.type !== "stbl") return child.bytes;
    return writeBox(child.type, readBoxes(child.payload).map(copiedTable));
  };
  const copiedTable = (child: Box): Buffer => {
    if (child.type === "stsc") return chunksBox(tables);
    if (child.type === "stsz" && track.kind === "subtitle") return subtitleSizesBox(track, needed);
    return child.type === "stco" || child.type === "co64" ? offsetsBox(tables.offsets) : child.bytes;
  };
  return writeBox(box.type, readBoxes(box.payload).map(copied));
}

function moovBox(moov: Box, movie: Movie, needed: NeededSamples, elsewhere: Elsewhere): Buffer {
  let index = -1;
  const children = readBoxes(moov.payload).map((box) => {
    if (box.type !== "trak") return box.bytes;
    index += 1;
    const track = movie.tracks[index];
    if (track === undefined || track.sampleCount === 0) return box.bytes;
    return copiedTrack(box, track, needed[index] ?? [], elsewhere);
  });
  return writeBox(moov.type, children);
}

/**
 * What must stand behind the `fileBytes` of a source of which only the needed samples are copied: its tables, zeros for
 * subtitles that are missing, and the last byte. @throws NotReadableInRanges
 */
export function copiedMovie(moov: Box, movie: Movie, needed: NeededSamples, fileBytes: number): Buffer {
  // Who reads a sample of one byte would not notice that it is another one.
  if (movie.tracks.some(({ sizes, isAudioFrames }) => sizes.commonBytes === 1 && !isAudioFrames)) {
    refuse("samples have one byte");
  }
  const zeros = writeBox("free", [Buffer.alloc(EMPTY_SUBTITLE_BYTES + 1)]);
  // Offsets have one width, so that the box's size is known before they are.
  const sizeBytes = moovBox(moov, movie, needed, { zerosOffset: 0, lastOffset: 0 }).length;
  const lastOffset = fileBytes + sizeBytes + zeros.length - 1;
  const zerosOffset = fileBytes + sizeBytes + SHORT_HEADER_BYTES;
  return Buffer.concat([moovBox(moov, movie, needed, { zerosOffset, lastOffset }), zeros]);
}
