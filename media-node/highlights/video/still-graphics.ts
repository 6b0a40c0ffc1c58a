// Finds when a scoreboard changes, without reading it: a graphic is pixels near the edge of the frame that have stood
// still for over a minute, with detail between them, while most of the frame did not; its change is a few pixels that
// take another brightness and keep it. Where most of a graphic is gone at once (a replay, a full-screen graphic), it is
// hidden and nothing of it changes until it is back. A clock is told by its age: its digits never stand for long, and
// the one that does (tens of minutes) changes together with a neighbour that does not.
import type { GreyImage } from "../../signal/grey-image.ts";
import { MATCH_HOP_S } from "../match-curves.ts";
import { type PixelChange, SETTLE_TICKS, StillPixels } from "./still-pixels.ts";

/** Beyond a minute, so that a minute's digit of a clock is not still. */
const STILL_TICKS = Math.round(75 / MATCH_HOP_S);
/** Regions by which graphics are told apart; those that touch no edge of the frame hold none. */
const [COLUMNS, ROWS] = [6, 4];
/** Grey levels between neighbours of a still pixel: letters and frames have them, grass and bars do not. */
const MIN_DETAIL = 16;
/** Pixels that make a graphic, and the share of the frame that must not stand still beside it. */
const [MIN_GRAPHIC, MIN_MOVING] = [10, 0.5];
/** How often it is looked where graphics are. */
const LOOK_TICKS = 10;
/** A graphic of which more is away is hidden, and after this long gone. */
const [HIDDEN_SHARE, GONE_TICKS] = [0.6, Math.round(90 / MATCH_HOP_S)];
/** A change: pixels, their grey levels together, and the most of its graphic that it may be. */
const [MIN_PIXELS, MIN_LEVELS, MAX_SHARE] = [2, 60, 0.35];
/** Ticks within which the pixels of one change settle. */
const TOGETHER_TICKS = 1;
/** Digits next to one that changes: pixels to its sides, and how many of them give a clock away. */
const [BESIDE_PX, CLOCK_PIXELS] = [6, 2];
/** From a changed pixel to what it belongs to. */
const NEAR_PX = 3;

interface Region {
  /** Pixels of the frame. */
  readonly pixels: ReadonlySet<number>;
  /** Those of them that make up its graphic; empty while it has none. */
  graphic: readonly number[];
  /** Since when the graphic has been hidden; -1 while it is not. */
  hiddenSince: number;
}

