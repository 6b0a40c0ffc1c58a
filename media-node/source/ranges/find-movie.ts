// Finds a film's `moov` box, at whichever end of the file it stands, by reading the headers of the boxes at its top.
import { RANGED_READ_LIMITS } from "../../../shared/limits/sources.ts";
import type { Bytes } from "./byte-ranges.ts";
import { BOX_HEADER_BYTES, type Box, type BoxHeader, readBoxes, readBoxHeader, refuse } from "./iso-boxes.ts";

/** Where a box at the top of the file stands. */
export interface TopBox extends BoxHeader, Bytes {}

export interface FoundMovie {
  readonly moov: Box;
  readonly moovAt: Bytes;
  /** What is copied beside samples, so that the file can be walked through: headers, and small boxes whole. */
  readonly frame: readonly Bytes[];
}

/** Anything else at the top (fragments, indexes of segments) says that samples are found in other ways. */
const KNOWN: ReadonlySet<string> = new Set([
  "ftyp",
  "free",
  "skip",
  "wide",
  "mdat",
  "moov",
  "udta",
  "meta",
  "uuid",
]);
/** Of which programs read no more than the header. */
const SKIPPED: ReadonlySet<string> = new Set(["free", "skip", "wide", "mdat", "moov"]);

/** Reads a range of the file into memory. */
export type ReadFile = (range: Bytes) => Promise<Buffer>;

/** Reads headers, those of boxes that stand close to each other by one request. */
function headerReader(sizeBytes: number, read: ReadFile): (at: number) => Promise<BoxHeader> {
  const { headBytes, headerBytes } = RANGED_READ_LIMITS;
  let block: Bytes & { readonly bytes: Buffer } = { start: 0, end: 0, bytes: Buffer.alloc(0) };
  return async (at) => {
    if (Math.min(sizeBytes, at + BOX_HEADER_BYTES) > block.end) {
      const range = { start: at, end: Math.min(sizeBytes, at + (at === 0 ? headBytes : headerBytes)) };
      block = { ...range, bytes: await read(range) };
    }
    const from = at - block.start;
    return readBoxHeader(block.bytes.subarray(from, from + BOX_HEADER_BYTES));
  };
}

async function topBoxes(sizeBytes: number, read: ReadFile): Promise<TopBox[]> {
  const headerAt = headerReader(sizeBytes, read);
  const boxes: TopBox[] = [];
  for (let at = 0; at < sizeBytes; ) {
    if (boxes.length === RANGED_READ_LIMITS.topBoxes) refuse("there are too many boxes at the top");
    const header = await headerAt(at);
    if (at === 0 && header.type !== "ftyp") refuse("this is no MP4 or MOV");
    if (!KNOWN.has(header.type)) refuse("there are boxes of a type that is not known");
    if (header.sizeBytes > sizeBytes - at) refuse("a box reaches beyond the end of the file");
    boxes.push({ ...header, start: at, end: at + header.sizeBytes });
    at += header.sizeBytes;
  }
  return boxes;
}

/** Finds and reads the tables of a film. @throws NotReadableInRanges; what `read` throws */
export async function findMovie(sizeBytes: number, read: ReadFile): Promise<FoundMovie> {
  const boxes = await topBoxes(sizeBytes, read);
  const [found, ...others] = boxes.filter(({ type }) => type === "moov");
  if (found === undefined || others.length > 0) refuse("there is not exactly one box of type moov");
  if (found.sizeBytes > RANGED_READ_LIMITS.tablesBytes) refuse("the tables are too large");
  const { start, end } = found;
  const [moov] = readBoxes(await read({ start, end }));
  if (moov === undefined) refuse("there is no box of type moov");
  const frame = boxes.map((box) => ({
    start: box.start,
    end: SKIPPED.has(box.type) ? box.start + Math.min(box.sizeBytes, BOX_HEADER_BYTES) : box.end,
  }));
  return { moov, moovAt: { start, end }, frame };
}
