// How many clips a range has room for, and one way to lay that many: each stretch ends as early as any that begins after
// the one before, which leaves the most room for those that follow (interval scheduling by the earliest end). Cut points
// alone cannot tell: a cut has one best place there, whereas a full range needs the last tenth of a second of its gaps.
import type { Span } from "../../signal/span.ts";
import type { LengthBounds } from "./moment-rater.ts";

/** Room that a cut keeps to a word where that costs no clip. */
const WORD_MARGIN_S = 0.05;

export interface Packing {
  readonly bounds: LengthBounds;
  /** More stretches are not looked for. */
  readonly count: number;
  readonly isAllowed: (stretch: Span) => boolean;
}

/** In whole milliseconds, as clips are cut: sums of them are exact. */
interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A gap less wide than a millisecond is the one nearest to it. */
function gapOf({ startS, endS }: Span, marginS: number): Gap {
  const insetS = Math.min(marginS, (endS - startS) / 2);
  const fromMs = Math.ceil((startS + insetS) * 1_000 - 1e-6);
  const toMs = Math.floor((endS - insetS) * 1_000 + 1e-6);
  if (fromMs <= toMs) return { fromMs, toMs };
  const middleMs = Math.round((startS + endS) * 500);
  return { fromMs: middleMs, toMs: middleMs };
}

function seconds(fromMs: number, toMs: number): Span {
  return { startS: fromMs / 1_000, endS: toMs / 1_000 };
}

/** The earliest stretch to end of those that begin in a gap, from `fromMs` on, or null; it may begin late to be short enough. */
function earliestIn(
  gaps: readonly Gap[],
  opensAt: number,
  fromMs: number,
  { bounds, isAllowed }: Packing,
): Span | null {
  const opens = gaps[opensAt] as Gap;
  const minMs = Math.ceil(bounds.min * 1_000);
  const maxMs = Math.floor(bounds.max * 1_000);
  for (let closesAt = opensAt; closesAt < gaps.length; closesAt += 1) {
    const closes = gaps[closesAt] as Gap;
    if (closes.fromMs > opens.toMs + maxMs) return null;
    for (const startMs of [fromMs, opens.toMs]) {
      const endMs = Math.max(closes.fromMs, startMs + minMs);
      const stretch = seconds(Math.max(startMs, endMs - maxMs), endMs);
      if (endMs <= closes.toMs && isAllowed(stretch)) return stretch;
    }
  }
  return null;
}

/** The stretch that ends first of all that begin at or after `afterMs`. */
function earliest(gaps: readonly Gap[], afterMs: number, packing: Packing): Span | null {
  let best: Span | null = null;
  const minS = packing.bounds.min;
  for (const [opensAt, gap] of gaps.entries()) {
    if (gap.toMs < afterMs) continue;
    const fromMs = Math.max(gap.fromMs, afterMs);
    if (best !== null && fromMs / 1_000 + minS >= best.endS) break;
    const found = earliestIn(gaps, opensAt, fromMs, packing);
    if (found !== null && (best === null || found.endS < best.endS)) best = found;
  }
  return best;
}

function pack(gaps: readonly Gap[], packing: Packing): Span[] {
  const packed: Span[] = [];
  while (packed.length < packing.count) {
    const next = earliest(gaps, Math.round((packed.at(-1)?.endS ?? 0) * 1_000), packing);
    if (next === null) break;
    packed.push(next);
  }
  return packed;
}

/**
 * At most `packing.count` stretches that begin and end within `free` spans (ascending, disjoint), ascending in time and
 * not overlapping: as many as there can be where all are allowed. They keep off words where that costs none of them.
 */
export function packStretches(free: readonly Span[], packing: Packing): Span[] {
  const apart = pack(
    free.map((span) => gapOf(span, WORD_MARGIN_S)),
    packing,
  );
  if (apart.length === packing.count) return apart;
  const close = pack(
    free.map((span) => gapOf(span, 0)),
    packing,
  );
  return close.length > apart.length ? close : apart;
}
