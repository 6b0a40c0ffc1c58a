import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { TileCanvas, tilesOf } from "../../../../media-node/images/upscaling/image-tiles.ts";

test("tiles cover every pixel, lie inside, have one size, and overlap by what was asked", () => {
  const sizes = fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 300 }));
  fc.assert(
    fc.property(sizes, fc.integer({ min: 16, max: 128 }), ([width, height], size) => {
      const overlap = Math.floor(size / 8);
      const tiles = tilesOf({ width, height }, { edge: size, overlap });
      const columns = [...new Set(tiles.map(({ x }) => x))].toSorted((a, b) => a - b);
      const rows = [...new Set(tiles.map(({ y }) => y))].toSorted((a, b) => a - b);
      assert.equal(tiles.length, columns.length * rows.length);
      for (const [starts, length] of [
        [columns, width],
        [rows, height],
      ] as const) {
        const edge = Math.min(size, length);
        assert.equal(starts[0], 0);
        assert.equal((starts.at(-1) ?? 0) + edge, length);
        starts.slice(1).forEach((start, index) => {
          assert.ok((starts[index] ?? 0) + edge - start >= overlap, `${starts} of ${length}`);
        });
      }
    }),
  );
});

test("tiles of one image make that image again", () => {
  const [width, height] = [50, 37];
  const image = Float32Array.from({ length: 3 * width * height }, (_, index) => Math.sin(index));
  const canvas = new TileCanvas(width, height);
  for (const tile of tilesOf({ width, height }, { edge: 16, overlap: 4 })) {
    const planes = Float32Array.from({ length: 3 * tile.width * tile.height }, (_, index) => {
      const [plane, at] = [
        Math.floor(index / (tile.width * tile.height)),
        index % (tile.width * tile.height),
      ];
      const [row, column] = [Math.floor(at / tile.width), at % tile.width];
      return image[(plane * height + tile.y + row) * width + tile.x + column] ?? 0;
    });
    canvas.add(planes, tile, 4);
  }
  const apart = canvas.finish().map((value, index) => Math.abs(value - (image[index] ?? 0)));
  assert.ok(Math.max(...apart) < 1e-5);
});

test("where tiles differ, one fades into the other without a step", () => {
  const width = 40;
  const canvas = new TileCanvas(width, 8);
  const tiles = tilesOf({ width, height: 8 }, { edge: 24, overlap: 8 });
  assert.equal(tiles.length, 2);
  for (const [index, tile] of tiles.entries()) canvas.add(new Float32Array(3 * 24 * 8).fill(index), tile, 8);
  const row = canvas.finish().slice(0, width);
  assert.equal(row[0], 0);
  assert.equal(row.at(-1), 1);
  row.slice(1).forEach((value, index) => {
    const step = value - (row[index] ?? 0);
    assert.ok(step >= 0 && step <= 0.3, `a step of ${step}`);
  });
});
