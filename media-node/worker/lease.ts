// Keeps this node's lease, which says what models it offers, and with the same beat learns which of its runs are no
// longer wanted: cancelled by their owner, or overtaken after this node was thought lost.
import { hostname } from "node:os";
import type { Sql } from "../../shared/db/connect.ts";
import { deleteLease, renewLease } from "../../shared/db/worker-leases.ts";
import { MODEL_OFFER_LIMITS, QUEUE_LIMITS } from "../../shared/limits.ts";
import type { Logger } from "../../shared/logger.ts";
import { repeatEvery } from "../../shared/repeat.ts";
import { compileInputSchema } from "../../shared/schemas/input-schema.ts";
import { type AnnouncedModel, AnnouncedModels } from "../../shared/schemas/model.ts";
import { compileSchema } from "../../shared/schemas/validate.ts";
import { recordModelOffers, upsertModels } from "../db/models.ts";
import { selectRevokedRuns } from "../db/runs.ts";
import { enqueueBuiltInTemplates } from "../db/template-previews.ts";
import type { ActiveRuns } from "./active-runs.ts";

export interface LeaseOptions {
  readonly sql: Sql;
  readonly nodeId: string;
  readonly poolIds: readonly string[];
  /** The models that this node can run. */
  readonly models: readonly AnnouncedModel[];
  readonly activeRuns: ActiveRuns;
  readonly logger: Logger;
}

export interface Lease {
  /** Gives the lease back. */
  release(): Promise<void>;
}

const checkModels = compileSchema(AnnouncedModels);

/** @throws AppError or Error when a model's descriptor is not one that clients can use */
export function keepLease({ sql, nodeId, poolIds, models, activeRuns, logger }: LeaseOptions): Lease {
  for (const model of checkModels(models)) compileInputSchema(model.input_schema);
  const offered = models.map((model) => model.model);
  const { pid } = process;
  const lease = { id: nodeId, plane: "media-node", poolIds, host: hostname(), pid, models: offered } as const;
  let areModelsKnown = false;
  const renewal = repeatEvery(QUEUE_LIMITS.leaseRenewalMs, "lease renewal", logger, async () => {
    // The catalogue must know a model before a lease offers it.
    if (!areModelsKnown) {
      await upsertModels(sql, models);
      if (models.length > 0) await enqueueBuiltInTemplates(sql);
    }
    areModelsKnown = true;
    await renewLease(sql, lease);
    await recordModelOffers(sql, offered, MODEL_OFFER_LIMITS.recordIntervalMs);
    const revoked = await selectRevokedRuns(sql, activeRuns.ids());
    for (const runId of revoked) activeRuns.revoke(runId);
  });
  return {
    release: async () => {
      await renewal.stop();
      await recordModelOffers(sql, offered, 0);
      await deleteLease(sql, nodeId);
    },
  };
}
