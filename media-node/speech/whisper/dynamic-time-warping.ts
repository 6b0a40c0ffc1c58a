// Dynamic time warping: the cheapest way through a matrix of costs from its first corner to its last, one row or one
// column (or both) forward at each step. Ties are broken as in whisper/timing.py, so that paths are the same as there.
// Only two rows of sums are kept, and one byte per cell for the way back.
import assert from "node:assert/strict";

const DIAGONAL = 0;
const ROW = 1;
const COLUMN = 2;

/** For every cell, from which neighbour its cheapest way comes. */
function traceBack(costs: Float32Array, rows: number, columns: number): Uint8Array {
  const trace = new Uint8Array(rows * columns);
  let above = new Float64Array(columns + 1).fill(Number.POSITIVE_INFINITY);
  above[0] = 0;
  for (let row = 0; row < rows; row += 1) {
    const sums = new Float64Array(columns + 1);
    sums[0] = Number.POSITIVE_INFINITY;
    for (let column = 0; column < columns; column += 1) {
      const diagonal = above[column] as number;
      const fromRow = above[column + 1] as number;
      const fromColumn = sums[column] as number;
      let from = COLUMN;
      let sum = fromColumn;
      if (diagonal < fromRow && diagonal < fromColumn) [from, sum] = [DIAGONAL, diagonal];
      else if (fromRow < diagonal && fromRow < fromColumn) [from, sum] = [ROW, fromRow];
      trace[row * columns + column] = from;
      sums[column + 1] = sum + (costs[row * columns + column] as number);
    }
    above = sums;
  }
  return trace;
}

/**
 * The column at which the cheapest path enters each row.
 * @param costs [rows x columns], row by row
 * @returns `rows` columns, never going back; the first is 0
 */
export function dynamicTimeWarping(costs: Float32Array, rows: number, columns: number): Int32Array {
  assert.equal(costs.length, rows * columns);
  const entries = new Int32Array(rows);
  if (rows === 0 || columns === 0) return entries;
  const trace = traceBack(costs, rows, columns);
  let row = rows - 1;
  let column = columns - 1;
  while (row > 0 || column > 0) {
    entries[row] = column;
    const from = row === 0 ? COLUMN : column === 0 ? ROW : trace[row * columns + column];
    if (from !== COLUMN) row -= 1;
    if (from !== ROW) column -= 1;
  }
  entries[0] = 0;
  return entries;
}
