// What a Matroska or WebM file tells of itself before its first cluster, and whether it has an index of its own.
import { INDEX_LIMITS, SOURCE_LIMITS } from "../../../../shared/limits/sources.ts";
import { type FilePieces, refuse } from "../file-pieces.ts";
import { type Child, childOf, childrenIn, type Element, elementAt, IDS, unsignedIn } from "./ebml.ts";

/** A sound or a video, whose blocks an index may name. */
export interface Track {
  readonly number: number;
  readonly isVideo: boolean;
  /** Of a frame, in ticks; undefined where it is not told. */
  readonly frameTicks: number | undefined;
  /** How much earlier than it is told all is heard, in ticks. */
  readonly delayTicks: number;
}

/** An element that stands somewhere else, as the file tells. */
export interface Sought {
  readonly id: number;
  /** From the beginning of the file. */
  readonly position: number;
}

export interface MatroskaHead {
  /** What holds all but the file's own head. */
  readonly segment: Element;
  /** Where the first cluster stands. */
  readonly clustersAt: number;
  /** What stands before it, in its order. */
  readonly elements: readonly Child[];
  /** What tells of the file and stands behind it. */
  readonly sought: readonly Sought[];
  readonly tickNs: number;
  readonly hasDuration: boolean;
  readonly tracks: readonly Track[];
}

/** Of what may stand behind clusters, that which tells of the file. */
const KEPT: ReadonlySet<number> = new Set([
  ...[IDS.info, IDS.tracks, IDS.chapters, IDS.tags, IDS.attachments],
]);
/** The first can lead to the second, which may stand anywhere. */
const MAX_SEEK_HEADS = 2;
const VIDEO = 1;
const AUDIO = 2;
const DEFAULT_TICK_NS = 1_000_000;

/** Whether a file is Matroska or WebM, by its first four bytes. */
export function isMatroska(beginning: Buffer): boolean {
  return beginning.readUInt32BE() === IDS.head;
}

/** The segment; undefined in another format. */
async function segmentOf(pieces: FilePieces): Promise<Element | undefined> {
  const beginning = await pieces.at(0, 4);
  const begins = beginning !== undefined && isMatroska(beginning);
  let next = begins ? await elementAt(pieces, 0) : undefined;
  if (next === undefined) return undefined;
  do next = await elementAt(pieces, next.endsAt);
  while (next?.id === IDS.void);
  return next?.id === IDS.segment ? next : refuse("the file's head is not followed by its content");
}

/** Where the first cluster stands. @throws NotIndexable where there is none, or that is too far from the file's beginning */
async function firstClusterAt(pieces: FilePieces, segment: Element): Promise<number> {
  let position = segment.contentAt;
  for (let count = 0; position <= INDEX_LIMITS.beginningBytes; count += 1) {
    if (count > INDEX_LIMITS.headChildren) refuse("too many elements stand before the content");
    const next = (await elementAt(pieces, position)) ?? refuse("the file has no content");
    if (next.id === IDS.cluster) return position;
    position = next.endsAt;
  }
  return refuse("the content begins too far behind the file's head");
}

function numberOf(content: Buffer, id: number): number | undefined {
  const child = childOf(content, id);
  return child === undefined ? undefined : unsignedIn(child.content);
}

function tracksIn(content: Buffer, tickNs: number): Track[] {
  const entries = [...childrenIn(content)].filter(({ id }) => id === IDS.trackEntry);
  if (entries.length > SOURCE_LIMITS.streams) refuse("the file has too many tracks");
  return entries.flatMap(({ content: entry }) => {
    const type = numberOf(entry, IDS.trackType);
    if (type !== VIDEO && type !== AUDIO) return [];
    if (childOf(entry, IDS.trackTimestampScale) !== undefined) refuse("a track has a clock of its own");
    const frameNs = numberOf(entry, IDS.defaultDuration);
    return {
      number: numberOf(entry, IDS.trackNumber) ?? refuse("a track has no number"),
      isVideo: type === VIDEO,
      frameTicks: frameNs === undefined ? undefined : frameNs / tickNs,
      delayTicks: Math.ceil((numberOf(entry, IDS.codecDelay) ?? 0) / tickNs),
    };
  });
}

function soughtIn(elements: readonly Child[], segment: Element): Sought[] {
  const lists = elements.filter(({ id }) => id === IDS.seekHead);
  if (lists.length > MAX_SEEK_HEADS) refuse("the file has too many lists of its places");
  return lists.flatMap(({ content }) =>
    [...childrenIn(content)].flatMap((seek) => {
      if (seek.id !== IDS.seek) return [];
      const id = numberOf(seek.content, IDS.seekId);
      const offset = numberOf(seek.content, IDS.seekPosition);
      return id === undefined || offset === undefined ? [] : { id, position: segment.contentAt + offset };
    }),
  );
}

/** Whether a list of places leads to an element of an id: what was to be written last may be missing. */
async function leadsTo(pieces: FilePieces, sought: readonly Sought[], wanted: number): Promise<boolean> {
  const position = sought.find(({ id }) => id === wanted)?.position;
  if (position === undefined || position >= pieces.sizeBytes) return false;
  return (await pieces.at(position, 4))?.readUInt32BE() === wanted;
}

/**
 * Reads a file up to its first cluster; undefined in another format, and where it has an index.
 * @throws NotIndexable, the signal's reason
 */
export async function readHead(pieces: FilePieces): Promise<MatroskaHead | undefined> {
  const segment = await segmentOf(pieces);
  if (segment === undefined) return undefined;
  const clustersAt = await firstClusterAt(pieces, segment);
  const bytes = await pieces.at(segment.contentAt, clustersAt - segment.contentAt);
  const elements = [...childrenIn(bytes ?? refuse("the file has become shorter"))];
  const sought = soughtIn(elements, segment);
  if (elements.some(({ id }) => id === IDS.cues) || (await leadsTo(pieces, sought, IDS.cues)))
    return undefined;
  // It was written when the file was whole, and tells where all stands before an index of ours moves it.
  const further = sought.filter(({ position }) => position >= clustersAt);
  if (await leadsTo(pieces, further, IDS.seekHead))
    refuse("a second list of places stands behind the content");
  const info = elements.find(({ id }) => id === IDS.info)?.content ?? refuse("the file has no clock");
  const tickNs = numberOf(info, IDS.timestampScale) ?? DEFAULT_TICK_NS;
  if (tickNs === 0) refuse("the file's clock has no ticks");
  const tracks = elements.find(({ id }) => id === IDS.tracks)?.content ?? refuse("the file has no tracks");
  return {
    segment,
    clustersAt,
    elements,
    sought: sought.filter(
      ({ id, position }) => KEPT.has(id) && position >= clustersAt && position < pieces.sizeBytes,
    ),
    tickNs,
    hasDuration: isTold(childOf(info, IDS.duration)),
    tracks: tracksIn(tracks, tickNs),
  };
}

/** Whether a length is told, and not only kept free for it. */
function isTold(duration: Child | undefined): boolean {
  const content = duration?.content ?? Buffer.alloc(0);
  if (content.length === 4) return content.readFloatBE() > 0;
  return content.length === 8 && content.readDoubleBE() > 0;
}
