// Matroska and WebM files as programs other than ffmpeg write them: made of what ffmpeg wrote, or of elements of any kind.

/** An element's id and what it holds; without an end where its size is not told. */
export interface Part {
  readonly id: number;
  readonly content: Buffer;
}

export const ID = {
  head: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  cues: 0x1c53bb6b,
  tags: 0x1254c367,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  group: 0xa0,
  block: 0xa1,
  blockDuration: 0x9b,
  reference: 0xfb,
  encrypted: 0xaf,
  void: 0xec,
} as const;

function vint(bytes: Buffer, at: number): { readonly value: number; readonly length: number } | undefined {
  const first = bytes[at] ?? 0;
  let length = 1;
  while (length < 9 && ((first << length) & 0x100) === 0) length += 1;
  if (at + length > bytes.length) return undefined;
  let value = first & (0xff >> length);
  for (let next = 1; next < length; next += 1) value = 256 * value + bytes.readUInt8(at + next);
  // All ones: not known.
  return { value: value >= 2 ** (7 * length) - 1 ? Number.POSITIVE_INFINITY : value, length };
}

/** The elements of a content, of which only the last may be cut off or of unknown size. */
export function partsOf(bytes: Buffer): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < bytes.length; ) {
    const id = vint(bytes, at);
    const size = id === undefined ? undefined : vint(bytes, at + id.length);
    if (id === undefined || size === undefined) break;
    const from = at + id.length + size.length;
    const end = Math.min(bytes.length, from + size.value);
    parts.push({ id: bytes.readUIntBE(at, id.length), content: bytes.subarray(from, end) });
    at = end;
  }
  return parts;
}

function idBytes(id: number): Buffer {
  const text = id.toString(16);
  return Buffer.from(text.length % 2 === 0 ? text : `0${text}`, "hex");
}

/** An element; `claimed` is what it says its size is, infinity for one that it does not tell. */
export function part(id: number, content: Buffer | readonly Buffer[], claimed?: number): Buffer {
  const held = Buffer.isBuffer(content) ? content : Buffer.concat(content);
  const size = Buffer.alloc(8, 0xff);
  const told = claimed ?? held.length;
  if (Number.isFinite(told)) size.writeBigUInt64BE(BigInt(told));
  size.writeUInt8(1);
  return Buffer.concat([idBytes(id), size, held]);
}

export function number(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

/** A file's own head, and what its segment holds. */
function opened(file: Buffer): { readonly head: Buffer; readonly parts: readonly Part[] } {
  const [head, segment] = partsOf(file);
  return { head: part(ID.head, head?.content ?? []), parts: partsOf(segment?.content ?? Buffer.alloc(0)) };
}

/** A file with each of the elements of its segment written anew. */
export function rewritten(file: Buffer, rewrite: (inSegment: Part) => Buffer): Buffer {
  const { head, parts } = opened(file);
  return Buffer.concat([head, part(ID.segment, parts.map(rewrite), Number.POSITIVE_INFINITY)]);
}

/** A file without cues, whose tags stand behind its clusters, as it says. */
export function withTagsLast(file: Buffer): Buffer {
  const { head, parts } = opened(file);
  const written = (ids: readonly number[]): Buffer[] =>
    parts.filter(({ id }) => ids.includes(id)).map(({ id, content }) => part(id, content));
  const others = Buffer.concat(written([ID.info, ID.tracks, ID.cluster]));
  const seekHead = (position: number): Buffer =>
    part(
      ID.seekHead,
      part(ID.seek, [part(ID.seekId, idBytes(ID.tags)), part(ID.seekPosition, number(position))]),
    );
  const position = seekHead(0).length + others.length;
  return Buffer.concat([head, part(ID.segment, [seekHead(position), others, ...written([ID.tags])])]);
}

/** A cluster that does not tell where it ends, as browsers write them. */
export function live({ id, content }: Part): Buffer {
  return part(id, content, id === ID.cluster ? Number.POSITIVE_INFINITY : undefined);
}

/** A cluster whose blocks stand in groups of their own, each with its duration in ticks. */
export function grouped({ id, content }: Part): Buffer {
  if (id !== ID.cluster) return part(id, content);
  const groups = partsOf(content).map((child) => {
    if (child.id !== ID.simpleBlock) return part(child.id, child.content);
    const isKey = (child.content.readUInt8(3) & 0x80) !== 0;
    const block = Buffer.from(child.content);
    block.writeUInt8(block.readUInt8(3) & 0x0f, 3);
    const reference = isKey ? [] : [part(ID.reference, Buffer.of(0xff))];
    return part(ID.group, [
      part(ID.block, block),
      part(ID.blockDuration, number(block.readUInt8(0) === 0x81 ? 40 : 20)),
      ...reference,
    ]);
  });
  return part(id, groups);
}

/** A file of one video, number 1, and one sound, number 2, with these elements behind what it tells of itself. */
export function fileOf(inSegment: readonly Buffer[], size = Number.POSITIVE_INFINITY): Buffer {
  const track = (trackNumber: number, type: number): Buffer =>
    part(0xae, [part(0xd7, number(trackNumber)), part(0x83, number(type))]);
  const info = part(ID.info, part(0x2ad7b1, number(1_000_000)));
  return Buffer.concat([
    part(ID.head, part(0x4282, Buffer.from("webm"))),
    part(ID.segment, [info, part(ID.tracks, [track(1, 1), track(2, 2)]), ...inSegment], size),
  ]);
}

export interface MadeBlock {
  readonly track?: number;
  /** From the time of its cluster on. */
  readonly ticks?: number;
  readonly isKey?: boolean;
  readonly lacedFrames?: number;
  readonly bytes?: number;
}

/** A block with a content of zeros. */
export function blockOf({
  track = 1,
  ticks = 0,
  isKey = true,
  lacedFrames = 1,
  bytes = 8,
}: MadeBlock): Buffer {
  const head = Buffer.of(
    0x80 | track,
    0,
    0,
    (isKey ? 0x80 : 0) | (lacedFrames > 1 ? 0x06 : 0),
    lacedFrames - 1,
  );
  head.writeInt16BE(ticks, 1);
  return Buffer.concat([head, Buffer.alloc(bytes)]);
}

/** A cluster of blocks. */
export function clusterOf(ticks: number, blocks: readonly MadeBlock[] = [{}], claimed?: number): Buffer {
  const simple = blocks.map((block) => part(ID.simpleBlock, blockOf(block)));
  return part(ID.cluster, [part(ID.timestamp, number(ticks)), ...simple], claimed);
}
