// Takes flashes of neighbouring shots off the edges of clips without sound. Moments are chosen by an overview of two
// frames a second, or of key frames alone, which sees a shot change only behind it: a clip that ends there ends with the
// first frames of another shot. Clips only get shorter, so that they stay in their range and off each other. Clips with
// sound or subtitles are cut by these instead.
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

/**
 * The moments without flashes at their edges.
 * @throws AppError SOURCE_UNSUPPORTED when ffmpeg fails on the stream; `signal.reason` on abort
 */
export async function offFlashes<M extends Span>(input: OffFlashesInput<M>): Promise<M[]> {
  const { moments, clipLengthS, frameRate, ...decoding } = input;
  const nearS = moments.flatMap(({ startS, endS }) => [startS + FLASH_S / 2, endS - FLASH_S / 2]);
  const found = await findExactHardCuts({ ...decoding, nearS, withinS: FLASH_S / 2 + TOLERANCE_S });
  return moments.map((moment, index) =>
    trimFlashes(moment, [found[2 * index] ?? null, found[2 * index + 1] ?? null], { clipLengthS, frameRate }),
  );
}
