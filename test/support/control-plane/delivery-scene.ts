// Webhooks that are due, and control planes that claim them and write down how that went.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import {
  type ClaimEnd,
  type ClaimedDelivery,
  claimDeliveries,
  type FreePlaces,
  settleDeliveries,
} from "../../../control-plane/db/due-deliveries.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { accountDatabase } from "../database/account-database.ts";
import { endedTasksTo } from "./ended-tasks.ts";

export const MINUTE_MS = 60_000;
export const CLAIM_MS = 40_000;
export const PLACES: FreePlaces = { all: 128, toNew: 64, toSlow: 32, busy: new Map() };
export const REFUSED: ClaimEnd = {
  outcome: "failed",
  statusCode: 500,
  error: "The receiver answered 500.",
  durationMs: 5,
};
export const TAKEN: ClaimEnd = { outcome: "delivered", statusCode: 200, durationMs: 5 };

export interface DeliveryScene {
  readonly sql: Sql;
  readonly accountId: string;
  due(url: string, count?: number, accountId?: string): Promise<string[]>;
  claim(places?: Partial<FreePlaces>, claimer?: string): Promise<ClaimedDelivery[]>;
  end(claims: readonly ClaimedDelivery[], end: ClaimEnd, claimer?: string): Promise<string[]>;
  /** Ends claims and claims again at the same moment: in one transaction, in which the database's time stands still. */
  endAndClaim(claims: readonly ClaimedDelivery[], end: ClaimEnd): Promise<ClaimedDelivery[]>;
  /** Lets the time pass that a delivery or a receiver waits for. */
  letWaitsEnd(): Promise<void>;
}

/** Lets receivers be asked again. */
export async function endRests(sql: Sql): Promise<void> {
  await sql`update webhook_receivers set blocked_until = '-infinity', ready_at = now() - interval '1 s'`;
}

/** A database with an account; claims and their ends are a control plane's. */
export async function deliveryScene(t: TestContext): Promise<DeliveryScene> {
  const { sql, account } = await accountDatabase(t);
  return {
    sql,
    accountId: account.id,
    due: (url, count = 1, accountId = account.id) =>
      endedTasksTo(
        sql,
        accountId,
        Array.from({ length: count }, () => url),
      ),
    claim: async (places = {}, claimer = "plane-a") => [
      ...(await claimDeliveries(sql, claimer, { ...PLACES, ...places }, CLAIM_MS)),
    ],
    end: async (claims, end, claimer = "plane-a") => {
      const ended = claims.map((claim) => ({ claim, end }));
      return (await settleDeliveries(sql, claimer, ended, MINUTE_MS)).map(({ state }) => state);
    },
    endAndClaim: (claims, end) =>
      sql.begin(async (transaction) => {
        const ended = claims.map((claim) => ({ claim, end }));
        await settleDeliveries(transaction, "plane-a", ended, MINUTE_MS);
        return [...(await claimDeliveries(transaction, "plane-a", PLACES, CLAIM_MS))];
      }),
    letWaitsEnd: async () => {
      await sql`update due_deliveries set due_at = now() - interval '1 s' where claimed_by is null and due_at > now()`;
      await endRests(sql);
    },
  };
}

/** What clients read of a task's only delivery. */
export async function deliveryOf(sql: Sql, taskId: string | undefined): Promise<unknown> {
  const [row] = await sql`
    select state, attempts, last_status_code from webhook_deliveries where task_id = ${taskId ?? ""}`;
  return row && { ...row };
}

/** What is remembered of a receiver; `rest_ms` is how long it is left alone after its last failure. */
export async function receiverOf(sql: Sql, receiver: string) {
  const [row] = await sql<{ standing: string; calls: number; failures: number; rest_ms: number }[]>`
    select standing, calls, failures, extract(epoch from blocked_until - changed_at)::float8 * 1000 as rest_ms
    from webhook_receivers where receiver = ${receiver}`;
  assert.ok(row !== undefined, `${receiver} is known`);
  return row;
}

/** How many deliveries wait for an attempt or are under way. */
export async function openRows(sql: Sql): Promise<number> {
  return (await sql`select from due_deliveries`).length;
}
