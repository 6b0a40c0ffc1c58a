// Readiness is asked for by anybody, as often as they like, and each check costs the database some statements.

import { HTTP_LIMITS } from "./limits/requests.ts";
import { withTimeout } from "./with-timeout.ts";

/**
 * Makes one check for all who ask while it is under way (single flight): however many they are, a database that hangs is
 * asked once, and no probe waits behind theirs. A check that takes too long fails, and whoever asks next starts another.
 */
export function singleFlightCheck(check: () => Promise<void>): () => Promise<void> {
  let checking: Promise<void> | undefined;
  return () => {
    checking ??= withTimeout(HTTP_LIMITS.replyTimeoutMs, check()).finally(() => {
      checking = undefined;
    });
    return checking;
  };
}
