// Renews this node's lease, which says which models it offers and which queue jobs it takes. The same statement returns the
// runs that are no longer wanted: cancelled by their owner, or overtaken because this node was taken for lost.
import { hostname } from "node:os";
import type { Sql } from "../../shared/db/connect.ts";
import { isDrainAsked } from "../../shared/db/queue/drains.ts";
import {
  deleteLease,
  type LeasedCompute,
  type LeasedMachine,
  type PlaceUse,
  renewLease,
  selectDeviceQueueJobs,
} from "../../shared/db/queue/worker-leases.ts";
import { MODEL_OFFER_LIMITS } from "../../shared/limits/nodes.ts";
import { QUEUE_LIMITS } from "../../shared/limits/queue.ts";
import type { Logger } from "../../shared/logger.ts";
import { readProcessSpace } from "../../shared/process/process-space.ts";
import { repeatEvery } from "../../shared/repeat.ts";
import { compileInputSchema } from "../../shared/schemas/input-schema.ts";
import { type AnnouncedModel, AnnouncedModels } from "../../shared/schemas/model.ts";
import { compileSchema } from "../../shared/schemas/validate.ts";
import { recordModelOffers, upsertModels } from "../db/models.ts";
import { recordQueueJobOffers } from "../db/queue-job-offers.ts";
import { selectRevokedRuns } from "../db/runs.ts";
import { enqueueBuiltInTemplates } from "../db/template-previews.ts";
import type { NodeDrain } from "./node-drain.ts";
import type { ActiveRuns } from "./runs/active-runs.ts";

export interface Offered {
  /** The models that this node can run. */
  readonly models: readonly AnnouncedModel[];
  /** The names of the queue jobs that it takes; none while it takes no work. */
  readonly queueJobs: readonly string[];
  /** Those of them whose model runs on a device here. */
  readonly deviceQueueJobs: readonly string[];
}

export interface LeaseOptions {
  readonly sql: Sql;
  readonly nodeId: string;
  /** The names under which jobs are locked here now. */
  readonly poolIds: () => readonly string[];
  /** What runs have places here now; none are known of unless told. */
  readonly places?: () => readonly PlaceUse[];
  /** What this node offers at first. */
  readonly offered: Offered;
  readonly activeRuns: ActiveRuns;
  /** What this node computes on now. */
  readonly compute?: (() => LeasedCompute) | undefined;
  /** What is told of this process now. */
  readonly machine?: (() => LeasedMachine) | undefined;
  /** Told with each beat which queue jobs others run on devices. */
  readonly onDevicesElsewhere?: (queueJobs: readonly string[]) => void;
  /** Told with each beat whether an operator drains this node. */
  readonly drain?: Pick<NodeDrain, "isDraining" | "setAsked"> | undefined;
  /** Called after each renewal, which does not wait for what comes of it. */
  readonly onBeat?: (() => void) | undefined;
  readonly logger: Logger;
}

export interface Lease {
  /** Offers this instead, from the next beat on. @throws as keepLease, and goes on with what it offered */
  offer(offered: Offered): void;
  /** Gives the lease back. */
  release(): Promise<void>;
}

const checkModels = compileSchema(AnnouncedModels);

/** What is offered, and whether the catalogue has been told. */
interface Offer extends Offered {
  readonly slugs: readonly string[];
  isKnown: boolean;
}

function checkedOffer({ models, queueJobs, deviceQueueJobs }: Offered): Offer {
  for (const model of checkModels(models)) compileInputSchema(model.input_schema);
  return { models, queueJobs, deviceQueueJobs, slugs: models.map((model) => model.model), isKnown: false };
}

async function announce(sql: Sql, offer: Offer): Promise<void> {
  await upsertModels(sql, offer.models);
  if (offer.models.length > 0) await enqueueBuiltInTemplates(sql);
  offer.isKnown = true;
}

/** Records until when this node has offered its models and queue jobs. */
async function recordOffer(sql: Sql, { slugs, queueJobs }: Offer, intervalMs: number): Promise<void> {
  await recordModelOffers(sql, slugs, intervalMs);
  await recordQueueJobOffers(sql, queueJobs, intervalMs);
}

/** @throws AppError or Error when a model's descriptor is not one that clients can use */
export function keepLease(options: LeaseOptions): Lease {
  const { sql, nodeId, poolIds, places, offered, activeRuns, compute, machine, logger } = options;
  let offer = checkedOffer(offered);
  const processSpace = readProcessSpace() ?? null;
  const lease = {
    id: nodeId,
    plane: "media-node",
    host: hostname(),
    pid: process.pid,
    processSpace,
  } as const;
  const renewal = repeatEvery(QUEUE_LIMITS.leaseRenewalMs, "lease renewal", logger, async () => {
    // Said one beat later: no job that was on its way is still to come then.
    const wasDraining = options.drain?.isDraining() ?? false;
    options.drain?.setAsked(await isDrainAsked(sql, lease));
    // Before the renewal, which then tells the others what follows from it.
    options.onDevicesElsewhere?.(await selectDeviceQueueJobs(sql, nodeId));
    const current = offer;
    // The catalogue must know a model before a lease offers it.
    if (!current.isKnown) await announce(sql, current);
    const { slugs, queueJobs, deviceQueueJobs } = current;
    await renewLease(sql, {
      ...lease,
      poolIds: poolIds(),
      places: places?.() ?? [],
      models: slugs,
      queueJobs,
      deviceQueueJobs,
      isDraining: wasDraining && options.drain?.isDraining() === true,
      compute: compute?.(),
      machine: machine?.(),
    });
    await recordOffer(sql, current, MODEL_OFFER_LIMITS.recordIntervalMs);
    const revoked = await selectRevokedRuns(sql, activeRuns.list());
    for (const runId of revoked) activeRuns.revoke(runId);
    options.onBeat?.();
  });
  const giveBack = async (): Promise<void> => {
    await recordOffer(sql, offer, 0);
    await deleteLease(sql, nodeId);
  };
  return {
    offer: (next) => {
      offer = checkedOffer(next);
    },
    release: async () => {
      await renewal.stop();
      // Without a database the lease runs out by itself.
      await giveBack().catch((error: unknown) => logger.warn({ err: error }, "lease not given back"));
    },
  };
}
