// The exact frame on which a shot changes. Watching a match knows shot changes to a quarter of a second, from the frames
// that others need; here a second or two around a wanted time is decoded in full.
import { AppError } from "../../shared/errors.ts";

export interface RefineShotChangesInput {
  /** The binary. */
  readonly ffmpeg: string;
  readonly sourcePath: string;
  /** ffprobe's absolute index. */
  readonly videoStreamIndex: number;
  /** Seconds on the source's clock. */
  readonly nearS: readonly number[];
  /** How far from each of `nearS` a shot change is looked for. */
  readonly withinS: number;
  readonly signal: AbortSignal;
}

/**
 * For each of `nearS` the time of the first frame of the nearest new shot, or null where there is no cut within reach.
 * @throws AppError SOURCE_UNSUPPORTED when ffmpeg fails on the stream; `signal.reason` on abort.
 */
export async function refineShotChanges(input: RefineShotChangesInput): Promise<(number | null)[]> {
  input.signal.throwIfAborted();
  throw new AppError("INTERNAL", "Refining shot changes is not built yet.");
}
