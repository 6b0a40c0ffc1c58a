// Whoever wants to see a task's calls stands between its callers and its threads: benchmarks with their clocks, tests
// that count calls or answer them in a thread's place. Where nobody does, a call goes straight to its thread.
import type { TaskDefinition } from "./define-task.ts";

/** Runs the call, with its input or another, or answers it. */
export type TaskObserver<Input, Output> = (
  input: Input,
  run: (input: Input) => Promise<Output>,
) => Promise<Output>;

const observers = new Map<unknown, TaskObserver<unknown, unknown>[]>();

/** Gives every call of a task to `observer`, the one that came last first; call the result to end that. */
export function observeTask<Input, Output>(
  task: TaskDefinition<Input, Output>,
  observer: TaskObserver<Input, Output>,
): () => void {
  const own = observer as TaskObserver<unknown, unknown>;
  observers.set(task, [...(observers.get(task) ?? []), own]);
  return () => {
    const others = (observers.get(task) ?? []).filter((each) => each !== own);
    if (others.length === 0) observers.delete(task);
    else observers.set(task, others);
  };
}

/** Passes a call through the task's observers. */
export function passObservers<Input, Output>(
  task: TaskDefinition<Input, Output>,
  input: Input,
  run: (input: Input) => Promise<Output>,
): Promise<Output> {
  const chain = (observers.get(task) ?? []) as unknown as TaskObserver<Input, Output>[];
  let next = run;
  for (const observer of chain) {
    const before = next;
    next = (given) => observer(given, before);
  }
  return next(input);
}
