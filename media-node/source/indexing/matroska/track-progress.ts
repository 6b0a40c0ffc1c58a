// What is known of a track while its blocks are gone through: which of its key frames an index names, and when it ends.
import { refuse } from "../file-pieces.ts";
import type { BlockHead } from "./block-head.ts";
import type { Track } from "./matroska-head.ts";

const SECOND_NS = 1e9;
/** A frame of which no duration is told lasts as long as the one before, but no longer than this: screens stand still. */
const MAX_GUESSED_NS = 1e8;

export class TrackProgress {
  readonly #track: Track;
  readonly #tickNs: number;
  #lastTicks = Number.NEGATIVE_INFINITY;
  #lastKeyTicks = Number.NEGATIVE_INFINITY;
  #lastKeptTicks = Number.NEGATIVE_INFINITY;
  #clusterAt = -1;
  #endTicks = 0;

  constructor(track: Track, tickNs: number) {
    this.#track = track;
    this.#tickNs = tickNs;
  }

  /** When what came last ends. */
  get endTicks(): number {
    return this.#endTicks;
  }

  /**
   * Takes a block that is told to begin at a time, of the cluster at a position. Gives when it is sought, where an index is
   * to name it: of video one key frame a second, of sound the first block of a cluster.
   * @throws NotIndexable where the clock of the track goes back
   */
  take(block: BlockHead, toldTicks: number, clusterAt: number): number | undefined {
    const { isVideo, delayTicks } = this.#track;
    const ticks = toldTicks - delayTicks;
    this.#endTicks = Math.max(this.#endTicks, ticks + this.#durationTicks(block, ticks));
    this.#lastTicks = Math.max(this.#lastTicks, ticks);
    if (!block.isKey) return undefined;
    if (ticks < this.#lastKeyTicks) refuse("the clock of a track goes back");
    this.#lastKeyTicks = ticks;
    const isWanted = isVideo || clusterAt !== this.#clusterAt;
    this.#clusterAt = clusterAt;
    const isSoon = (ticks - this.#lastKeptTicks) * this.#tickNs < SECOND_NS;
    // An index has no times below 0; ffmpeg knows those blocks from its probe.
    if (!isWanted || isSoon || ticks < 0) return undefined;
    this.#lastKeptTicks = ticks;
    return ticks;
  }

  #durationTicks({ durationTicks, frames }: BlockHead, ticks: number): number {
    if (durationTicks !== undefined) return durationTicks;
    const { frameTicks } = this.#track;
    if (frameTicks !== undefined) return frames * frameTicks;
    const sinceLast = Math.max(0, ticks - this.#lastTicks);
    return Math.min(sinceLast, MAX_GUESSED_NS / this.#tickNs);
  }
}
