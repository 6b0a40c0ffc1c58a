// What a request that creates tasks owes its client: a task exists if, and only if, the answer is 201. The answer has a
// time, by the database's clock, after which a statement of the request changes nothing; and it knows every task that
// the request may have created, so that all of them are withdrawn when something else is answered.
import { AppError } from "../../shared/errors.ts";

export class CreateAnswer {
  /** By the database's clock. */
  readonly by: Date;
  readonly #taskIds = new Set<string>();
  #isRefused = false;

  constructor(by: Date) {
    this.by = by;
  }

  /** Call it before a task's statement is sent. @throws AppError UNAVAILABLE when something else was answered already */
  attempt(taskId: string): void {
    if (this.#isRefused) throw new AppError("UNAVAILABLE");
    this.#taskIds.add(taskId);
  }

  /** The database has said that it did not create the task. */
  notCreated(taskId: string): void {
    this.#taskIds.delete(taskId);
  }

  /** Something else than 201 is answered: returns the tasks that were, or may have been, created. */
  refuse(): string[] {
    this.#isRefused = true;
    const taskIds = [...this.#taskIds];
    this.#taskIds.clear();
    return taskIds;
  }
}
