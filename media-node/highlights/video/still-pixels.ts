// Which pixels stand still while a match goes on, and when one of them changes for good. A pixel holds a brightness for as
// long as it keeps to it, forgives what passes over it, and takes another once it has kept to that for some seconds. A
// running mean was rejected: it follows moving video as willingly as a scoreboard.

/** Grey levels that encoders and noise change at most. */
const SAME_LEVELS = 10;
/** Ticks that a new brightness must last before it counts, and after which a pixel that keeps to nothing starts over. */
export const SETTLE_TICKS = 8;
/** A pixel that does not show what it holds for more than this share of the time holds it by chance. */
const MAX_MISSED = 0.25;

export interface PixelChange {
  readonly pixel: number;
  /** When the new brightness was first seen. */
  readonly tick: number;
  /** Ticks for which the old one was held, see `StillPixels.ageTicks`. */
  readonly ageTicks: number;
  /** Grey levels. */
  readonly difference: number;
}

export class StillPixels {
  /** What each pixel holds, grey levels. */
  readonly held: Float32Array;
  /** Ticks at which it showed that, and at which it did not. */
  readonly #shown: Uint16Array;
  readonly #missed: Uint16Array;
  /** When a pixel that is away from what it holds left it; -1 while it is not. */
  readonly #away: Int32Array;
  readonly #next: Float32Array;
  readonly #nextSince: Int32Array;

  constructor(pixelCount: number) {
    this.held = new Float32Array(pixelCount).fill(-1_000);
    this.#shown = new Uint16Array(pixelCount);
    this.#missed = new Uint16Array(pixelCount);
    this.#away = new Int32Array(pixelCount).fill(-1);
    this.#next = new Float32Array(pixelCount).fill(-1_000);
    this.#nextSince = new Int32Array(pixelCount);
  }

  /** Ticks at which a pixel showed what it holds; 0 where it holds that by chance. */
  ageTicks(pixel: number): number {
    const shown = this.#shown[pixel] as number;
    return (this.#missed[pixel] as number) <= MAX_MISSED * shown ? shown : 0;
  }

  /** Whether `level` is what the pixel holds. */
  holds(pixel: number, level: number): boolean {
    return Math.abs(level - (this.held[pixel] as number)) <= SAME_LEVELS;
  }

  /** Forgets how long the pixel has held anything. */
  restart(pixel: number): void {
    this.#shown[pixel] = 0;
    this.#missed[pixel] = 0;
    this.#away[pixel] = -1;
  }

  /** Takes one pixel's brightness at `tick`; answers its change once that has settled. */
  push(pixel: number, level: number, tick: number): PixelChange | null {
    const held = this.held[pixel] as number;
    if (Math.abs(level - held) <= SAME_LEVELS) {
      this.held[pixel] = held + (level - held) / 8;
      this.#shown[pixel] = (this.#shown[pixel] as number) + 1;
      this.#away[pixel] = -1;
      return null;
    }
    this.#missed[pixel] = (this.#missed[pixel] as number) + 1;
    if (this.#away[pixel] === -1) {
      this.#away[pixel] = tick;
      this.#startNext(pixel, level, tick);
      return null;
    }
    if (Math.abs(level - (this.#next[pixel] as number)) > SAME_LEVELS) {
      if (tick - (this.#away[pixel] as number) >= SETTLE_TICKS) this.#hold(pixel, level);
      else this.#startNext(pixel, level, tick);
      return null;
    }
    const nextSince = this.#nextSince[pixel] as number;
    if (tick - nextSince < SETTLE_TICKS) return null;
    this.#missed[pixel] = Math.max(0, (this.#missed[pixel] as number) - SETTLE_TICKS);
    const ageTicks = this.ageTicks(pixel);
    this.#hold(pixel, this.#next[pixel] as number);
    return { pixel, tick: nextSince, ageTicks, difference: Math.abs(level - held) };
  }

  #startNext(pixel: number, level: number, tick: number): void {
    this.#next[pixel] = level;
    this.#nextSince[pixel] = tick;
  }

  #hold(pixel: number, level: number): void {
    this.held[pixel] = level;
    this.restart(pixel);
  }
}
