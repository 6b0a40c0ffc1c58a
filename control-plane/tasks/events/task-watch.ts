// Watches tasks for all event streams of this process: how many streams there may be, and what ends them. What they
// are told comes from one follower, however many streams wait for the same task. A stream may last for hours: whether who
// opened it may still read is asked every few seconds, for all of them together.
import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { SESSION_LIMITS } from "../../../shared/limits/people.ts";
import { EVENT_LIMITS } from "../../../shared/limits/requests.ts";
import type { Logger } from "../../../shared/logger.ts";
import { type Reader, selectActiveReaders } from "../../db/people/active-sessions.ts";
import { TaskFollower } from "./task-follower.ts";
import { createSubscriber, type Subscriber, type TaskSubscription } from "./task-subscription.ts";

/** Who opens a stream: those of one caller are counted together. */
export interface StreamOpener extends Reader {
  readonly callerId: string;
}

export interface TaskWatch {
  /**
   * Watches a task from its present state on.
   * @throws AppError RATE_LIMITED when the caller has as many streams as it may; UNAVAILABLE when the process has, or
   * is stopping
   */
  open(opener: StreamOpener, taskId: string): TaskSubscription;
  /** Closes every subscription; `open` refuses from then on. */
  close(): void;
}

/**
 * The watch of one process. Nothing is read before the first subscription.
 * @param sql by which is also asked, every few seconds, whether who opened a stream may still read
 */
export function createTaskWatch(sql: Sql, logger: Logger): TaskWatch {
  const follower = new TaskFollower(sql, logger);
  const subscribers = new Map<Subscriber, StreamOpener>();
  const streamsByCaller = new Map<string, number>();
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const admit = (callerId: string): void => {
    const ofCaller = streamsByCaller.get(callerId) ?? 0;
    if (closed || subscribers.size >= EVENT_LIMITS.streamsPerProcess) throw new AppError("UNAVAILABLE");
    if (ofCaller >= EVENT_LIMITS.streamsPerCaller) throw new AppError("RATE_LIMITED");
    streamsByCaller.set(callerId, ofCaller + 1);
  };
  const dismiss = (callerId: string): void => {
    const left = (streamsByCaller.get(callerId) ?? 1) - 1;
    if (left === 0) streamsByCaller.delete(callerId);
    else streamsByCaller.set(callerId, left);
  };
  const closeEnded = async (): Promise<void> => {
    const asked = [...subscribers];
    if (asked.length === 0) return;
    const openers = asked.map(([, opener]) => opener);
    const living = await selectActiveReaders(sql, openers, SESSION_LIMITS.idleMs);
    for (const [place, [subscriber]] of asked.entries()) if (!living.has(place)) subscriber.close();
  };
  const check = async (): Promise<void> => {
    await closeEnded().catch((error: unknown) => {
      logger.warn({ err: error }, "it was not asked whether streams of tasks may go on");
    });
    timer = undefined;
    checkSoon();
  };
  const checkSoon = (): void => {
    if (closed || subscribers.size === 0) return;
    timer ??= setTimeout(() => void check(), EVENT_LIMITS.checkMs).unref();
  };
  return {
    open(opener, taskId) {
      const { callerId } = opener;
      admit(callerId);
      const subscriber = createSubscriber(() => {
        unfollow();
        subscribers.delete(subscriber);
        dismiss(callerId);
      });
      subscribers.set(subscriber, opener);
      checkSoon();
      const unfollow = follower.follow(taskId, subscriber.deliver);
      return subscriber;
    },
    close() {
      closed = true;
      follower.stop();
      clearTimeout(timer);
      for (const subscriber of [...subscribers.keys()]) subscriber.close();
    },
  };
}
