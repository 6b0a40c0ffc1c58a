// Where the key frames of a Matroska or WebM file stand: its clusters are gone through by the heads of their blocks.
import { INDEX_LIMITS } from "../../../../shared/limits/sources.ts";
import { type FilePieces, refuse } from "../file-pieces.ts";
import { blockHead, numberIn } from "./block-head.ts";
import { type Element, elementAt, IDS } from "./ebml.ts";
import type { MatroskaHead } from "./matroska-head.ts";
import { TrackProgress } from "./track-progress.ts";

/** What is sought to. Ticks are of the file's own clock. */
export interface KeyBlock {
  readonly track: number;
  readonly ticks: number;
  /** Where the cluster stands that it is in. */
  readonly clusterAt: number;
}

export interface KeyBlocks {
  readonly blocks: readonly KeyBlock[];
  /** When the last that is shown or heard ends; 0 where there is nothing. */
  readonly endTicks: number;
}

/** What stands beside clusters. Another segment is not of it: its clock is another one. */
const BESIDE_CLUSTERS: ReadonlySet<number> = new Set([
  ...[IDS.cluster, IDS.seekHead, IDS.info, IDS.tracks, IDS.cues],
  ...[IDS.chapters, IDS.tags, IDS.attachments, IDS.void, IDS.crc32],
]);
/** What stands in clusters besides times and blocks. */
const IN_CLUSTERS: ReadonlySet<number> = new Set([
  ...[IDS.silentTracks, IDS.position, IDS.previousSize, IDS.encryptedBlock, IDS.void, IDS.crc32],
]);
const BLOCKS: ReadonlySet<number> = new Set([IDS.simpleBlock, IDS.blockGroup]);

/** One walk through a file's clusters. */
class ClusterWalk {
  readonly #pieces: FilePieces;
  readonly #tracks: ReadonlyMap<number, TrackProgress>;
  readonly #blocks: KeyBlock[] = [];
  #largestBytes = 0;

  constructor(pieces: FilePieces, { tracks, tickNs }: MatroskaHead) {
    this.#pieces = pieces;
    this.#tracks = new Map(tracks.map((track) => [track.number, new TrackProgress(track, tickNs)]));
  }

  get found(): KeyBlocks {
    const ends = [...this.#tracks.values()].map(({ endTicks }) => endTicks);
    return { blocks: this.#blocks, endTicks: Math.max(0, ...ends) };
  }

  async from(position: number): Promise<void> {
    for (let at = position; ; ) {
      const next = await this.#whole(at);
      if (next === undefined) return;
      if (!BESIDE_CLUSTERS.has(next.id)) refuse(`something else than clusters stands at byte ${at}`);
      at = next.id === IDS.cluster ? await this.#cluster(next) : next.endsAt;
    }
  }

  /**
   * The element at a position; undefined where the file ends, or was cut off in the midst of it. A cluster need not be
   * whole. What lacks more than a recording's largest blocks was not cut off but is damaged, with more content behind it.
   */
  async #whole(position: number): Promise<Element | undefined> {
    const { sizeBytes } = this.#pieces;
    const next = await elementAt(this.#pieces, position);
    if (next !== undefined && (next.endsAt <= sizeBytes || next.id === IDS.cluster)) return next;
    const isEndless = next?.endsAt === Number.POSITIVE_INFINITY;
    if (isEndless || sizeBytes - position > 2 * this.#largestBytes)
      refuse(`the element at byte ${position} is damaged`);
    return undefined;
  }

  /** Goes through a cluster. Gives where it ends: one of unknown size where something stands that is none of it. */
  async #cluster(cluster: Element): Promise<number> {
    const isLive = !Number.isFinite(cluster.endsAt);
    let ticks: number | undefined;
    let at = cluster.contentAt;
    while (at < cluster.endsAt) {
      const child = await this.#whole(at);
      if (child === undefined) return this.#pieces.sizeBytes;
      const isBlock = BLOCKS.has(child.id);
      if (!isBlock && child.id !== IDS.timestamp && !IN_CLUSTERS.has(child.id)) {
        if (isLive) return at;
        refuse(`something else than blocks stands at byte ${at}`);
      }
      if (child.endsAt > cluster.endsAt) refuse(`the element at byte ${at} is larger than its cluster`);
      if (child.id === IDS.timestamp) ticks = await this.#time(child, ticks);
      if (isBlock) await this.#block(child, cluster, ticks);
      at = child.endsAt;
    }
    return at;
  }

  async #time(element: Element, known: number | undefined): Promise<number> {
    if (known !== undefined) refuse(`a cluster has another time at byte ${element.position}`);
    return numberIn(this.#pieces, element);
  }

  async #block(element: Element, { position: clusterAt }: Element, clusterTicks?: number): Promise<void> {
    if (clusterTicks === undefined) return refuse(`the cluster at byte ${clusterAt} has no time`);
    this.#largestBytes = Math.max(this.#largestBytes, element.endsAt - element.position);
    const block = await blockHead(this.#pieces, element);
    const { track } = block;
    const ticks = this.#tracks.get(track)?.take(block, clusterTicks + block.ticks, clusterAt);
    if (ticks === undefined) return;
    if (this.#blocks.length === INDEX_LIMITS.keyFrames) refuse("the file has too many key frames");
    this.#blocks.push({ track, ticks, clusterAt });
  }
}

/**
 * Finds what an index names of a file, and when the file ends, in the order in which it stands.
 * @throws NotIndexable where it is damaged, has a clock that goes back or is beyond INDEX_LIMITS; the signal's reason
 */
export async function readKeyBlocks(pieces: FilePieces, head: MatroskaHead): Promise<KeyBlocks> {
  const { endsAt } = head.segment;
  if (endsAt < pieces.sizeBytes && Number.isFinite(endsAt))
    refuse("something stands behind the file's content");
  const walk = new ClusterWalk(pieces, head);
  await walk.from(head.clustersAt);
  return walk.found;
}
