// Takes flashes of neighbouring shots off the edges of clips without sound. Moments are chosen by an overview of two
// frames a second, or of key frames alone, which sees a shot change only behind it: a clip that ends there ends with the
// first frames of another shot. Clips get shorter, or where they would be too short, begin and end a little later or
// earlier, within the range and off each other. Clips with sound or subtitles are cut by these instead.
import { hasErrorCode } from "../../../shared/errors.ts";
import { roundToMs } from "../../../shared/round-to-ms.ts";
import type { ClipJobRequest } from "../../../shared/tasks/clip-job.ts";
import { type ExactHardCutsInput, findExactHardCuts } from "../../framing/shots/exact-hard-cuts.ts";
import type { Span } from "../../signal/span.ts";

type Decoding = Omit<ExactHardCutsInput, "nearS" | "withinS">;

interface TrimBounds {
  readonly clipLengthS: ClipJobRequest["clipLengthS"];
  /** Of the clips. */
  readonly frameRate: number;
}

export interface OffFlashesInput<M extends Span> extends Decoding, TrimBounds {
  readonly moments: readonly M[];
  /** Where there is video to be had. */
  readonly range: Span;
}

/** What a clip shows of a shot for no longer than this is a flash. */
const FLASH_S = 0.7;
/** A shot change may be so much outside of an edge that lies on it. */
const TOLERANCE_S = 0.02;

interface TrimmedFlashes<M extends Span> {
  readonly trimmed: M;
  /** Without the flash that is left because the moment would be too short: as long as it must be, but moved. */
  readonly moved: M | null;
}

/** The moment from one shot change to another, as far as it stays long enough. */
export function trimFlashes<M extends Span>(
  moment: M,
  [beginS, endS]: readonly [number | null, number | null],
  { clipLengthS, frameRate }: TrimBounds,
): TrimmedFlashes<M> {
  // Frames go to the nearest of the clip's own: half of one before the change is between the last of a shot and it.
  const lastS = endS === null ? moment.endS : Math.floor((endS - 0.5 / frameRate) * 1_000) / 1_000;
  const firstS = beginS === null ? moment.startS : Math.ceil(beginS * 1_000) / 1_000;
  const isLongEnough = (span: Span): boolean => span.endS - span.startS >= clipLengthS.min;
  const ended = { ...moment, endS: Math.min(moment.endS, lastS) };
  const shorter = isLongEnough(ended) ? ended : moment;
  const begun = { ...shorter, startS: Math.max(moment.startS, firstS) };
  const trimmed = isLongEnough(begun) ? begun : shorter;
  if (trimmed.startS < firstS) {
    return { trimmed, moved: { ...moment, startS: firstS, endS: roundToMs(firstS + clipLengthS.min) } };
  }
  const moved =
    trimmed.endS > lastS ? { ...moment, startS: roundToMs(lastS - clipLengthS.min), endS: lastS } : null;
  return { trimmed, moved };
}

/** The shot changes near times; null instead of all where the source is damaged at one of them. */
async function shotChangesNear(
  decoding: Decoding,
  nearS: readonly number[],
): Promise<(number | null)[] | null> {
  try {
    return await findExactHardCuts({ ...decoding, nearS, withinS: FLASH_S / 2 + TOLERANCE_S });
  } catch (error) {
    if (hasErrorCode(error, "SOURCE_UNSUPPORTED")) return null;
    throw error;
  }
}

function edgesOf({ startS, endS }: Span): [number, number] {
  return [startS + FLASH_S / 2, endS - FLASH_S / 2];
}

function isFree({ startS, endS }: Span, range: Span, others: readonly Span[]): boolean {
  const isInRange = startS >= range.startS && endS <= range.endS;
  return isInRange && others.every((other) => other.endS <= startS || other.startS >= endS);
}

/** The moments without flashes at their edges. @throws `signal.reason` on abort */
export async function offFlashes<M extends Span>(input: OffFlashesInput<M>): Promise<M[]> {
  const { moments, range, clipLengthS, frameRate, ...decoding } = input;
  const bounds = { clipLengthS, frameRate };
  const found = [...moments];
  for (const [index, moment] of moments.entries()) {
    const [first, last] = edgesOf(moment);
    const [beginS = null] = (await shotChangesNear(decoding, [first])) ?? [];
    const [endS = null] = (await shotChangesNear(decoding, [last])) ?? [];
    const { trimmed, moved } = trimFlashes(moment, [beginS, endS], bounds);
    found[index] = trimmed;
    if (moved === null || !isFree(moved, range, found.toSpliced(index, 1))) continue;
    // Where it ends or begins now there may be another flash.
    const changes = await shotChangesNear(decoding, edgesOf(moved));
    if (changes === null) continue;
    const [movedBeginS = null, movedEndS = null] = changes;
    if (trimFlashes(moved, [movedBeginS, movedEndS], bounds).moved === null) found[index] = moved;
  }
  return found;
}
