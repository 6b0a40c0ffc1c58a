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
  /** The models that this node can run at first. */
  readonly models: readonly AnnouncedModel[];
  readonly activeRuns: ActiveRuns;
  readonly logger: Logger;
}

export interface Lease {
  /** Offers these models instead, from the next beat on. @throws as keepLease, and goes on with what it offered */
  offer(models: readonly AnnouncedModel[]): void;
  /** Gives the lease back. */
  release(): Promise<void>;
}

const checkModels = compileSchema(AnnouncedModels);

/** What is offered, and whether the catalogue has been told. */
interface Offer {
  readonly models: readonly AnnouncedModel[];
  readonly slugs: readonly string[];
  isKnown: boolean;
}

function checkedOffer(models: readonly AnnouncedModel[]): Offer {
  for (const model of checkModels(models)) compileInputSchema(model.input_schema);
  return { models, slugs: models.map((model) => model.model), isKnown: false };
}

async function announce(sql: Sql, offer: Offer): Promise<void> {
  await upsertModels(sql, offer.models);
  if (offer.models.length > 0) await enqueueBuiltInTemplates(sql);
  offer.isKnown = true;
}

/** @throws AppError or Error when a model's descriptor is not one that clients can use */
export function keepLease({ sql, nodeId, poolIds, models, activeRuns, logger }: LeaseOptions): Lease {
  let offer = checkedOffer(models);
  const lease = { id: nodeId, plane: "media-node", poolIds, host: hostname(), pid: process.pid } as const;
  const renewal = repeatEvery(QUEUE_LIMITS.leaseRenewalMs, "lease renewal", logger, async () => {
    const current = offer;
    // The catalogue must know a model before a lease offers it.
    if (!current.isKnown) await announce(sql, current);
    await renewLease(sql, { ...lease, models: current.slugs });
    await recordModelOffers(sql, current.slugs, MODEL_OFFER_LIMITS.recordIntervalMs);
    const revoked = await selectRevokedRuns(sql, activeRuns.ids());
    for (const runId of revoked) activeRuns.revoke(runId);
  });
  return {
    offer: (next) => {
      offer = checkedOffer(next);
    },
    release: async () => {
      await renewal.stop();
      await recordModelOffers(sql, offer.slugs, 0);
      await deleteLease(sql, nodeId);
    },
  };
}
