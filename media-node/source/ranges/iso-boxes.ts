// Boxes of ISO base media files (ISO/IEC 14496-12, section 4.2; QuickTime calls them atoms): a size, a type, a payload.
// What stands in them is a stranger's: every size is compared with the bytes that are there before anything is read or
// made by it. A whole library for MP4 (mp4box.js) was rejected: it builds an object for each sample, and samples are
// millions here.

/** Says why a source must be read whole. No failure of a task: whoever meets it reads the source whole. */
export class NotReadableInRanges extends Error {
  override readonly name = "NotReadableInRanges";
}

/** @throws NotReadableInRanges always */
export function refuse(reason: string): never {
  throw new NotReadableInRanges(reason);
}

export interface BoxHeader {
  readonly type: string;
  /** With its header. */
  readonly sizeBytes: number;
  readonly headerBytes: number;
}

export interface Box extends BoxHeader {
  /** With its header. */
  readonly bytes: Buffer;
  readonly payload: Buffer;
}

/** Enough for a header with its longest size. */
export const BOX_HEADER_BYTES = 16;
/** Of a box of less than 4 GiB, as all are that are written here. */
export const SHORT_HEADER_BYTES = 8;
/** Children of a box; real ones have a dozen, or one for each track. */
const MAX_CHILDREN = 1_024;

/** The header at the beginning of these bytes, of which there may be more than its own. @throws NotReadableInRanges */
export function readBoxHeader(bytes: Buffer): BoxHeader {
  if (bytes.length < SHORT_HEADER_BYTES) refuse("a box is cut off");
  const type = bytes.toString("latin1", 4, 8);
  const size = bytes.readUInt32BE(0);
  if (size === 0) refuse("a box has no size");
  if (size !== 1) return checked({ type, sizeBytes: size, headerBytes: SHORT_HEADER_BYTES });
  if (bytes.length < BOX_HEADER_BYTES) refuse("a box is cut off");
  const long = bytes.readBigUInt64BE(8);
  if (long > BigInt(Number.MAX_SAFE_INTEGER)) refuse("a box is absurdly large");
  return checked({ type, sizeBytes: Number(long), headerBytes: BOX_HEADER_BYTES });
}

function checked(header: BoxHeader): BoxHeader {
  if (header.sizeBytes < header.headerBytes) refuse("a box is smaller than its header");
  return header;
}

/** The boxes that fill these bytes. @throws NotReadableInRanges where they do not fill them exactly */
export function readBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length; ) {
    // QuickTime ends some containers with four zeros.
    if (bytes.length - at === 4 && bytes.readUInt32BE(at) === 0) break;
    const header = readBoxHeader(bytes.subarray(at, at + BOX_HEADER_BYTES));
    if (header.sizeBytes > bytes.length - at) refuse("a box reaches beyond the one that holds it");
    if (boxes.length === MAX_CHILDREN) refuse("a box holds too many others");
    const whole = bytes.subarray(at, at + header.sizeBytes);
    boxes.push({ ...header, bytes: whole, payload: whole.subarray(header.headerBytes) });
    at += header.sizeBytes;
  }
  return boxes;
}

/** The one child of this type, or undefined. @throws NotReadableInRanges where there are several */
export function onlyBox(boxes: readonly Box[], type: string): Box | undefined {
  const [box, ...others] = boxes.filter((one) => one.type === type);
  if (others.length > 0) refuse(`there are several boxes of type ${type}`);
  return box;
}

/** @throws NotReadableInRanges where there is none, or several */
export function requireBox(boxes: readonly Box[], type: string): Box {
  return onlyBox(boxes, type) ?? refuse(`there is no box of type ${type}`);
}

/** A box of this type with these contents. @throws NotReadableInRanges beyond 4 GiB */
export function writeBox(type: string, contents: readonly Buffer[]): Buffer {
  const sizeBytes = contents.reduce((sum, { length }) => sum + length, SHORT_HEADER_BYTES);
  if (sizeBytes > 0xffff_ffff) refuse("a box became too large");
  const header = Buffer.alloc(SHORT_HEADER_BYTES);
  header.writeUInt32BE(sizeBytes, 0);
  header.write(type, 4, "latin1");
  return Buffer.concat([header, ...contents], sizeBytes);
}
