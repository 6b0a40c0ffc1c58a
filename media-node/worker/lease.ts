// Keeps this node's lease and, with the same beat, learns which of its runs are no longer wanted: cancelled by their
// owner, or overtaken after this node was thought lost.
import { hostname } from "node:os";
import type { Sql } from "../../shared/db/connect.ts";
import { deleteLease, renewLease } from "../../shared/db/worker-leases.ts";
import { QUEUE_LIMITS } from "../../shared/limits.ts";
import type { Logger } from "../../shared/logger.ts";
import { repeatEvery } from "../../shared/repeat.ts";
import { selectRevokedRuns } from "../db/runs.ts";
import type { ActiveRuns } from "./active-runs.ts";

export interface LeaseOptions {
  readonly sql: Sql;
  readonly nodeId: string;
  readonly poolIds: readonly string[];
  readonly activeRuns: ActiveRuns;
  readonly logger: Logger;
}

export interface Lease {
  /** Gives the lease back. */
  release(): Promise<void>;
}

export function keepLease({ sql, nodeId, poolIds, activeRuns, logger }: LeaseOptions): Lease {
  const lease = { id: nodeId, plane: "media-node", poolIds, host: hostname(), pid: process.pid } as const;
  const renewal = repeatEvery(QUEUE_LIMITS.leaseRenewalMs, "lease renewal", logger, async () => {
    await renewLease(sql, lease);
    const revoked = await selectRevokedRuns(sql, activeRuns.ids());
    for (const runId of revoked) activeRuns.revoke(runId);
  });
  return {
    release: async () => {
      await renewal.stop();
      await deleteLease(sql, nodeId);
    },
  };
}
