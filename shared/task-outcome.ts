// How a run ended, as a media node writes it and the control plane's worker reads it.
import type { ClipJobOutput } from "./clip-job.ts";
import type { TaskErrorCode } from "./errors.ts";

export interface TaskError {
  readonly code: TaskErrorCode;
  readonly message: string;
  readonly retryable: boolean;
}

export type RunOutcome =
  | { readonly ok: true; readonly output: ClipJobOutput }
  | { readonly ok: false; readonly error: TaskError };
