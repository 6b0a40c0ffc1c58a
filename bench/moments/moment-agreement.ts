// How far chosen stretches meet what editors marked. Every measure is a share of the stretches that were asked for, so
// that choosing fewer is no advantage, against the marks of two markings at once; where there are more, over each pair
// of them. The markings' own agreement is measured the same way, one against the two others, and is the ceiling.
import type { Span } from "../../media-node/signal/span.ts";

/** From what share on two stretches are the same. */
const SAME = 0.5;

function overlapS(a: Span, b: Span): number {
  return Math.max(0, Math.min(a.endS, b.endS) - Math.max(a.startS, b.startS));
}

function lengthS({ startS, endS }: Span): number {
  return endS - startS;
}

/** What both have in common over what either has, 0 to 1. */
export function intersectionOverUnion(a: Span, b: Span): number {
  const common = overlapS(a, b);
  return common === 0 ? 0 : common / (lengthS(a) + lengthS(b) - common);
}

/** Whether a chosen stretch is the marked one. */
export type Meets = (chosen: Span, marked: Span) => boolean;

/** Where it begins and ends counts too. */
export const meetsByUnion: Meets = (chosen, marked) => intersectionOverUnion(chosen, marked) >= SAME;

/** At least half of the chosen one is marked: the right place, whatever its edges. */
export const meetsByHalf: Meets = (chosen, marked) => overlapS(chosen, marked) >= SAME * lengthS(chosen);

/** Share of the first `asked` stretches that meet any mark; those that are missing meet none. */
export function shareMeeting(
  chosen: readonly Span[],
  asked: number,
  marks: readonly Span[],
  meets: Meets,
): number {
  const met = chosen.slice(0, asked).filter((stretch) => marks.some((mark) => meets(stretch, mark)));
  return met.length / asked;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The unions of each two of the markings. */
function pairsOf(markings: readonly (readonly Span[])[]): Span[][] {
  return markings.flatMap((one, index) => markings.slice(index + 1).map((other) => [...one, ...other]));
}

/** Mean over the pairs of markings of the share of the first `asked` that meet one of their marks. */
export function shareInPairs(
  chosen: readonly Span[],
  asked: number,
  markings: readonly (readonly Span[])[],
  meets: Meets,
): number {
  return mean(pairsOf(markings).map((marks) => shareMeeting(chosen, asked, marks, meets)));
}

/** The markings' agreement: mean share of the first `asked` marks of each that meet one of the others. */
export function agreementOf(markings: readonly (readonly Span[])[], asked: number, meets: Meets): number {
  const shares = markings.map((own) => {
    const others = markings.filter((other) => other !== own).flat();
    return shareMeeting(own, asked, others, meets);
  });
  return mean(shares);
}
