// An image cut into tiles that a network can take one by one, and put together again so that no seam is seen: tiles
// overlap, and across an overlap one is faded into the other in proportion to the distance. Pure. Cropping the overlap
// away instead was rejected: networks with a wide view differ a little at every pixel, which a hard edge shows.
import { clamp } from "../../signal/clamp.ts";

export interface Tile {
  /** In pixels of the image. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where tiles of `size` begin along `length`, overlapping by at least `overlap`; the last one ends at the end. */
function starts(length: number, size: number, overlap: number): number[] {
  if (length <= size) return [0];
  const count = Math.ceil((length - overlap) / (size - overlap));
  return Array.from({ length: count }, (_, index) => Math.round((index * (length - size)) / (count - 1)));
}

export interface TileSize {
  /** Of a tile's edge, in pixels. */
  readonly edge: number;
  /** Of two neighbours, in pixels, less than half of `edge`. */
  readonly overlap: number;
}

/**
 * Tiles that cover an image, row by row, all of one size: `edge`, or the image's own where that is less.
 * Overlaps are at least `overlap`; the last of a row ends where the image does.
 */
export function tilesOf(image: Pick<Tile, "width" | "height">, { edge, overlap }: TileSize): Tile[] {
  const [width, height] = [Math.min(edge, image.width), Math.min(edge, image.height)];
  return starts(image.height, edge, overlap).flatMap((y) =>
    starts(image.width, edge, overlap).map((x) => ({ x, y, width, height })),
  );
}

/** Share of the overlap at a tile's very edge that does not count: there the network saw no neighbours. */
const UNTRUSTED = 1 / 4;

/** One side of a tile, in pixels. */
interface Side {
  readonly length: number;
  readonly overlap: number;
  /** Whether the image itself begins or ends there. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/**
 * How much each pixel along a side counts: nothing at the tile's edge, then rising over the rest of the overlap; fully
 * where the image itself ends.
 */
function weightsAlong({ length, overlap, isFirst, isLast }: Side): Float32Array {
  const margin = overlap * UNTRUSTED;
  const share = (fromEdge: number): number => (fromEdge - margin) / (overlap - 2 * margin);
  return Float32Array.from({ length }, (_, n) => {
    const rising = isFirst ? 1 : share(n + 0.5);
    const falling = isLast ? 1 : share(length - n - 0.5);
    return clamp(Math.min(rising, falling));
  });
}

/** Adds a row of values, each by its share. */
function addRow(
  sums: Float32Array,
  to: number,
  values: Float32Array,
  from: number,
  shares: Float32Array,
): void {
  for (let column = 0; column < shares.length; column += 1) {
    const value = (values[from + column] ?? 0) * (shares[column] ?? 0);
    sums[to + column] = (sums[to + column] ?? 0) + value;
  }
}

/** Adds up tiles of three planes, each weighed by its place, and gives their mean. */
export class TileCanvas {
  readonly #values: Float32Array;
  readonly #weights: Float32Array;
  readonly #width: number;
  readonly #height: number;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#values = new Float32Array(3 * width * height);
    this.#weights = new Float32Array(width * height);
  }

  /** @param planes [3, tile.height, tile.width] @param overlap pixels over which tiles fade into each other */
  add(planes: Float32Array, tile: Tile, overlap: number): void {
    const [values, weights, width] = [this.#values, this.#weights, this.#width];
    const isLastColumn = tile.x + tile.width >= width;
    const isLastRow = tile.y + tile.height >= this.#height;
    const down = weightsAlong({ length: tile.height, overlap, isFirst: tile.y === 0, isLast: isLastRow });
    const across = weightsAlong({ length: tile.width, overlap, isFirst: tile.x === 0, isLast: isLastColumn });
    const ones = new Float32Array(tile.width).fill(1);
    for (const [row, weight] of down.entries()) {
      const to = (tile.y + row) * width + tile.x;
      const shares = across.map((share) => share * weight);
      addRow(weights, to, ones, 0, shares);
      for (let plane = 0; plane < 3; plane += 1) {
        addRow(values, plane * weights.length + to, planes, (plane * tile.height + row) * tile.width, shares);
      }
    }
  }

  /** [3, height, width]; the canvas is used up. */
  finish(): Float32Array {
    const [values, weights] = [this.#values, this.#weights];
    for (let plane = 0; plane < 3; plane += 1) {
      const first = plane * weights.length;
      for (let pixel = 0; pixel < weights.length; pixel += 1) {
        values[first + pixel] = (values[first + pixel] ?? 0) / (weights[pixel] || 1);
      }
    }
    return values;
  }
}
