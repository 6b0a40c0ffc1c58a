// Watches tasks for all event streams of this process: how many streams there may be, and what ends them. What they
// are told comes from one follower, however many streams wait for the same task.
import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { EVENT_LIMITS } from "../../../shared/limits/requests.ts";
import type { Logger } from "../../../shared/logger.ts";
import { TaskFollower } from "./task-follower.ts";
import { createSubscriber, type Subscriber, type TaskSubscription } from "./task-subscription.ts";

export interface TaskWatch {
  /**
   * Watches a task from its present state on.
   * @throws AppError RATE_LIMITED when the key has as many streams as it may; UNAVAILABLE when the process has, or
   * is stopping
   */
  open(keyId: string, taskId: string): TaskSubscription;
  /** Closes every subscription; `open` refuses from then on. */
  close(): void;
}

/** Nothing is read before the first subscription. */
export function createTaskWatch(sql: Sql, logger: Logger): TaskWatch {
  const follower = new TaskFollower(sql, logger);
  const subscribers = new Set<Subscriber>();
  const streamsByKey = new Map<string, number>();
  let closed = false;
  const admit = (keyId: string): void => {
    const ofKey = streamsByKey.get(keyId) ?? 0;
    if (closed || subscribers.size >= EVENT_LIMITS.streamsPerProcess) throw new AppError("UNAVAILABLE");
    if (ofKey >= EVENT_LIMITS.streamsPerKey) throw new AppError("RATE_LIMITED");
    streamsByKey.set(keyId, ofKey + 1);
  };
  const dismiss = (keyId: string): void => {
    const left = (streamsByKey.get(keyId) ?? 1) - 1;
    if (left === 0) streamsByKey.delete(keyId);
    else streamsByKey.set(keyId, left);
  };
  return {
    open(keyId, taskId) {
      admit(keyId);
      const subscriber = createSubscriber(() => {
        unfollow();
        subscribers.delete(subscriber);
        dismiss(keyId);
      });
      subscribers.add(subscriber);
      const unfollow = follower.follow(taskId, subscriber.deliver);
      return subscriber;
    },
    close() {
      closed = true;
      follower.stop();
      for (const subscriber of [...subscribers]) subscriber.close();
    },
  };
}
