// What is asked of the figures: each bound holds for the filled database, and where there is none for the empty one.
import type { Bound } from "./figures.ts";

/** Of lists and other reads: in themselves, and beside the same with little in the tables. */
const READ: Bound = { max: 50, maxRatio: 1.2 };
const USAGE: Bound = { max: 200 };
const CREATES: Readonly<Record<string, Bound>> = {
  createsPerSecond: { min: 1_500 },
  p99Ms: { max: 250 },
};

/** By case, then by measure. */
export const BOUNDS: Readonly<Record<string, Readonly<Record<string, Bound>>>> = {
  reads: {
    listMs: READ,
    listKindMs: READ,
    listFailedMs: READ,
    listRunningMs: READ,
    listPage100Ms: { max: 50 },
    listCursorMs: READ,
    readMs: READ,
  },
  usage: { usageDayMs: USAGE, usageMonthMs: USAGE, usageYearMs: USAGE },
  outputs: { listMs: READ },
  "creates-one": CREATES,
  "creates-many": CREATES,
  queue: { finishedPerSecond: { ofReference: 0.5 } },
  share: { maxStartMs: { max: 1_000 } },
  webhooks: { deliveriesPerSecond: { min: 200 }, maxStartBesideHangingMs: { max: 1_000 } },
  idle: {
    idleCpuMs: { max: 1_000 },
    controlPlaneConnections: { max: 10 },
    mediaNodeConnections: { max: 4 },
  },
};
