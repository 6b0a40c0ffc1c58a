// The answer to a request that creates tasks: a task exists if, and only if, the answer is 201. The answer has a deadline by
// the database's clock, after which the request's statements change nothing. It knows every task that the request may have
// created, and all of them are withdrawn if the answer is another one.
import { randomUUID } from "node:crypto";
import { AppError } from "../../../shared/errors.ts";

/** One for each request that creates; it ends as 201, or else by `refuse`. */
export class CreateAnswer {
  /** Distinguishes it from other answers that tell of the same task. */
  readonly id: string = randomUUID();
  /** Both by the database's clock. */
  readonly promisedAt: Date;
  readonly by: Date;
  readonly #taskIds = new Set<string>();
  #isRefused = false;
  #isRepeat = false;

  constructor(promisedAt: Date, by: Date) {
    this.promisedAt = promisedAt;
    this.by = by;
  }

  /**
   * Call it before a statement is sent that creates a task, or notes that this answer will tell of it.
   * @throws AppError UNAVAILABLE when something else was answered already
   */
  attempt(taskId: string): void {
    if (this.#isRefused) throw new AppError("UNAVAILABLE");
    this.#taskIds.add(taskId);
  }

  /** The database has said that nothing came of it. */
  failed(taskId: string): void {
    this.#taskIds.delete(taskId);
  }

  /** The task was there before: its idempotency key was used then. */
  repeats(): void {
    this.#isRepeat = true;
  }

  /** Whether the answer tells of a task that another request created. */
  get isRepeat(): boolean {
    return this.#isRepeat;
  }

  /** What the answer may tell of. */
  taskIds(): string[] {
    return [...this.#taskIds];
  }

  /** Something else than 201 is answered: returns the tasks that it was, or may have been, noted with. */
  refuse(): string[] {
    this.#isRefused = true;
    const taskIds = [...this.#taskIds];
    this.#taskIds.clear();
    return taskIds;
  }
}
