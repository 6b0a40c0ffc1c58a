// What the head of a block tells, of those that stand by themselves and of those in groups (RFC 9559, 10 and 5.1.3.5).
import { type FilePieces, refuse } from "../file-pieces.ts";
import { type Element, elementAt, IDS, unsignedIn, vintAt } from "./ebml.ts";

export interface BlockHead {
  readonly track: number;
  /** From the time of its cluster on, which may be earlier. */
  readonly ticks: number;
  /** Whether decoding can begin with it. */
  readonly isKey: boolean;
  /** Several where they are laced. */
  readonly frames: number;
  /** Of all its frames; undefined where it is not told. */
  readonly durationTicks?: number;
}

/** Track (up to eight bytes), time, flags, and how many frames are laced with the first. */
const MAX_HEAD_BYTES = 12;
const KEY_FLAG = 0x80;
const LACED_FLAGS = 0x06;

async function headOf(pieces: FilePieces, { contentAt, endsAt }: Element): Promise<BlockHead> {
  const head = await pieces.at(contentAt, Math.min(MAX_HEAD_BYTES, endsAt - contentAt));
  const track = head === undefined ? undefined : vintAt(head, 0);
  if (head === undefined || track === undefined || head.length < track.bytes + 3)
    return refuse(`the block at byte ${contentAt} is damaged`);
  const flags = head.readUInt8(track.bytes + 2);
  const isLaced = (flags & LACED_FLAGS) !== 0;
  return {
    track: track.value,
    ticks: head.readInt16BE(track.bytes),
    isKey: (flags & KEY_FLAG) !== 0,
    frames: isLaced ? 1 + (head[track.bytes + 3] ?? 0) : 1,
  };
}

/** The content of a short element, which the file has all of. @throws NotIndexable */
export async function numberIn(pieces: FilePieces, { contentAt, endsAt }: Element): Promise<number> {
  const bytes = endsAt - contentAt;
  if (bytes > 8) refuse(`the number at byte ${contentAt} is too long`);
  return unsignedIn((await pieces.at(contentAt, bytes)) ?? refuse("the file has become shorter"));
}

async function headOfGroup(pieces: FilePieces, group: Element): Promise<BlockHead> {
  let block: BlockHead | undefined;
  let durationTicks: number | undefined;
  let isKey = true;
  for (let position = group.contentAt; position < group.endsAt; ) {
    const child = await elementAt(pieces, position);
    if (child === undefined || child.endsAt > group.endsAt)
      return refuse(`an element at byte ${position} is larger than its group`);
    if (child.id === IDS.block) block = await headOf(pieces, child);
    if (child.id === IDS.blockDuration) durationTicks = await numberIn(pieces, child);
    if (child.id === IDS.referenceBlock) isKey = false;
    position = child.endsAt;
  }
  if (block === undefined) return refuse(`the group at byte ${group.position} has no block`);
  return { ...block, isKey, ...(durationTicks === undefined ? {} : { durationTicks }) };
}

/** The head of a block or of a group with one, which the file has all of. @throws NotIndexable */
export function blockHead(pieces: FilePieces, element: Element): Promise<BlockHead> {
  return element.id === IDS.blockGroup ? headOfGroup(pieces, element) : headOf(pieces, element);
}
