// The sample tables of a track (ISO/IEC 14496-12, sections 8.6 and 8.7): when each sample is decoded, how large it is, and
// in which chunk it lies. Tables are read where they stand, without an object for each entry; only chunks, which are few,
// get numbers of their own.
import { RANGED_READ_LIMITS } from "../../../shared/limits/sources.ts";
import { type Box, onlyBox, refuse, requireBox } from "./iso-boxes.ts";

/** Samples that follow each other: `end` is behind the last. */
export interface SampleRun {
  readonly first: number;
  readonly end: number;
}

export interface Chunks {
  readonly count: number;
  /** Where each begins in the file. */
  readonly offsets: Float64Array;
  /** The first sample of each, and behind the last chunk the number of samples. */
  readonly firstSamples: Uint32Array;
  /** Which description its samples have, counted from 1. */
  readonly descriptions: Uint32Array;
}

/** A table of entries of one width behind a count: the entries, as far as the box really holds them. */
interface Table {
  readonly count: number;
  readonly view: DataView;
}

const FULL_BOX_BYTES = 4;

function table(box: Box, entryBytes: number): Table {
  const { payload } = box;
  if (payload.length < FULL_BOX_BYTES + 4) refuse(`a box of type ${box.type} is cut off`);
  const count = payload.readUInt32BE(FULL_BOX_BYTES);
  const entries = payload.subarray(FULL_BOX_BYTES + 4);
  if (count * entryBytes > entries.length) refuse(`a box of type ${box.type} is cut off`);
  return { count, view: new DataView(entries.buffer, entries.byteOffset, count * entryBytes) };
}

/** The sizes of samples: one for all, or one each. */
export class SampleSizes {
  readonly count: number;
  /** Of every sample; 0 where each has its own. */
  readonly commonBytes: number;
  readonly #view: DataView;

  /** @throws NotReadableInRanges */
  constructor(box: Box) {
    const { payload } = box;
    if (payload.length < FULL_BOX_BYTES + 8) refuse("a box of type stsz is cut off");
    this.commonBytes = payload.readUInt32BE(FULL_BOX_BYTES);
    this.count = payload.readUInt32BE(FULL_BOX_BYTES + 4);
    const entries = payload.subarray(FULL_BOX_BYTES + 8);
    const ownBytes = this.commonBytes === 0 ? 4 * this.count : 0;
    if (ownBytes > entries.length) refuse("a box of type stsz is cut off");
    this.#view = new DataView(entries.buffer, entries.byteOffset, ownBytes);
  }

  bytesOf(sample: number): number {
    return this.commonBytes === 0 ? this.#view.getUint32(4 * sample) : this.commonBytes;
  }

  /** Of all samples of a run together. */
  bytesOfRun({ first, end }: SampleRun): number {
    if (this.commonBytes !== 0) return (end - first) * this.commonBytes;
    let bytes = 0;
    for (let sample = first; sample < end; sample += 1) bytes += this.#view.getUint32(4 * sample);
    return bytes;
  }
}

/** When samples are decoded, in ticks of the track's clock: runs of samples with one step each. */
export class DecodeTimes {
  readonly #firstSamples: Float64Array;
  readonly #firstTicks: Float64Array;
  readonly #steps: Float64Array;
  /** The step of all samples, where it is the same for all. */
  readonly commonStep: number | undefined;
  readonly endTicks: number;

  /** @throws NotReadableInRanges where the steps are not of exactly so many samples */
  constructor(box: Box, sampleCount: number) {
    const { count, view } = table(box, 8);
    this.#firstSamples = new Float64Array(count);
    this.#firstTicks = new Float64Array(count);
    this.#steps = new Float64Array(count);
    let sample = 0;
    let ticks = 0;
    for (let run = 0; run < count; run += 1) {
      this.#firstSamples[run] = sample;
      this.#firstTicks[run] = ticks;
      const step = view.getUint32(8 * run + 4);
      // ffmpeg takes a step of more than half the range of its number for a negative one.
      if (step > 0x7fff_ffff) refuse("a sample lasts absurdly long");
      this.#steps[run] = step;
      sample += view.getUint32(8 * run);
      ticks += view.getUint32(8 * run) * step;
    }
    if (sample !== sampleCount) refuse("the times are not of as many samples as there are");
    this.commonStep = count === 1 ? this.#steps[0] : undefined;
    this.endTicks = ticks;
  }

