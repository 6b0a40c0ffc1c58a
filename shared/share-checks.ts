// Whether a process is ready is asked by anybody, as often as they like; each answer costs the database some questions.
import { inTime } from "./in-time.ts";
import { HTTP_LIMITS } from "./limits/requests.ts";

/**
 * A check of which one is made for all who ask while it is under way: however many they are, a database that hangs is asked
 * once, and no probe waits behind theirs. One that takes too long fails, and the next one starts afresh.
 */
export function shareChecks(check: () => Promise<void>): () => Promise<void> {
  let checking: Promise<void> | undefined;
  return () => {
    checking ??= inTime(HTTP_LIMITS.replyTimeoutMs, check()).finally(() => {
      checking = undefined;
    });
    return checking;
  };
}
