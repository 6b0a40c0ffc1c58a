// Finds text in a small grey frame, cell by cell across its width: what a crop must not cut off is mostly read (charts,
// slides, screens). A line of text changes between light and dark every few pixels, for a few rows, with quiet rows above
// and below; leaves, fabric and crowds change as often, but without the quiet. Recognizing letters was rejected: where
// text is, is all that framing asks.
import type { GreyImage } from "../signal/grey-image.ts";

/** Width of a cell in pixels of an image whose longer side has 480. */
export const TEXT_CELL_PX = 8;
/** Light and dark differ by this much at least, of 255. */
const MIN_CONTRAST = 24;
/** Changes over two cells that make a row of them dense… */
const DENSE = 3;
/** …and quiet. */
const QUIET = 1;
const QUIET_ROWS = 2;
/** Rows of one line of text, from 9 pixels of type to a headline. */
const MIN_ROWS = 3;
const MAX_ROWS = 26;

/** Counts in `changes` how often a row changes between light and dark in each cell. */
function countChanges({ pixels, width }: GreyImage, row: number, changes: Uint8Array): void {
  changes.fill(0);
  const start = row * width;
  let rise = 0;
  let wasRise = false;
  let isFirst = true;
  for (let column = 1; column < changes.length * TEXT_CELL_PX; column += 1) {
    const step = (pixels[start + column] ?? 0) - (pixels[start + column - 1] ?? 0);
    rise = step * rise < 0 ? step : rise + step;
    const isRise = rise > 0;
    if (Math.abs(rise) < MIN_CONTRAST || (isRise === wasRise && !isFirst)) continue;
    isFirst = false;
    wasRise = isRise;
    const cell = (column / TEXT_CELL_PX) | 0;
    changes[cell] = (changes[cell] ?? 0) + 1;
  }
}

/** The changes of each row over each pair of neighbouring cells; cells - 1 values a row. */
function changesByRow(frame: GreyImage, cells: number): Uint8Array {
  const pairCount = cells - 1;
  const pairs = new Uint8Array(frame.height * pairCount);
  const changes = new Uint8Array(cells);
  for (let row = 0; row < frame.height; row += 1) {
    countChanges(frame, row, changes);
    for (let pair = 0; pair < pairCount; pair += 1) {
      pairs[row * pairCount + pair] = (changes[pair] ?? 0) + (changes[pair + 1] ?? 0);
    }
  }
  return pairs;
}

interface Rows {
  readonly first: number;
  readonly last: number;
}

/** Runs of dense rows in one column of pairs; a single sparse row does not end a run. */
function denseRuns(at: (row: number) => number, height: number): Rows[] {
  const runs: Rows[] = [];
  for (let row = 0; row < height; row += 1) {
    if (at(row) < DENSE) continue;
    const last = runs.at(-1);
    if (last !== undefined && row - last.last <= 2) runs[runs.length - 1] = { first: last.first, last: row };
    else runs.push({ first: row, last: row });
  }
  return runs;
}

function isLine({ first, last }: Rows, at: (row: number) => number, height: number): boolean {
  const rows = last - first + 1;
  if (rows < MIN_ROWS || rows > MAX_ROWS) return false;
  const isQuiet = (row: number): boolean => row < 0 || row >= height || at(row) <= QUIET;
  // The first row beyond a line may still show the feet of letters.
  const areQuiet = (edge: number, away: number): boolean =>
    Array.from({ length: QUIET_ROWS }, (_, index) => edge + away * (index + 2)).every(isQuiet);
  return areQuiet(last, 1) && areQuiet(first, -1);
}

/** Marks the rows of each pair that belong to a line of text. */
function markLines(pairs: Uint8Array, pairCount: number, height: number): Uint8Array {
  const lines = new Uint8Array(pairs.length);
  for (let pair = 0; pair < pairCount; pair += 1) {
    const at = (row: number): number => pairs[row * pairCount + pair] ?? 0;
    for (const run of denseRuns(at, height)) {
      if (!isLine(run, at, height)) continue;
      for (let row = run.first; row <= run.last; row += 1) lines[row * pairCount + pair] = 1;
    }
  }
  return lines;
}

/**
 * The share of each cell's rows, 0 to 1, in which there is text; about a word's length of it, or none. One
 * number for each whole 8 pixels of the width; zeros for a frame of fewer than four of them.
 */
export function textByCell(frame: GreyImage): Float32Array {
  const { width, height } = frame;
  const cells = Math.floor(width / TEXT_CELL_PX);
  const shares = new Float32Array(cells);
  if (cells < 4) return shares;
  const pairCount = cells - 1;
  const lines = markLines(changesByRow(frame, cells), pairCount, height);
  for (let row = 0; row < height; row += 1) {
    const isText = (pair: number): boolean =>
      pair >= 0 && pair < pairCount && lines[row * pairCount + pair] === 1;
    const isWord = (pair: number): boolean => isText(pair) && (isText(pair - 2) || isText(pair + 2));
    for (let cell = 0; cell < cells; cell += 1) {
      if (isWord(cell) || isWord(cell - 1)) shares[cell] = (shares[cell] ?? 0) + 1 / height;
    }
  }
  return shares;
}
