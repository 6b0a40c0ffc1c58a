// Matroska and WebM files without cues, their index: browsers and what writes to a pipe leave it out with the length, and
// recordings that break off lack it. The new beginning is the old one with an index, a length, and places of what stands
// behind the clusters, all of which move by what it grows.
import { type FilePieces, type NewBeginning, refuse } from "../file-pieces.ts";
import { childrenIn, element, IDS, longHead, unsigned } from "./ebml.ts";
import { type KeyBlock, type KeyBlocks, readKeyBlocks } from "./key-blocks.ts";
import { type MatroskaHead, readHead } from "./matroska-head.ts";

/** Rewritten, or told of what no longer holds. */
const LEFT_OUT: ReadonlySet<number> = new Set([IDS.seekHead, IDS.void, IDS.crc32]);

function infoWith(info: Buffer, durationTicks: number): Buffer {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(durationTicks);
  const kept = [...childrenIn(info)].filter(({ id }) => id !== IDS.duration && id !== IDS.crc32);
  return element(IDS.info, ...kept.map(({ whole }) => whole), element(IDS.duration, duration));
}

/** One place of the index, to be filled in: all are as long. */
const CUE_POINT = element(
  IDS.cuePoint,
  element(IDS.cueTime, unsigned(0)),
  element(
    IDS.cueTrackPositions,
    element(IDS.cueTrack, unsigned(0)),
    element(IDS.cueClusterPosition, unsigned(0)),
  ),
);
/** Where the numbers stand in it, each behind the heads of two bytes of what it is in. */
const CUE_NUMBERS_AT = { time: 4, track: 16, clusterPosition: 26 } as const;

/** An index in one piece: a long recording's, put together of elements, took seconds and hundreds of megabytes. */
function cuesOf(blocks: readonly KeyBlock[], movedBytes: number): Buffer {
  const points = Buffer.alloc(blocks.length * CUE_POINT.length);
  for (const [index, { ticks, track, clusterAt }] of blocks.entries()) {
    const at = index * CUE_POINT.length;
    CUE_POINT.copy(points, at);
    points.writeBigUInt64BE(BigInt(ticks), at + CUE_NUMBERS_AT.time);
    points.writeBigUInt64BE(BigInt(track), at + CUE_NUMBERS_AT.track);
    points.writeBigUInt64BE(BigInt(clusterAt + movedBytes), at + CUE_NUMBERS_AT.clusterPosition);
  }
  return element(IDS.cues, points);
}

/** What a segment is to begin with where all places, told from there on, are so much farther than from the file's beginning. */
function contentWith(head: MatroskaHead, { blocks, endTicks }: KeyBlocks, movedBytes: number): Buffer {
  const seeks = head.sought.map(({ id, position }) =>
    element(
      IDS.seek,
      element(IDS.seekId, unsigned(id).subarray(4)),
      element(IDS.seekPosition, unsigned(position + movedBytes)),
    ),
  );
  const told = head.elements
    .filter(({ id }) => !LEFT_OUT.has(id))
    .map(({ id, whole, content }) =>
      id === IDS.info && !head.hasDuration ? infoWith(content, endTicks) : whole,
    );
  const byTime = [...blocks].sort((one, other) => one.ticks - other.ticks);
  return Buffer.concat([
    ...(seeks.length === 0 ? [] : [element(IDS.seekHead, ...seeks)]),
    ...told,
    cuesOf(byTime, movedBytes),
  ]);
}

/** How many key frames of a video, or of sound where there is none, an index has: by those ffmpeg seeks. */
function sought({ tracks }: MatroskaHead, blocks: readonly KeyBlock[]): number {
  const videos = tracks.filter(({ isVideo }) => isVideo);
  const led = videos.length === 0 ? tracks : videos;
  return Math.max(0, ...led.map(({ number }) => blocks.filter(({ track }) => track === number).length));
}

/**
 * The beginning of a file with an index of its key frames; undefined in another format, and where it has an index.
 * @throws NotIndexable, the signal's reason
 */
export async function matroskaBeginning(pieces: FilePieces): Promise<NewBeginning | undefined> {
  const head = await readHead(pieces);
  if (head === undefined) return undefined;
  const { segment, clustersAt } = head;
  const found = await readKeyBlocks(pieces, head);
  // Whatever the numbers are, they have one length.
  const { length } = contentWith(head, found, 0);
  const content = contentWith(head, found, length - clustersAt);
  const before = (await pieces.at(0, segment.position)) ?? refuse("the file has become shorter");
  return {
    replacedBytes: clustersAt,
    content: Buffer.concat([before, longHead(IDS.segment, segment.endsAt - clustersAt + length), content]),
    keyFrames: sought(head, found.blocks),
  };
}
