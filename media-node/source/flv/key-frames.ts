// Where the key frames of an FLV file lie ("Adobe Flash Video File Format Specification 10.1", annex E; "Enhanced RTMP"
// for newer codecs). Only the heads of its tags are looked at, in pieces, so that a file is read once at most. Whatever is
// not as it should be gives no key frames: ffmpeg mends damaged files in its own way, which an index must not change.
import { type FileHandle, open } from "node:fs/promises";
import { FLV_INDEX_LIMITS } from "../../../shared/limits/sources.ts";
import { KIB, SECOND } from "../../../shared/limits/units.ts";

export interface KeyFrame {
  /**
   * From when on it is sought: the whole second at or after it is shown. Versions of ffmpeg up to 6 cut off an index's times
   * to whole seconds, and would lead to one that is shown behind the time that is sought.
   */
  readonly fromS: number;
  /** Of its tag. */
  readonly position: number;
}

export interface FlvKeyFrames {
  /** Where a further tag can stand: behind what the file tells of itself, before all that is shown or heard. */
  readonly insertAt: number;
  readonly keyFrames: readonly KeyFrame[];
}

const PIECE_BYTES = 256 * KIB;
const FILE_HEAD_BYTES = 9;
const TAG_HEAD_BYTES = 11;
/** Behind each tag, and behind the file's head, stands how long it is. */
const TAIL_BYTES = 4;
const VIDEO = 9;
const SCRIPT = 18;
/** The third is audio. */
const TAG_TYPES: ReadonlySet<number> = new Set([8, VIDEO, SCRIPT]);
/** How many bytes of a video tag say what it holds, of which the first is of its frame and codec. */
const VIDEO_HEAD_BYTES = 8;
const KEY = 1;
const H264 = 7;
/** From here on that byte is one of "Enhanced RTMP", with the codec's name behind it. */
const ENHANCED = 0x80;
const CODED = 1;
/** Shown when it is decoded. */
const CODED_AT_ONCE = 3;
/** Codecs of which a tag tells how much later than it is decoded a frame is shown. */
const DELAYED: ReadonlySet<string> = new Set(["avc1", "hvc1"]);

/** Reads what is asked for in ascending order. */
class Pieces {
  readonly #file: FileHandle;
  readonly #sizeBytes: number;
  readonly #signal: AbortSignal;
  #piece = Buffer.alloc(0);
  #startsAt = 0;

  constructor(file: FileHandle, sizeBytes: number, signal: AbortSignal) {
    this.#file = file;
    this.#sizeBytes = sizeBytes;
    this.#signal = signal;
  }

