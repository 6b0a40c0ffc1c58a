// Webhooks: how many a second a receiver gets that answers, and how long one waits alone and beside a crowd that goes to a
// receiver that hangs.
import type { Sql } from "../../shared/db/connect.ts";
import { measureDeliveries } from "../load/deliver-load.ts";
import { type BenchCase, summarize } from "../measuring/harness.ts";
import type { Subject } from "./subject.ts";

const HEALTHY = 2_000;
const PROBES = 10;

/** Between the repeats nothing of the crowd may be left. */
async function removeDue(sql: Sql): Promise<void> {
  await sql`truncate due_deliveries, webhook_arrivals, webhook_receivers`;
}

/** @param hanging deliveries to the receiver that hangs */
export function webhookCase(subject: Subject, hanging: number): BenchCase {
  const load = {
    ...subject,
    accountId: subject.busyAccountId,
    healthy: HEALTHY,
    hanging,
    probes: PROBES,
  };
  return {
    name: subject.name,
    run: async () => {
      const figures = await measureDeliveries(load);
      const besideHanging = summarize(figures.besideHangingMs);
      return {
        deliveriesPerSecond: figures.deliveriesPerSecond,
        startAloneMs: summarize(figures.aloneMs).median,
        startBesideHangingMs: besideHanging.median,
        maxStartBesideHangingMs: besideHanging.max,
      };
    },
    cleanUp: () => removeDue(subject.sql),
  };
}
