// Moves captions off faces, and off the edges of pictures that do not fill the frame: to the nearest place that is free of
// them, for all of the clip where one is near enough, else shot by shot, so that nothing jumps while somebody speaks. Where
// even that is not to be had, at least eyes and mouths are kept free, or as little as can be of them is covered, as where people
// walk through a shot. Pure.
import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import { SAFE_AREA } from "../render/framing-plan.ts";
import type { Span } from "../signal/span.ts";
import type { Box, PlacedLine } from "./caption-placement.ts";

/** A face in the frame, in its pixels. */
export interface ShownFace {
  /** With its hair and chin. */
  readonly head: Box;
  /** From the eyes to the mouth. */
  readonly features: Box;
}

/** The faces of a shot, wherever they are in it; on the clip's own clock. */
export interface ShownFaces extends Span {
  readonly faces: readonly ShownFace[];
  /** Where a picture ends that does not fill the frame: captions stand wholly in it, or wholly beside it. */
  readonly edgesY?: readonly number[];
}

/** Below a face captions may go this near to the frame's lower edge: a mouth matters more than what few players draw. */
const BELOW_FACES = 0.2;
/** So much farther down than else they may go to stand below a picture, as a share of the height: half of two rows. */
const BELOW_EDGES = 0.06;
/** What they leave beside such an edge where there is room: in small clips they would seem to touch it. */
const EDGE_GAP = 0.0075;
/** Share of the frame's height by which one place for a whole clip may differ from the wanted one. */
const MAX_COMMON_SHIFT = 0.2;
/**
 * A line that is over a cut by less than this is placed by its other shot: at a place between both, a caption crossed the edge of
 * a picture for a second because it began three frames before that.
 */
const MOMENT_S = 0.25;
/** Between two places that are tried, as a share of the frame's height. */
const STEP = 0.0025;
/** Captions leave a place for one that covers less than this share of what they cover there. */
const WORTH_MOVING = 0.7;
/** What is covered least is at least this share of what is covered at places that count as equal to the best. */
const ABOUT_LEAST = 0.9;

interface Range {
  readonly top: number;
  readonly bottom: number;
}

function overlaps(one: Box, other: Box, shift: number): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top + shift < other.bottom &&
    other.top < one.bottom + shift
  );
}

