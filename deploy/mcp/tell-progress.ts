// Notifications of progress, for clients that asked for them. They also tell a client that a long call is still alive.
import type { ProgressNotification } from "@modelcontextprotocol/sdk/types.js";
import { MCP_LIMITS } from "../../shared/limits/mcp.ts";

export type Notify = (notification: ProgressNotification) => Promise<void>;

/** What tells of one call's progress; it does nothing without a token. */
export function progressTeller(
  progressToken: string | number | undefined,
  notify: Notify,
): (percent: number, message: string) => void {
  if (progressToken === undefined) return () => undefined;
  let told = -1;
  let toldAt = 0;
  return (percent, message) => {
    const now = performance.now();
    if (percent <= told && now - toldAt < MCP_LIMITS.progressMs) return;
    // By the protocol it grows each time; another run of a task starts over, and a step may take long.
    const progress = percent > told ? percent : told + (100 - told) / 1_000;
    if (progress === told) return;
    told = progress;
    toldAt = now;
    const params = { progressToken, progress, total: 100, message };
    // A client that is gone needs no progress.
    notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}
