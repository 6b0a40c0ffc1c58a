// What a render asks of a media node: a finished clip of a job once more, with changes. The control plane writes it into
// the task's row and the media node reads it, so a field changes only additively.
import type { CaptionStyle } from "../captions/caption-styles.ts";
import type { ClipResult, EditingStyle } from "./clip-job.ts";
import type { MediaSource } from "./media-source.ts";

export interface CorrectedWord {
  /** Among the words of the plan. */
  readonly place: number;
  /** Empty where the word is taken out. */
  readonly text: string;
}

export interface RenderJobRequest {
  /** Whose clip it is: of a clip job, or of another render. */
  readonly jobId: string;
  readonly clipId: string;
  /** Where the plan of that job's clips lies; see clip-plan. */
  readonly plan: { readonly storageKey: string };
  readonly source: MediaSource;
  /**
   * The folders of the jobs whose files are needed, which stay as long as this task is open: they are named as sources
   * are, by which open tasks are found.
   */
  readonly jobs: readonly { readonly storageKey: string }[];
  /** On the source's clock. */
  readonly startS: number;
  readonly endS: number;
  readonly title: string;
  readonly words: readonly CorrectedWord[];
  readonly editingStyles: readonly EditingStyle[];
  readonly captions: CaptionStyle | null;
  /** What was said of the clip, which is not scored again. */
  readonly scored: Pick<ClipResult, "viralityScore" | "scoreBreakdown" | "reason">;
  /** What the score was made from, where the clip stays the stretch that it was. */
  readonly features?: NonNullable<ClipResult["features"]> | undefined;
}
