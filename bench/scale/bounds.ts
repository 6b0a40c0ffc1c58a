// What is asked of the figures: each bound holds for the filled database, and where there is none for the empty one.
import type { Bound } from "./figures.ts";

/** Of lists and other reads: in themselves, and beside the same with little in the tables. */
const READ: Bound = { atMost: 50, ratioAtMost: 1.2 };
const USAGE: Bound = { atMost: 200 };
const CREATES: Readonly<Record<string, Bound>> = {
  createsPerSecond: { atLeast: 1_500 },
  p99Ms: { atMost: 250 },
};

/** By case, then by measure. */
export const BOUNDS: Readonly<Record<string, Readonly<Record<string, Bound>>>> = {
  reads: {
    listMs: READ,
    listKindMs: READ,
    listFailedMs: READ,
    listRunningMs: READ,
    listPage100Ms: { atMost: 50 },
    listCursorMs: READ,
    readMs: READ,
  },
  usage: { usageDayMs: USAGE, usageMonthMs: USAGE, usageYearMs: USAGE },
  outputs: { listMs: READ },
  "creates-one": CREATES,
  "creates-many": CREATES,
  queue: { finishedPerSecond: { ofReference: 0.5 } },
  share: { maxStartMs: { atMost: 1_000 } },
  webhooks: { deliveriesPerSecond: { atLeast: 200 }, maxStartBesideHangingMs: { atMost: 1_000 } },
  idle: {
    idleCpuMs: { atMost: 1_000 },
    controlPlaneConnections: { atMost: 10 },
    mediaNodeConnections: { atMost: 4 },
  },
};
