// EBML as Matroska and WebM are made of it (RFC 8794, RFC 9559): elements of an id, a size and content, one in another.
import { INDEX_LIMITS } from "../../../../shared/limits/sources.ts";
import { type FilePieces, refuse } from "../file-pieces.ts";

export const IDS = {
  head: 0x1a45dfa3,
  void: 0xec,
  crc32: 0xbf,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  trackTimestampScale: 0x23314f,
  defaultDuration: 0x23e383,
  codecDelay: 0x56aa,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  chapters: 0x1043a770,
  tags: 0x1254c367,
  attachments: 0x1941a469,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  silentTracks: 0x5854,
  position: 0xa7,
  previousSize: 0xab,
  simpleBlock: 0xa3,
  encryptedBlock: 0xaf,
  blockGroup: 0xa0,
  block: 0xa1,
  blockDuration: 0x9b,
  referenceBlock: 0xfb,
} as const;

/** An element in a file; one of unknown size ends at infinity. */
export interface Element {
  readonly id: number;
  readonly position: number;
  readonly contentAt: number;
  readonly endsAt: number;
}

const MAX_ID_BYTES = 4;
const MAX_SIZE_BYTES = 8;
const UNSIGNED_BYTES = 8;

interface Vint {
  /** Without the bit that tells how long it is; infinity where all others are set, which says that it is not known. */
  readonly value: number;
  readonly bytes: number;
}

/** A number that tells its own length; undefined where there is none, or not all of it. */
export function vintAt(buffer: Buffer, at: number): Vint | undefined {
  const first = buffer[at] ?? 0;
  const bytes = Math.clz32(first) - 23;
  if (bytes > MAX_SIZE_BYTES || at + bytes > buffer.length) return undefined;
  let value = first & (0xff >> bytes);
  let isUnknown = value === 0xff >> bytes;
  for (const byte of buffer.subarray(at + 1, at + bytes)) {
    value = 256 * value + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value: isUnknown ? Number.POSITIVE_INFINITY : value, bytes };
}

/** The head of an element that stands in a buffer, of which the first byte stands so far in its file. */
function headIn(buffer: Buffer, at: number, position: number): Element | undefined {
  const id = vintAt(buffer, at);
  if (id === undefined || id.bytes > MAX_ID_BYTES) return undefined;
  const size = vintAt(buffer, at + id.bytes);
  if (size === undefined) return undefined;
  const contentAt = position + id.bytes + size.bytes;
  return { id: buffer.readUIntBE(at, id.bytes), position, contentAt, endsAt: contentAt + size.value };
}

/** The element at a position; undefined where the file ends there, or within its head. @throws NotIndexable */
export async function elementAt(pieces: FilePieces, position: number): Promise<Element | undefined> {
  pieces.countPart();
  const bytes = Math.min(MAX_ID_BYTES + MAX_SIZE_BYTES, pieces.sizeBytes - position);
  const head = bytes > 0 ? await pieces.at(position, bytes) : undefined;
  if (head === undefined) return undefined;
  const element = headIn(head, 0, position);
  if (element !== undefined) return element;
  return bytes < MAX_ID_BYTES + MAX_SIZE_BYTES ? undefined : refuse(`no element stands at byte ${position}`);
}

export interface Child {
  readonly id: number;
  /** With its head. */
  readonly whole: Buffer;
  readonly content: Buffer;
}

/**
 * What an element's content is made of.
 * @throws NotIndexable where that does not end with the content, or is more than INDEX_LIMITS
 */
export function* childrenIn(content: Buffer): Generator<Child> {
  let count = 0;
  for (let at = 0; at < content.length; ) {
    count += 1;
    if (count > INDEX_LIMITS.headChildren) refuse("what the file tells of itself has too many elements");
    const head = headIn(content, at, at);
    if (head === undefined || head.endsAt > content.length)
      refuse("what the file tells of itself is damaged");
    const { id, contentAt, endsAt } = head;
    yield { id, whole: content.subarray(at, endsAt), content: content.subarray(contentAt, endsAt) };
    at = endsAt;
  }
}

/** The first child of an id. */
export function childOf(content: Buffer, id: number): Child | undefined {
  for (const child of childrenIn(content)) if (child.id === id) return child;
  return undefined;
}

/** A number as elements have it; 0 where there is none. @throws NotIndexable where it is not told exactly */
export function unsignedIn(content: Buffer): number {
  const value = content.reduce((higher, byte) => 256 * higher + byte, 0);
  return content.length <= UNSIGNED_BYTES && Number.isSafeInteger(value)
    ? value
    : refuse("a number is too large");
}

/** As elements have numbers, always of one length, so that no place in a file depends on them. */
export function unsigned(value: number): Buffer {
  const bytes = Buffer.alloc(UNSIGNED_BYTES);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

function idBytes(id: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(id);
  return bytes.subarray(Math.clz32(id) >> 3);
}

/** What eight bytes tell, but for the first one; all ones say that a size is not known. */
const UNKNOWN_SIZE = 2 ** 56 - 1;

/** A head, always of one length for an id; of unknown size where that is infinite, or not told exactly by so large a number. */
export function longHead(id: number, sizeBytes: number): Buffer {
  const size = Buffer.alloc(MAX_SIZE_BYTES, 0xff);
  if (sizeBytes < UNKNOWN_SIZE) size.writeBigUInt64BE(BigInt(sizeBytes));
  // What tells that there are all eight bytes.
  size.writeUInt8(1);
  return Buffer.concat([idBytes(id), size]);
}

const MAX_SHORT_BYTES = 126;

/**
 * An element with its head, which tells of short contents in one byte and of longer ones in eight. Where its
 * length may not depend on its content, use `longHead`.
 */
export function element(id: number, ...content: readonly Buffer[]): Buffer {
  const bytes = content.reduce((sum, { length }) => sum + length, 0);
  const isShort = bytes <= MAX_SHORT_BYTES;
  const head = isShort ? Buffer.concat([idBytes(id), Buffer.of(0x80 | bytes)]) : longHead(id, bytes);
  return Buffer.concat([head, ...content]);
}