/** For the frames of one match, in their order. */
export class StillGraphics {
  /** Ticks at which a graphic changed, ascending. */
  readonly changedTicks: number[] = [];
  readonly #width: number;
  readonly #height: number;
  readonly #pixels: StillPixels;
  readonly #regions: readonly Region[];
  readonly #inner: Int32Array;
  /** Changes that may still get company, anywhere: digits do not keep to regions. */
  #changes: PixelChange[] = [];
  #hasGraphics = false;
  #nextLookTick = STILL_TICKS;
  #looks = 0;
  #looksWithGraphics = 0;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#pixels = new StillPixels(width * height);
    const regionOf = (pixel: number): { column: number; row: number } => ({
      column: Math.floor(((pixel % width) * COLUMNS) / width),
      row: Math.floor((Math.floor(pixel / width) * ROWS) / height),
    });
    const groups = Map.groupBy(
      Array.from({ length: width * height }, (_, pixel) => pixel),
      (pixel) => {
        const { column, row } = regionOf(pixel);
        const isInner = column > 0 && column < COLUMNS - 1 && row > 0 && row < ROWS - 1;
        return isInner ? -1 : row * COLUMNS + column;
      },
    );
    this.#inner = Int32Array.from(groups.get(-1) ?? []);
    groups.delete(-1);
    this.#regions = [...groups.values()].map((pixels) => ({
      pixels: new Set(pixels),
      graphic: [],
      hiddenSince: -1,
    }));
  }

  /** The share of the time, from the first minute on, in which there was a graphic; 0 of shorter footage. */
  get graphicShare(): number {
    return this.#looksWithGraphics / Math.max(1, this.#looks);
  }

  /** The (mean) frame of a tick; ticks ascend and may be left out. */
  push(frame: GreyImage, tick: number): void {
    for (const pixel of this.#inner) this.#pixels.push(pixel, frame.pixels[pixel] as number, tick);
    for (const region of this.#regions) this.#pushRegion(region, frame.pixels, tick);
    this.#closeChanges(tick);
    if (tick < this.#nextLookTick) return;
    this.#nextLookTick = tick + LOOK_TICKS;
    this.#findGraphics();
  }

  /** Settles what is under way; call it once, after the last frame. */
  finish(): void {
    this.#closeChanges(Number.POSITIVE_INFINITY);
  }

  #pushRegion(region: Region, levels: Uint8Array, tick: number): void {
    if (this.#isHidden(region, levels, tick)) return;
    for (const pixel of region.pixels) {
      const change = this.#pixels.push(pixel, levels[pixel] as number, tick);
      if (change !== null && this.#hasGraphics) this.#changes.push(change);
    }
  }

  #isHidden(region: Region, levels: Uint8Array, tick: number): boolean {
    const { graphic } = region;
    if (graphic.length === 0) return false;
    const away = graphic.reduce(
      (count, pixel) => count + (this.#pixels.holds(pixel, levels[pixel] as number) ? 0 : 1),
      0,
    );
    if (away <= HIDDEN_SHARE * graphic.length) {
      region.hiddenSince = -1;
      return false;
    }
    if (region.hiddenSince === -1) region.hiddenSince = tick;
    if (tick - region.hiddenSince <= GONE_TICKS) return true;
    for (const pixel of region.pixels) this.#pixels.restart(pixel);
    region.graphic = [];
    region.hiddenSince = -1;
    return false;
  }

  #findGraphics(): void {
    const isStill = (pixel: number): boolean => this.#pixels.ageTicks(pixel) >= STILL_TICKS;
    let moving = 0;
    for (let pixel = 0; pixel < this.#width * this.#height; pixel += 1) moving += isStill(pixel) ? 0 : 1;
    const isMatch = moving >= MIN_MOVING * this.#width * this.#height;
    for (const region of this.#regions) {
      if (region.hiddenSince !== -1) continue;
      const graphic = isMatch
        ? [...region.pixels].filter((pixel) => isStill(pixel) && this.#hasDetail(pixel, isStill))
        : [];
      region.graphic = graphic.length >= MIN_GRAPHIC ? graphic : [];
    }
    this.#hasGraphics = this.#regions.some(({ graphic }) => graphic.length > 0);
    this.#looks += 1;
    if (this.#hasGraphics) this.#looksWithGraphics += 1;
  }

  /** Whether a still pixel differs from a still neighbour. */
  #hasDetail(pixel: number, isStill: (pixel: number) => boolean): boolean {
    const { held } = this.#pixels;
    const x = pixel % this.#width;
    const neighbours = [
      x + 1 < this.#width ? pixel + 1 : -1,
      x > 0 ? pixel - 1 : -1,
      pixel + this.#width < held.length ? pixel + this.#width : -1,
      pixel - this.#width,
    ];
    return neighbours.some((other) => {
      if (other < 0) return false;
      const step = Math.abs((held[other] as number) - (held[pixel] as number));
      return step >= MIN_DETAIL && isStill(other);
    });
  }

  /** Judges the changes to which nothing more can come by `tick`. */
  #closeChanges(tick: number): void {
    const isOld = ({ ageTicks }: PixelChange): boolean => ageTicks >= STILL_TICKS;
    while (this.#changes.length > 0) {
      const firstTick = this.#changes.filter(isOld).reduce((min, change) => Math.min(min, change.tick), tick);
      const isOpen = tick <= firstTick + TOGETHER_TICKS + SETTLE_TICKS;
      const latest = isOpen ? tick - 2 * SETTLE_TICKS : firstTick + TOGETHER_TICKS;
      const together = this.#changes.filter((change) => Math.abs(change.tick - firstTick) <= TOGETHER_TICKS);
      this.#changes = this.#changes.filter((change) => change.tick > latest);
      if (isOpen) return;
      const [old, young] = [together.filter(isOld), together.filter((change) => !isOld(change))];
      // Encoders take a while to draw what is small: a change is not told twice.
      if (firstTick <= (this.changedTicks.at(-1) ?? Number.NEGATIVE_INFINITY) + SETTLE_TICKS) continue;
      if (this.#regions.some((region) => this.#isGraphicChange(region, old, young))) {
        this.changedTicks.push(firstTick);
      }
    }
  }

  #isGraphicChange(
    { graphic, pixels }: Region,
    old: readonly PixelChange[],
    young: readonly PixelChange[],
  ): boolean {
    if (graphic.length === 0) return false;
    const own = old.filter(({ pixel }) => pixels.has(pixel) && this.#isNear(pixel, graphic));
    const levels = own.reduce((sum, { difference }) => sum + difference, 0);
    if (own.length < MIN_PIXELS || levels < MIN_LEVELS) return false;
    if (own.length > MAX_SHARE * graphic.length) return false;
    const clock = young.filter(
      ({ pixel, ageTicks }) => ageTicks >= SETTLE_TICKS && this.#isBeside(pixel, own),
    );
    return clock.length < CLOCK_PIXELS;
  }

  #isNear(pixel: number, graphic: readonly number[]): boolean {
    return graphic.some(
      (other) =>
        Math.abs((other % this.#width) - (pixel % this.#width)) <= NEAR_PX &&
        Math.abs(this.#rowsApart(pixel, other)) <= NEAR_PX,
    );
  }

  /** Whether a pixel is in a row of the changed ones, and next to them. */
  #isBeside(pixel: number, changed: readonly PixelChange[]): boolean {
    return changed.some((other) => {
      const across = Math.abs((other.pixel % this.#width) - (pixel % this.#width));
      return across <= BESIDE_PX && this.#rowsApart(pixel, other.pixel) === 0;
    });
  }

  #rowsApart(one: number, other: number): number {
    return Math.floor(one / this.#width) - Math.floor(other / this.#width);
  }
}
