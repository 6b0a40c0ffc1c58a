// What only adds to a job: where it fails, the job goes on without.
import { throwNodeLack } from "../../shared/node-lack.ts";
import type { TaskDefinition } from "./define-task.ts";
import { runInThread } from "./run-in-thread.ts";

export interface OptionalRun {
  readonly signal: AbortSignal;
  /** Told why it failed. */
  readonly onFailure: (error: unknown) => void;
  /** What is no failure of this work either, beside an abort and what the machine lacks: it is thrown on. None unless told. */
  readonly isThrownOn?: (error: unknown) => boolean;
}

/**
 * What optional work finds; null where it fails.
 * @throws NodeLack: what this machine lacks is no failure of the work, and nobody's result is to be poorer for a full disk:
 * another try, or another node, has it; what `isThrownOn` names; the signal's reason on abort
 */
export async function attemptOptional<Output>(
  work: () => Promise<Output>,
  { signal, onFailure, isThrownOn }: OptionalRun,
): Promise<Output | null> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    throwNodeLack(error);
    if (isThrownOn?.(error) === true) throw error;
    onFailure(error);
    return null;
  }
}

/** Runs a task in a thread; null where it fails. @throws as `attemptOptional` */
export function runOptional<Input, Output>(
  task: TaskDefinition<Input, Output>,
  input: Input,
  run: OptionalRun,
): Promise<Output | null> {
  return attemptOptional(() => runInThread(task, input, { signal: run.signal }), run);
}
