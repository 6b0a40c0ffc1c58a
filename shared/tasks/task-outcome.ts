// How a run ended, as a media node writes it and the control plane's worker reads it.

import type { TaskErrorCode } from "../errors.ts";
import type { ClipJobOutput } from "./clip-job.ts";
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

/** What a run has made. */
export interface RunSuccess {
  /** Of video jobs; null for generation tasks, which report files. */
  readonly output: ClipJobOutput | HighlightJobOutput | TranscriptionJobOutput | null;
  /** Of generation tasks. */
  readonly result?: readonly GenerationResult[];
}

/** The same where the output lies in the storage, because it is large: the database has its key alone. */
export interface StoredRunSuccess extends Pick<RunSuccess, "result"> {
  readonly output?: undefined;
  readonly outputKey: string;
}

export type RunOutcome =
  | ({ readonly ok: true; readonly outputKey?: undefined } & RunSuccess)
  | ({ readonly ok: true } & StoredRunSuccess)
  | { readonly ok: false; readonly error: TaskError };
