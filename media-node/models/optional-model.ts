// A model that only adds to a job, with how its threads are run.
import type { OptionalRun } from "../threads/run-optional.ts";
import type { ModelBundle } from "./model-bundle.ts";

/** Where it fails, the job goes on without what it would have added. */
export interface OptionalModel extends OptionalRun {
  readonly bundle: ModelBundle;
  /** Threads of one operator on the CPU. */
  readonly threads: number;
}
