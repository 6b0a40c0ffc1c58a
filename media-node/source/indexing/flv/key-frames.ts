// Where the key frames of an FLV file lie ("Adobe Flash Video File Format Specification 10.1", annex E; "Enhanced RTMP"
// for newer codecs).
import { INDEX_LIMITS } from "../../../../shared/limits/sources.ts";
import { SECOND } from "../../../../shared/limits/units.ts";
import { type FilePieces, refuse } from "../file-pieces.ts";

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

interface Tag {
  readonly position: number;
  readonly type: number;
  /** When it is decoded. */
  readonly timeMs: number;
  readonly bodyBytes: number;
  readonly endsAt: number;
}

async function tagAt(pieces: FilePieces, position: number): Promise<Tag | undefined> {
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
async function keyFrameMs(
  pieces: FilePieces,
  { position, bodyBytes, timeMs }: Tag,
): Promise<number | undefined> {
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

/** Whether a file is FLV, by what it begins with. */
export function isFlv(beginning: Buffer): boolean {
  return beginning.toString("latin1", 0, 3) === "FLV";
}

/** Where the first tag stands; undefined in another format. */
async function firstTagAt(pieces: FilePieces): Promise<number | undefined> {
  const head = await pieces.at(0, FILE_HEAD_BYTES);
  if (head === undefined || !isFlv(head)) return undefined;
  return Math.max(FILE_HEAD_BYTES, head.readUInt32BE(5)) + TAIL_BYTES;
}

/**
 * The key frames from a tag on. @throws NotIndexable where something else than tags stands there, the clock of the video
 * goes back, or there are more than INDEX_LIMITS
 */
async function keyFramesFrom(pieces: FilePieces, first: Tag): Promise<KeyFrame[]> {
  const positions = new Map<number, number>();
  let [videoMs, lastS] = [0, Number.NEGATIVE_INFINITY];
  for (let tag: Tag | undefined = first; tag !== undefined; tag = await tagAt(pieces, tag.endsAt)) {
    const { type, timeMs, position } = tag;
    pieces.countPart();
    if (!TAG_TYPES.has(type)) refuse("something else than tags stands in the file");
    if (type !== VIDEO) continue;
    if (timeMs < videoMs) refuse("the clock of the video goes back");
    videoMs = timeMs;
    const fromS = Math.ceil(((await keyFrameMs(pieces, tag)) ?? Number.NaN) / SECOND);
    if (!(fromS >= lastS)) continue;
    // Of several in one second the last.
    positions.set(fromS, position);
    lastS = fromS;
    if (positions.size > INDEX_LIMITS.keyFrames) refuse("the file has too many key frames");
  }
  return [...positions].map(([fromS, position]) => ({ fromS, position }));
}

/**
 * Finds the key frames of a file, one a second at most; undefined in another format.
 * @throws NotIndexable where it is damaged, has a clock that goes back or is beyond INDEX_LIMITS; the signal's reason
 */
export async function readKeyFrames(pieces: FilePieces): Promise<FlvKeyFrames | undefined> {
  const firstAt = await firstTagAt(pieces);
  if (firstAt === undefined) return undefined;
  const first = (await tagAt(pieces, firstAt)) ?? refuse("the file has no tags");
  const insertAt = first.type === SCRIPT ? first.endsAt : first.position;
  if (insertAt > INDEX_LIMITS.beginningBytes) refuse("the content begins too far behind the file's head");
  return { insertAt, keyFrames: await keyFramesFrom(pieces, first) };
}
