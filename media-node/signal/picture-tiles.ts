// A picture cut into tiles that a network can take one by one, and put together again so that no seam is seen: tiles
// overlap, and across an overlap one is faded into the other in proportion to the distance. Pure. Cropping the overlap
// away instead was rejected: networks with a wide view differ a little at every pixel, which a hard edge shows.

export interface Tile {
  /** In pixels of the picture. */
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

/** Tiles that cover a picture, row by row. @param overlap pixels, less than half of `size` */
export function tilesOf(width: number, height: number, size: number, overlap: number): Tile[] {
  const [tileWidth, tileHeight] = [Math.min(size, width), Math.min(size, height)];
  return starts(height, size, overlap).flatMap((y) =>
    starts(width, size, overlap).map((x) => ({ x, y, width: tileWidth, height: tileHeight })),
  );
}

/** Share of the overlap at a tile's very edge that does not count: there the network saw no neighbours. */
const UNTRUSTED = 1 / 4;

/**
 * How much the n-th of `length` pixels of a tile counts: nothing at its edge, then rising over the rest of the overlap;
 * all where the picture itself ends.
 */
function weightAlong(n: number, length: number, overlap: number, isFirst: boolean, isLast: boolean): number {
  const margin = overlap * UNTRUSTED;
  const share = (fromEdge: number): number => (fromEdge - margin) / (overlap - 2 * margin);
  const rising = isFirst ? 1 : share(n + 0.5);
  const falling = isLast ? 1 : share(length - n - 0.5);
  return Math.max(0, Math.min(1, rising, falling));
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
    const [size, tileSize] = [this.#width * this.#height, tile.width * tile.height];
    const isLastColumn = tile.x + tile.width >= this.#width;
    const isLastRow = tile.y + tile.height >= this.#height;
    for (let row = 0; row < tile.height; row += 1) {
      const across = weightAlong(row, tile.height, overlap, tile.y === 0, isLastRow);
      for (let column = 0; column < tile.width; column += 1) {
        const weight = across * weightAlong(column, tile.width, overlap, tile.x === 0, isLastColumn);
        const to = (tile.y + row) * this.#width + tile.x + column;
        const from = row * tile.width + column;
        this.#weights[to] = (this.#weights[to] ?? 0) + weight;
        for (let plane = 0; plane < 3; plane += 1) {
          const at = plane * size + to;
          this.#values[at] = (this.#values[at] ?? 0) + weight * (planes[plane * tileSize + from] ?? 0);
        }
      }
    }
  }

  /** [3, height, width] */
  finish(): Float32Array {
    const size = this.#weights.length;
    return this.#values.map((value, index) => value / (this.#weights[index % size] || 1));
  }
}
