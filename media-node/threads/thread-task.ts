// The thread's side of a thread pool: wraps a function so that it hears of an abort and can report progress over a
// message port. piscina's own abort ends the whole thread, which would leave a child process of that thread running;
// here the function ends its child first and the thread lives on. Failures cross as plain records, because
// structured cloning drops an error's own fields.
import type { MessagePort } from "node:worker_threads";
import { AppError, type ErrorCode } from "../../shared/errors.ts";
import { asNodeLack, type Lack } from "../../shared/node-lack.ts";

export interface ThreadCall<I> {
  readonly input: I;
  readonly port: MessagePort;
}

/** What the thread tells its caller while it works. */
export interface ThreadMessage {
  readonly type: "progress";
  readonly fraction: number;
}

/** How a call ended: with a value, or with an expected failure. Unexpected errors are thrown as they are. */
export type ThreadOutcome<O> =
  | { readonly ok: true; readonly value: O }
  | {
      readonly ok: false;
      readonly code: ErrorCode;
      readonly message: string;
      readonly retryable: boolean;
      /** What the machine lacked, where that was the reason. */
      readonly lack: Lack | null;
      readonly cause: string;
    };

export interface ThreadContext {
  readonly signal: AbortSignal;
  /** Share of the work that is done, 0 to 1. */
  readonly reportProgress: (fraction: number) => void;
}

/** Makes a worker file's default export from the function that does the work. */
export function threadTask<I, O>(
  work: (input: I, context: ThreadContext) => Promise<O>,
): (call: ThreadCall<I>) => Promise<ThreadOutcome<O>> {
  return async ({ input, port }) => {
    const controller = new AbortController();
    port.on("message", () => controller.abort(new Error("The caller no longer wants this.")));
    const reportProgress = (fraction: number): void =>
      port.postMessage({ type: "progress", fraction } satisfies ThreadMessage);
    try {
      return { ok: true, value: await work(input, { signal: controller.signal, reportProgress }) };
    } catch (error) {
      const lack = asNodeLack(error);
      const failure = lack ?? error;
      if (!(failure instanceof AppError)) throw error;
      const { code, message, retryable, cause } = failure;
      return { ok: false, code, message, retryable, lack: lack?.lack ?? null, cause: String(cause ?? "") };
    } finally {
      port.close();
    }
  };
}