  /** When a sample is decoded. @param sample from 0 */
  ticksOf(sample: number): number {
    const run = lastNotAbove(this.#firstSamples, sample);
    return at(this.#firstTicks, run) + (sample - at(this.#firstSamples, run)) * at(this.#steps, run);
  }

  /** The last sample that is decoded no later than this; 0 where all are later. */
  sampleAt(ticks: number): number {
    const run = lastNotAbove(this.#firstTicks, ticks);
    const first = at(this.#firstSamples, run);
    const end = run + 1 < this.#firstSamples.length ? at(this.#firstSamples, run + 1) : Infinity;
    const step = at(this.#steps, run);
    const into = step === 0 ? Infinity : Math.floor((ticks - at(this.#firstTicks, run)) / step);
    return Math.max(first, Math.min(first + into, end - 1));
  }
}

function at(list: Float64Array | Uint32Array, index: number): number {
  return list[index] ?? 0;
}

/** The last index whose value is not above this one, in an ascending list; 0 where all are. */
export function lastNotAbove(ascending: Float64Array | Uint32Array, value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (at(ascending, middle) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The samples that decode without others, counted from 0 and ascending; undefined where all do. @throws NotReadableInRanges */
export function readSyncSamples(boxes: readonly Box[], sampleCount: number): Uint32Array | undefined {
  const box = onlyBox(boxes, "stss");
  if (box === undefined) return undefined;
  const { count, view } = table(box, 4);
  if (count === 0) refuse("no sample decodes without others");
  const samples = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) {
    const sample = view.getUint32(4 * index);
    const before = index === 0 ? 0 : at(samples, index - 1) + 1;
    if (sample <= before || sample > sampleCount) refuse("the samples to seek to are out of order");
    samples[index] = sample - 1;
  }
  return samples;
}

/** By how much samples are shown earlier or later than they are decoded at most, in ticks. @throws NotReadableInRanges */
export function readMaxShift(boxes: readonly Box[]): number {
  const box = onlyBox(boxes, "ctts");
  if (box === undefined) return 0;
  const { count, view } = table(box, 8);
  let shift = 0;
  // Whatever the version says, real files have negative ones in both.
  for (let run = 0; run < count; run += 1) shift = Math.max(shift, Math.abs(view.getInt32(8 * run + 4)));
  return shift;
}

function readOffsets(boxes: readonly Box[]): Float64Array {
  const short = onlyBox(boxes, "stco");
  const long = onlyBox(boxes, "co64");
  if ((short === undefined) === (long === undefined)) refuse("the chunks have no offsets, or two of them");
  const { count, view } = long === undefined ? table(short as Box, 4) : table(long, 8);
  if (count > RANGED_READ_LIMITS.chunks) refuse("there are too many chunks");
  const offsets = new Float64Array(count);
  for (let chunk = 0; chunk < count; chunk += 1) {
    offsets[chunk] = long === undefined ? view.getUint32(4 * chunk) : Number(view.getBigUint64(8 * chunk));
  }
  return offsets;
}

/** A run of chunks with as many samples each. */
interface ChunkRun {
  readonly end: number;
  readonly samples: number;
  readonly description: number;
}

/** The runs of chunks, one behind the other from the first chunk to the last. @throws NotReadableInRanges where they are not */
function* readChunkRuns(boxes: readonly Box[], chunkCount: number): Generator<ChunkRun> {
  const { count, view } = table(requireBox(boxes, "stsc"), 12);
  if (count > chunkCount) refuse("the chunks are described more often than there are any");
  if (count > 0 && view.getUint32(0) !== 1) refuse("the chunks are described out of order");
  let first = 0;
  for (let run = 0; run < count; run += 1) {
    const end = run + 1 < count ? view.getUint32(12 * run + 12) - 1 : chunkCount;
    const samples = view.getUint32(12 * run + 4);
    if (end <= first || end > chunkCount) refuse("the chunks are described out of order");
    if (samples === 0) refuse("a chunk has no samples");
    yield { end, samples, description: view.getUint32(12 * run + 8) };
    first = end;
  }
}

/** @throws NotReadableInRanges where the chunks do not hold exactly the samples that there are */
export function readChunks(boxes: readonly Box[], sampleCount: number): Chunks {
  const offsets = readOffsets(boxes);
  const count = offsets.length;
  const firstSamples = new Uint32Array(count + 1);
  const descriptions = new Uint32Array(count);
  let sample = 0;
  let chunk = 0;
  for (const { end, samples, description } of readChunkRuns(boxes, count)) {
    for (; chunk < end; chunk += 1) {
      firstSamples[chunk] = sample;
      descriptions[chunk] = description;
      sample += samples;
      if (sample > sampleCount) refuse("the chunks hold more samples than there are");
    }
  }
  if (sample !== sampleCount || chunk !== count) refuse("the chunks hold fewer samples than there are");
  firstSamples[count] = sample;
  return { count, offsets, firstSamples, descriptions };
}
