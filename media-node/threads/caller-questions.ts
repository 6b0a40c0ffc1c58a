// What a thread asks its caller while it works: the caller's side. Answers come from the caller's surroundings, as if the
// work were done there, so that calls which it makes for them are the same run's. A question without an answer ends the
// call: its thread is told to stop, and the caller gets the failure itself, no copy of it that has lost its fields.
import { AsyncLocalStorage } from "node:async_hooks";
import type { CallerMessage } from "./thread-task.ts";
import type { Place } from "./work-clock.ts";

export type OnQuestion = (question: unknown) => Promise<unknown>;

/** One for each call of a thread. */
export class CallerQuestions {
  readonly #onQuestion: OnQuestion;
  readonly #tell: (message: CallerMessage) => void;
  readonly #place: Place;
  readonly #inSurroundings = AsyncLocalStorage.snapshot();
  /** That have no answer yet: meanwhile the call does nothing but wait. */
  #open = 0;
  /** Its thread is to stop, or has: no question is answered any more, and none counts. */
  #isOver = false;
  #failures: unknown[] = [];

  constructor(
    onQuestion: OnQuestion | undefined,
    { tell, place }: { readonly tell: (message: CallerMessage) => void; readonly place: Place },
  ) {
    this.#onQuestion = onQuestion ?? (() => Promise.reject(new Error("Nobody answers questions here.")));
    this.#tell = tell;
    this.#place = place;
  }

  /** Answers a question, or tells the thread to stop where there is no answer. */
  async answer(id: number, question: unknown): Promise<void> {
    if (this.#isOver) return;
    this.#count(1);
    try {
      const answer = await this.#inSurroundings(this.#onQuestion, question);
      if (this.#isOver) return;
      this.#count(-1);
      this.#tell({ type: "answer", id, answer });
    } catch (error) {
      if (this.#isOver) return;
      this.#failures.push(error);
      this.end();
      this.#tell({ type: "abort" });
    }
  }

  /** The call is over or was aborted: what is still asked, or answered later, is nobody's business. */
  end(): void {
    this.#isOver = true;
  }

  /** @throws the failure to answer, where there was one */
  throwFailure(): void {
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  #count(change: 1 | -1): void {
    this.#open += change;
    this.#place.setWaiting(this.#open > 0);
  }
}