/** Around all boxes; there is at least one. */
function around(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

/** The shifts that keep a block within a range, the nearest first, of equals the one downwards. */
function shiftsWithin(block: Box, { top, bottom }: Range, stepPx: number): number[] {
  const up = Math.max(0, Math.floor((block.top - top) / stepPx));
  const down = Math.max(0, Math.floor((bottom - block.bottom) / stepPx));
  return Array.from({ length: up + down + 1 }, (_, index) => (index - up) * stepPx).sort(
    (a, b) => Math.abs(a) - Math.abs(b) || b - a,
  );
}

function crosses({ top, bottom }: Box, edgesY: readonly number[], shift: number, gapPx = 0): boolean {
  return edgesY.some((y) => top + shift - gapPx < y && y < bottom + shift + gapPx);
}

/** How many pixels of boxes a block covers. */
function coveredPx(block: Box, boxes: readonly Box[], shift: number): number {
  return boxes.reduce((sum, { left, top, right, bottom }) => {
    const width = Math.min(right, block.right) - Math.max(left, block.left);
    const height = Math.min(bottom, block.bottom + shift) - Math.max(top, block.top + shift);
    return sum + Math.max(0, width) * Math.max(0, height);
  }, 0);
}

/**
 * Of shifts, the nearest first, the one that covers about least of boxes; 0 unless that is clearly less than there. So a pixel
 * more or less moves captions little, if at all.
 */
function leastCovering(block: Box, boxes: readonly Box[], shifts: readonly number[]): number {
  const coveredAt = (shift: number): number => coveredPx(block, boxes, shift);
  const leastPx = Math.min(...shifts.map(coveredAt));
  if (leastPx >= WORTH_MOVING * coveredAt(0)) return 0;
  return shifts.find((shift) => ABOUT_LEAST * coveredAt(shift) <= leastPx) ?? 0;
}

/** Where captions may go, and how far down to be off a face. */
function rangesOf(block: Box, { height }: FrameSize): { readonly safe: Range; readonly lower: Range } {
  const safe: Range = {
    top: Math.min(block.top, SAFE_AREA.top * height),
    bottom: Math.max(block.bottom, (1 - SAFE_AREA.bottom) * height),
  };
  return { safe, lower: { ...safe, bottom: Math.max(safe.bottom, (1 - BELOW_FACES) * height) } };
}

/** The nearest shift that keeps a block off faces and edges, or at least off eyes and mouths; undefined where none does. */
function freeShift(block: Box, shots: readonly ShownFaces[], frame: FrameSize): number | undefined {
  const faces = shots.flatMap((shot) => shot.faces);
  const edgesY = shots.flatMap((shot) => shot.edgesY ?? []);
  const { safe, lower } = rangesOf(block, frame);
  const shifts = (range: Range): number[] => shiftsWithin(block, range, STEP * frame.height);
  const isClear =
    (part: keyof ShownFace) =>
    (shift: number): boolean =>
      !faces.some((face) => overlaps(block, face[part], shift));
  const isClearOfAll =
    (gap: number) =>
    (shift: number): boolean =>
      isClear("head")(shift) && !crosses(block, edgesY, shift, gap * frame.height);
  const besideEdges: Range =
    edgesY.length === 0 ? safe : { ...safe, bottom: safe.bottom + BELOW_EDGES * frame.height };
  const gapPx = (EDGE_GAP + STEP) * frame.height;
  const withGap = (clear: number | undefined): number | undefined => {
    if (clear === undefined) return undefined;
    const isNear = (shift: number): boolean => Math.abs(shift - clear) <= gapPx;
    return shifts(besideEdges).filter(isNear).find(isClearOfAll(EDGE_GAP)) ?? clear;
  };
  // Where a head leaves no room, a chin is covered rather than a forehead.
  return (
    withGap(shifts(besideEdges).find(isClearOfAll(0))) ??
    shifts(lower).find(isClearOfAll(0)) ??
    shifts(safe).find(isClear("head")) ??
    shifts(lower).find(isClear("head")) ??
    shifts({ ...lower, top: block.top }).find(isClear("features")) ??
    shifts(safe).find(isClear("features"))
  );
}

/** The nearest shift that keeps a block free, or that covers least of eyes and mouths. */
function clearShift(block: Box, shots: readonly ShownFaces[], frame: FrameSize): number {
  const free = freeShift(block, shots, frame);
  if (free !== undefined) return free;
  const features = shots.flatMap(({ faces }) => faces.map((face) => face.features));
  const { lower } = rangesOf(block, frame);
  return leastCovering(block, features, shiftsWithin(block, lower, STEP * frame.height));
}

function duringAny(shots: readonly ShownFaces[], { startS, endS }: Span): ShownFaces[] {
  return shots.filter((shot) => shot.startS < endS && startS < shot.endS);
}

/** How long a line is seen in a shot. */
function seenS(line: Span, shot: Span): number {
  return Math.min(shot.endS, line.endS) - Math.max(shot.startS, line.startS);
}

/** The shots that a line is placed by: not those in which it is only seen for a moment, unless all are such. */
function placedBy(shots: readonly ShownFaces[], line: Span): ShownFaces[] {
  const during = duringAny(shots, line);
  const lasting = during.filter((shot) => seenS(line, shot) >= MOMENT_S);
  return lasting.length === 0 ? during : lasting;
}

/**
 * The shift of a line alone: free in all of its shots, else as in the one that it is seen in longest. A place between them
 * would cover eyes or mouths in each.
 */
function lineShift(block: Box, shots: readonly ShownFaces[], line: Span, frame: FrameSize): number {
  const seenIn = placedBy(shots, line);
  const free = freeShift(block, seenIn, frame);
  if (free !== undefined) return free;
  const withFaces = seenIn.filter(({ faces }) => faces.length > 0);
  const [longest] = withFaces.toSorted((a, b) => seenS(line, b) - seenS(line, a));
  // With the edges of its time, which are told apart from faces.
  return clearShift(block, longest === undefined ? seenIn : duringAny(seenIn, longest), frame);
}

function moved(line: PlacedLine, shift: number): PlacedLine {
  const movedBox = (box: Box): Box => ({ ...box, top: box.top + shift, bottom: box.bottom + shift });
  const rows = line.rows.map((row) => ({
    ...row,
    centreY: row.centreY + shift,
    words: row.words.map((word) => ({
      ...word,
      centreY: word.centreY + shift,
      box: movedBox(word.box),
    })),
  }));
  return { ...line, rows, box: movedBox(line.box) };
}

/**
 * The same lines, moved up or down where faces or edges are in their way. Lines of one shot move alike, by what the tallest line
 * of the clip needs.
 */
export function clearOfFaces(
  lines: readonly PlacedLine[],
  shots: readonly ShownFaces[],
  frame: FrameSize,
): PlacedLine[] {
  const met = lines.flatMap((line) => duringAny(shots, line));
  if (met.length === 0) return [...lines];
  const block = around(lines.map(({ box }) => box));
  const common = clearShift(block, met, frame);
  const isForAll =
    Math.abs(common) <= MAX_COMMON_SHIFT * frame.height &&
    !met.some(
      ({ faces, edgesY = [] }) =>
        faces.some(({ head }) => overlaps(block, head, common)) || crosses(block, edgesY, common),
    );
  return lines.map((line) => {
    const shift = isForAll ? common : lineShift(block, shots, line, frame);
    return shift === 0 ? line : moved(line, shift);
  });
}
