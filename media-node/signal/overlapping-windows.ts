// A long sequence in windows of bounded size, for networks that look some way to either side of what they judge.

export interface OverlappingWindow {
  /** What is shown, the last one excluded. */
  readonly from: number;
  readonly to: number;
  /** From where on what this window says replaces what the window before said. */
  readonly keptFrom: number;
}

/**
 * Windows over `count` items in order, all of `size` but the last, which may be shorter; each keeps the
 * second half of its overlap with the one before.
 * @param overlap items that neighbours share: even, and less than `size`, or else the windows never get to
 * the end
 */
export function overlappingWindows(count: number, size: number, overlap: number): OverlappingWindow[] {
  const windows: OverlappingWindow[] = [];
  for (let from = 0, to = 0; to < count; from = to - overlap) {
    to = Math.min(count, from + size);
    windows.push({ from, to, keptFrom: from === 0 ? 0 : from + overlap / 2 });
  }
  return windows;
}
