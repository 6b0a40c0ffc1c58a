// What only adds to a job: where it fails, the job goes on without.
import { throwNodeLack } from "../../shared/node-lack.ts";
import type { TaskDefinition } from "./define-task.ts";
import { runInThread } from "./run-in-thread.ts";

export interface OptionalRun {
  readonly signal: AbortSignal;
  /** Told why it failed. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Runs a task in a thread; null where it fails.
 * @throws NodeLack: what this machine lacks is no failure of the task, another try, or another node, has it; the signal's
 * reason on abort
 */
export async function runOptional<Input, Output>(
  task: TaskDefinition<Input, Output>,
  input: Input,
  { signal, onFailure }: OptionalRun,
): Promise<Output | null> {
  try {
    return await runInThread(task, input, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throwNodeLack(error);
    onFailure(error);
    return null;
  }
}
