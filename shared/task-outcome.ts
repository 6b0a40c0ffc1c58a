// How a run ended, as a media node writes it and the control plane's worker reads it.
import type { ClipJobOutput } from "./clip-job.ts";
import type { TaskErrorCode } from "./errors.ts";
import type { HighlightJobOutput } from "./highlight-job.ts";
import type { TranscriptionJobOutput } from "./transcription-job.ts";

export interface TaskError {
  readonly code: TaskErrorCode;
  readonly message: string;
  readonly retryable: boolean;
}

/** One output of a generation task. A failed one among good ones has no file. */
export type GenerationResult =
  | {
      readonly id: string;
      readonly status: "SUCCESS";
      readonly fileKey: string;
      /** MIME type. */
      readonly fileType: string;
      /** A small WebP. */
      readonly thumbnailKey?: string;
    }
  | {
      readonly id: string;
      readonly status: "FAILED";
      readonly fileKey: null;
      readonly fileType: null;
      readonly thumbnailKey?: undefined;
    };

export type RunOutcome =
  | {
      readonly ok: true;
      /** Of video jobs; null for generation tasks, which report files. */
      readonly output: ClipJobOutput | HighlightJobOutput | TranscriptionJobOutput | null;
      /** Of generation tasks. */
      readonly result?: readonly GenerationResult[];
    }
  | { readonly ok: false; readonly error: TaskError };
