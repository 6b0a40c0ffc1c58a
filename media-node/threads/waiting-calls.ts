// The calls of a crew that wait for a thread to be ready. piscina lets them wait for ever where that thread cannot be
// started, for want of file handles, say, since no other is started for them; here they fail with the reason.
import { FixedQueue, type TaskQueue } from "piscina";

type Task = Parameters<TaskQueue["push"]>[0];
/** What piscina's types leave out. */
type Endable = Task & { done(error: Error, result: null): void };

export class WaitingCalls extends FixedQueue {
  #last: Task | undefined;

  override push(task: Task): void {
    this.#last = task;
    super.push(task);
  }

  /** Takes back the call that came last, whose caller has been told of a failure already. */
  takeBack(): void {
    if (this.#last !== undefined) this.remove(this.#last);
  }

  /** Fails all that wait, and returns how many those were. */
  fail(reason: Error): number {
    const count = this.size;
    for (let task = this.shift(); task !== null; task = this.shift()) (task as Endable).done(reason, null);
    return count;
  }
}