  /** So many bytes; undefined where the file ends before. */
  async at(position: number, bytes: number): Promise<Buffer | undefined> {
    if (position + bytes > this.#sizeBytes) return undefined;
    const isHere = position >= this.#startsAt && position + bytes <= this.#startsAt + this.#piece.length;
    if (!isHere) {
      this.#signal.throwIfAborted();
      const wanted = Buffer.allocUnsafe(Math.max(bytes, PIECE_BYTES));
      const { bytesRead } = await this.#file.read({ buffer: wanted, position });
      this.#piece = wanted.subarray(0, bytesRead);
      this.#startsAt = position;
      if (bytesRead < bytes) return undefined;
    }
    const from = position - this.#startsAt;
    return this.#piece.subarray(from, from + bytes);
  }
}

interface Tag {
  readonly position: number;
  readonly type: number;
  /** When it is decoded. */
  readonly timeMs: number;
  readonly bodyBytes: number;
  readonly endsAt: number;
}

async function tagAt(pieces: Pieces, position: number): Promise<Tag | undefined> {
  const head = await pieces.at(position, TAG_HEAD_BYTES);
  if (head === undefined) return undefined;
  const bodyBytes = head.readUIntBE(1, 3);
  return {
    position,
    type: head.readUInt8(0),
    bodyBytes,
    // The highest byte comes last, and its first bit is a sign.
    timeMs: (head.readInt8(7) << 24) | head.readUIntBE(4, 3),
    endsAt: position + TAG_HEAD_BYTES + bodyBytes + TAIL_BYTES,
  };
}

/**
 * When the key frame of a video tag is shown; undefined where it holds none, as a head of a decoder. By when it is decoded,
 * which is earlier, a seek would find one that is shown behind the time that is sought.
 */
async function keyFrameMs(pieces: Pieces, { position, bodyBytes, timeMs }: Tag): Promise<number | undefined> {
  const head = await pieces.at(position + TAG_HEAD_BYTES, Math.min(bodyBytes, VIDEO_HEAD_BYTES));
  if (head === undefined || head.length < VIDEO_HEAD_BYTES) return undefined;
  const first = head.readUInt8(0);
  if (((first >> 4) & 7) !== KEY) return undefined;
  const low = first & 15;
  if (first < ENHANCED) {
    if (low !== H264) return timeMs;
    return head.readUInt8(1) === CODED ? timeMs + head.readIntBE(2, 3) : undefined;
  }
  if (low === CODED_AT_ONCE) return timeMs;
  if (low !== CODED) return undefined;
  return DELAYED.has(head.toString("latin1", 1, 5)) ? timeMs + head.readIntBE(5, 3) : timeMs;
}

/** Where the first tag stands; undefined in another format. */
async function firstTagAt(pieces: Pieces): Promise<number | undefined> {
  const head = await pieces.at(0, FILE_HEAD_BYTES);
  if (head?.toString("latin1", 0, 3) !== "FLV") return undefined;
  return Math.max(FILE_HEAD_BYTES, head.readUInt32BE(5)) + TAIL_BYTES;
}

/**
 * The key frames from a tag on; undefined where something else than tags stands there, the clock of the video goes back, or
 * there are more than FLV_INDEX_LIMITS.
 */
async function keyFramesFrom(pieces: Pieces, first: Tag): Promise<KeyFrame[] | undefined> {
  const positions = new Map<number, number>();
  let [videoMs, lastS] = [0, Number.NEGATIVE_INFINITY];
  let tag: Tag | undefined = first;
  for (let tags = 1; tag !== undefined; tag = await tagAt(pieces, tag.endsAt), tags += 1) {
    const { type, timeMs, position } = tag;
    const isTooMany = tags > FLV_INDEX_LIMITS.tags || positions.size > FLV_INDEX_LIMITS.keyFrames;
    if (!TAG_TYPES.has(type) || isTooMany) return undefined;
    if (type !== VIDEO) continue;
    if (timeMs < videoMs) return undefined;
    videoMs = timeMs;
    const fromS = Math.ceil(((await keyFrameMs(pieces, tag)) ?? Number.NaN) / SECOND);
    if (!(fromS >= lastS)) continue;
    // Of several in one second the last.
    positions.set(fromS, position);
    lastS = fromS;
  }
  return [...positions].map(([fromS, position]) => ({ fromS, position }));
}

async function keyFramesIn(pieces: Pieces): Promise<FlvKeyFrames | undefined> {
  const firstAt = await firstTagAt(pieces);
  const first = firstAt === undefined ? undefined : await tagAt(pieces, firstAt);
  if (first === undefined) return undefined;
  const insertAt = first.type === SCRIPT ? first.endsAt : first.position;
  if (insertAt > FLV_INDEX_LIMITS.beginningBytes) return undefined;
  const keyFrames = await keyFramesFrom(pieces, first);
  return keyFrames === undefined ? undefined : { insertAt, keyFrames };
}

/**
 * Finds the key frames of a file, one a second at most. Undefined where it is no FLV, is damaged, has a clock that goes
 * back or is beyond FLV_INDEX_LIMITS. @throws `signal.reason` on abort
 */
export async function readKeyFrames(path: string, signal: AbortSignal): Promise<FlvKeyFrames | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return await keyFramesIn(new Pieces(file, size, signal));
  } finally {
    await file.close();
  }
}
