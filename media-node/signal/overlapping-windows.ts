// A long sequence in windows of bounded size, for networks that look some way to either side of what they judge.

export interface OverlappingWindow {
  /** What is shown, the last one excluded. */
  readonly from: number;
  readonly to: number;
  /** From where on what this window says replaces what the window before said. */
  readonly keptFrom: number;
}

/** Windows that overlap by an even number; each keeps the second half of its overlap with the one before. */
export function overlappingWindows(count: number, size: number, overlap: number): OverlappingWindow[] {
  const windows: OverlappingWindow[] = [];
  for (let from = 0, to = 0; to < count; from = to - overlap) {
    to = Math.min(count, from + size);
    windows.push({ from, to, keptFrom: from === 0 ? 0 : from + overlap / 2 });
  }
  return windows;
}
