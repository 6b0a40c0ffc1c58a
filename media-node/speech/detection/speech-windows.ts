// Cuts speech into windows that a recognizer takes at once. Windows ascend, do not overlap, are at most `maxDurationS`
// long and hold all the speech; long silences lie outside, because recognizers invent text in them. A window that
// would grow too long is cut at the longest pause in its second half, and only where there is none, at its quietest
// place. Rejected: fixed windows with overlap, which cost more and must be sewn together word by word.
import type { Span } from "../../signal/span.ts";
import { SPEECH_FRAME_S } from "./speech-frame.ts";

export interface SpeechWindow extends Span {
  /** Share of the window that is speech, 0 to 1. */
  readonly speechShare: number;
}

export interface SpeechWindowOptions {
  /** The recognizer's longest window. */
  readonly maxDurationS: number;
  /** Of the whole audio; no window goes beyond it. */
  readonly durationS: number;
}

/** Silence kept before and after speech: soft beginnings and endings lie in it. */
const PADDING_S = 0.16;
/** A silence longer than this belongs to no window. */
const MAX_SILENCE_S = 2;
/** A gap as long as this is a pause between words, not a stop inside one. */
const PAUSE_S = 0.2;

/** Speech without its padding, and the gaps inside it. */
interface Stretch extends Span {
  readonly gaps: readonly Span[];
}

/** Speech with at most MAX_SILENCE_S between its spans. */
function stretchesOf(spans: readonly Span[]): Stretch[] {
  const stretches: { startS: number; endS: number; gaps: Span[] }[] = [];
  for (const span of spans) {
    const last = stretches.at(-1);
    if (last === undefined || span.startS - last.endS > MAX_SILENCE_S) {
      stretches.push({ ...span, gaps: [] });
    } else {
      last.gaps.push({ startS: last.endS, endS: span.startS });
      last.endS = span.endS;
    }
  }
  return stretches;
}

/** The middle of the quietest frame between two times; three frames count together, so that no click decides. */
function quietestS(levelsDb: Float32Array, fromS: number, toS: number): number {
  const from = Math.ceil(fromS / SPEECH_FRAME_S);
  const to = Math.floor(toS / SPEECH_FRAME_S);
  let best = from;
  let bestLevel = Number.POSITIVE_INFINITY;
  for (let frame = from; frame < to; frame += 1) {
    const around = (levelsDb[frame - 1] ?? 0) + 2 * (levelsDb[frame] ?? 0) + (levelsDb[frame + 1] ?? 0);
    if (around < bestLevel) [best, bestLevel] = [frame, around];
  }
  return Math.min(toS, Math.max(fromS, (best + 0.5) * SPEECH_FRAME_S));
}

/** Where to take a stretch apart: what comes before the span answered and what after. */
function cutOf(stretch: Stretch, maxDurationS: number, levelsDb: Float32Array): Span {
  const toS = stretch.startS + maxDurationS;
  const fromS = stretch.startS + maxDurationS / 2;
  const pauses = stretch.gaps.filter(
    (gap) => gap.endS - gap.startS >= PAUSE_S && gap.startS >= fromS && gap.startS <= toS,
  );
  const [first, ...others] = pauses;
  if (first !== undefined)
    return others.reduce(
      (best, gap) => (gap.endS - gap.startS >= best.endS - best.startS ? gap : best),
      first,
    );
  const timeS = quietestS(levelsDb, fromS, toS);
  return { startS: timeS, endS: timeS };
}

function splitStretch(stretch: Stretch, maxDurationS: number, levelsDb: Float32Array): Span[] {
  const parts: Span[] = [];
  let rest = stretch;
  while (rest.endS - rest.startS > maxDurationS) {
    const cut = cutOf(rest, maxDurationS, levelsDb);
    parts.push({ startS: rest.startS, endS: cut.startS });
    rest = { startS: cut.endS, endS: rest.endS, gaps: rest.gaps.filter((gap) => gap.startS >= cut.endS) };
  }
  return [...parts, { startS: rest.startS, endS: rest.endS }];
}

/** Widens parts by the padding, but not beyond half of the silence between neighbours. */
function pad(parts: readonly Span[], durationS: number): Span[] {
  return parts.map(({ startS, endS }, index) => {
    const before = parts[index - 1]?.endS;
    const after = parts[index + 1]?.startS;
    return {
      startS: Math.max(before === undefined ? 0 : (before + startS) / 2, startS - PADDING_S),
      endS: Math.min(after === undefined ? durationS : (endS + after) / 2, endS + PADDING_S),
    };
  });
}

/** Adds to each window how much of it is speech. Both lists ascend. */
function withShares(windows: readonly Span[], spans: readonly Span[]): SpeechWindow[] {
  let first = 0;
  return windows.map((window) => {
    let speechS = 0;
    while ((spans[first]?.endS ?? Number.POSITIVE_INFINITY) <= window.startS) first += 1;
    for (let index = first; (spans[index]?.startS ?? Number.POSITIVE_INFINITY) < window.endS; index += 1) {
      const { startS, endS } = spans[index] as Span;
      speechS += Math.min(endS, window.endS) - Math.max(startS, window.startS);
    }
    return { ...window, speechShare: Math.min(1, speechS / (window.endS - window.startS)) };
  });
}

/**
 * Windows over `spans` (ascending and disjoint, in seconds, within the audio), with `levelsDb` per speech frame to
 * find quiet places by. No spans give no windows.
 */
export function speechWindows(
  spans: readonly Span[],
  levelsDb: Float32Array,
  { maxDurationS, durationS }: SpeechWindowOptions,
): SpeechWindow[] {
  const parts = stretchesOf(spans).flatMap((stretch) =>
    splitStretch(stretch, maxDurationS - 2 * PADDING_S, levelsDb),
  );
  const windows = pad(parts, durationS).filter(({ startS, endS }) => endS > startS);
  return withShares(windows, spans);
}
