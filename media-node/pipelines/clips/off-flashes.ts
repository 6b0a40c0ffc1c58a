// Takes flashes of neighbouring shots off the edges of clips without sound. Moments are chosen by an overview of two
// frames a second, or of key frames alone, which sees a shot change only behind it: a clip that ends there ends with the
// first frames of another shot. Clips only get shorter, so that they stay in their range and off each other. Clips with
// sound or subtitles are cut by these instead.
import { AppError } from "../../../shared/errors.ts";
import type { ClipJobRequest } from "../../../shared/tasks/clip-job.ts";
import { type ExactHardCutsInput, findExactHardCuts } from "../../framing/shots/exact-hard-cuts.ts";
import type { Span } from "../../signal/span.ts";

export interface OffFlashesInput<M extends Span> extends Omit<ExactHardCutsInput, "nearS" | "withinS"> {
  readonly moments: readonly M[];
  readonly clipLengthS: ClipJobRequest["clipLengthS"];
  /** Of the clips. */
  readonly frameRate: number;
}

/** What a clip shows of a shot for no longer than this is a flash. */
const FLASH_S = 0.7;
/** A shot change may be so much outside of an edge that lies on it. */
const TOLERANCE_S = 0.02;

/** The moment from one shot change to another, as far as it stays long enough. */
export function trimFlashes<M extends Span>(
  moment: M,
  [beginS, endS]: readonly [number | null, number | null],
  { clipLengthS, frameRate }: Pick<OffFlashesInput<M>, "clipLengthS" | "frameRate">,
): M {
  // Frames go to the nearest of the clip's own: half of one before the change is between the last of a shot and it.
  const lastS = endS === null ? moment.endS : Math.floor((endS - 0.5 / frameRate) * 1_000) / 1_000;
  const firstS = beginS === null ? moment.startS : Math.ceil(beginS * 1_000) / 1_000;
  const isLongEnough = (span: Span): boolean => span.endS - span.startS >= clipLengthS.min;
  const ended = { ...moment, endS: Math.min(moment.endS, lastS) };
  const trimmed = isLongEnough(ended) ? ended : moment;
  const begun = { ...trimmed, startS: Math.max(moment.startS, firstS) };
  return isLongEnough(begun) ? begun : trimmed;
}

/** The shot change near a time; null where there is none, and where the source is damaged there: others may not be. */
async function shotChangeNear(
  decoding: Omit<ExactHardCutsInput, "nearS" | "withinS">,
  timeS: number,
): Promise<number | null> {
  try {
    const [foundS = null] = await findExactHardCuts({
      ...decoding,
      nearS: [timeS],
      withinS: FLASH_S / 2 + TOLERANCE_S,
    });
    return foundS;
  } catch (error) {
    if (error instanceof AppError && error.code === "SOURCE_UNSUPPORTED") return null;
    throw error;
  }
}

/** The moments without flashes at their edges. @throws `signal.reason` on abort */
export async function offFlashes<M extends Span>(input: OffFlashesInput<M>): Promise<M[]> {
  const { moments, clipLengthS, frameRate, ...decoding } = input;
  const trimmed: M[] = [];
  for (const moment of moments) {
    const beginS = await shotChangeNear(decoding, moment.startS + FLASH_S / 2);
    const endS = await shotChangeNear(decoding, moment.endS - FLASH_S / 2);
    trimmed.push(trimFlashes(moment, [beginS, endS], { clipLengthS, frameRate }));
  }
  return trimmed;
}
