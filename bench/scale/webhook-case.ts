// Webhooks: how many a second a receiver gets that answers, and how long one waits beside a crowd that goes to a
// receiver that hangs.
import type { Sql } from "../../shared/db/connect.ts";
import { measureDeliveries } from "../deliver-load.ts";
import type { BenchCase } from "../harness.ts";
import { summarize } from "../harness.ts";

const HEALTHY = 2_000;
const PROBES = 10;

export interface WebhookSubject {
  readonly sql: Sql;
  readonly databaseUrl: string;
  readonly accountId: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Between the repeats nothing of the crowd may be left. */
async function removeDue(sql: Sql): Promise<void> {
  await sql`truncate due_deliveries, webhook_arrivals, webhook_receivers`;
}

/** @param hanging deliveries to the receiver that hangs */
export function webhookCase(name: string, subject: WebhookSubject, hanging: number): BenchCase {
  return {
    name,
    run: async () => {
      const figures = await measureDeliveries({ ...subject, healthy: HEALTHY, hanging, probes: PROBES });
      const { median, max } = summarize(figures.besideHangingMs);
      return { deliveriesPerSecond: figures.deliveriesPerSecond, delayMs: median, maxDelayMs: max };
    },
    cleanUp: () => removeDue(subject.sql),
  };
}
