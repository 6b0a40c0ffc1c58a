// The thread's side of a thread pool: wraps a function so that it hears of an abort and can report progress over a
// message port. piscina's own abort ends the whole thread, which would leave a child process of that thread running;
// here the function ends its child first and the thread lives on. Failures cross as plain records, because
// structured cloning drops an error's own fields.
import type { MessagePort } from "node:worker_threads";
import { AppError, type ErrorCode } from "../../shared/errors.ts";
import { asNodeLack, type Lack } from "../../shared/node-lack.ts";
import { type FinishedSpan, withSpanSink } from "../../shared/tracing/tracing.ts";
import { type BuildOnce, withBuilder } from "./built-once.ts";
import { withCall } from "./call-context.ts";

export interface ThreadCall<I> {
  readonly input: I;
  readonly port: MessagePort;
  /** Whose call it is. */
  readonly share: string;
  /** Whether the caller wants to hear of spans. */
  readonly isTraced: boolean;
}

/**
 * What the thread tells its caller while it works: how far it is, what it wants, built or could not build,
 * and what it has spent time on.
 */
export type ThreadMessage =
  | { readonly type: "progress"; readonly fraction: number }
  | { readonly type: "waiting"; readonly isWaiting: boolean }
  | { readonly type: "ask"; readonly key: string }
  | { readonly type: "give"; readonly key: string; readonly value: unknown }
  | { readonly type: "giveUp" }
  | { readonly type: "question"; readonly id: number; readonly question: unknown }
  | { readonly type: "span"; readonly span: FinishedSpan };

/** What the caller tells the thread. */
export type CallerMessage =
  | { readonly type: "abort" }
  | { readonly type: "build"; readonly key: string }
  | { readonly type: "take"; readonly key: string; readonly value: unknown }
  | { readonly type: "answer"; readonly id: number; readonly answer: unknown };

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

/** What a task gets. */
export interface TaskContext extends ThreadContext {
  /**
   * Asks the caller (`onQuestion`) for what is not to be had in this thread, such as what a model in another one says.
   * Meanwhile the call counts as one that waits. @throws `signal.reason` on abort, and where the caller has no answer
   */
  readonly askCaller: (question: unknown) => Promise<unknown>;
}

type Answer = Extract<CallerMessage, { type: "build" | "take" }>;

/** How this thread gets what others may have built: see builtOnce. */
function builderOver(
  tell: (message: ThreadMessage) => void,
  signal: AbortSignal,
): { readonly ask: BuildOnce; readonly onAnswer: (answer: Answer) => void } {
  const waiting = new Map<string, (answer: Answer) => void>();
  const answerFor = (key: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.set(key, resolve);
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      tell({ type: "ask", key });
    });
  return {
    onAnswer: (answer) => waiting.get(answer.key)?.(answer),
    ask: async <Value>(key: string, build: () => Promise<Value>) => {
      const answer = await answerFor(key);
      if (answer.type === "take") return answer.value as Value;
      try {
        const value = await build();
        tell({ type: "give", key, value });
        return value;
      } catch (error) {
        tell({ type: "giveUp" });
        throw error;
      }
    },
  };
}

/** How this thread asks its caller. */
function questionsOver(
  tell: (message: ThreadMessage) => void,
  signal: AbortSignal,
): {
  readonly askCaller: TaskContext["askCaller"];
  readonly onReply: (id: number, answer: unknown) => void;
} {
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let asked = 0;
  const endOpen = (): void => {
    for (const { reject } of open.values()) reject(signal.reason);
  };
  signal.addEventListener("abort", endOpen, { once: true });
  return {
    onReply: (id, answer) => {
      open.get(id)?.resolve(answer);
      open.delete(id);
    },
    askCaller: async (question) => {
      signal.throwIfAborted();
      asked += 1;
      tell({ type: "question", id: asked, question });
      const answer = Promise.withResolvers<unknown>();
      open.set(asked, answer);
      return answer.promise;
    },
  };
}

/**
 * Makes a worker file's default export from the function that does the work. What that throws crosses as an
 * outcome and is thrown again by `runInThread`, an AppError as one.
 */
export function threadTask<I, O>(
  work: (input: I, context: TaskContext) => Promise<O>,
): (call: ThreadCall<I>) => Promise<ThreadOutcome<O>> {
  return async ({ input, port, share, isTraced }) => {
    const controller = new AbortController();
    const { signal } = controller;
    const tell = (message: ThreadMessage): void => port.postMessage(message);
    const { ask, onAnswer } = builderOver(tell, signal);
    const { askCaller, onReply } = questionsOver(tell, signal);
    port.on("message", (message: CallerMessage) => {
      if (message.type === "abort") controller.abort(new Error("The caller no longer wants this."));
      else if (message.type === "answer") onReply(message.id, message.answer);
      else onAnswer(message);
    });
    const onWaiting = (isWaiting: boolean): void => tell({ type: "waiting", isWaiting });
    const call = { share, signal, onWaiting };
    const reportProgress = (fraction: number): void => tell({ type: "progress", fraction });
    try {
      const sink = isTraced ? (span: FinishedSpan): void => tell({ type: "span", span }) : null;
      const run = (): Promise<O> =>
        withSpanSink(sink, () => work(input, { signal, reportProgress, askCaller }));
      return { ok: true, value: await withCall(call, () => withBuilder(ask, run)) };
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
