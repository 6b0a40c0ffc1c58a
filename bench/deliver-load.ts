// Webhooks of one control plane, with receivers in processes of their own: how many a second a receiver gets that
// answers, and how long after a task's end its call begins beside a crowd that goes to one that hangs.
import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "../shared/db/connect.ts";
import { endedTasksTo } from "../test/support/ended-tasks.ts";
import { until } from "../test/support/until.ts";
import { startServerProcess } from "./server-process.ts";

const RECEIVER = new URL("callback-receiver.ts", import.meta.url);
const CONTROL_PLANE = new URL("api-servers.ts", import.meta.url);
const ANSWER_MS = "20";
const DRAIN_TIMEOUT_MS = 600_000;
const BETWEEN_PROBES_MS = 500;

export interface DeliverLoad {
  /** To a migrated database, and its address. */
  readonly sql: Sql;
  readonly databaseUrl: string;
  readonly accountId: string;
  /** What the control plane needs beside: its secret, its storage. */
  readonly env: Readonly<Record<string, string>>;
  /** To the receiver that answers, for the rate; to the one that hangs; and one by one to a healthy one beside it. */
  readonly healthy: number;
  readonly hanging: number;
  readonly probes: number;
}

export interface DeliverFigures {
  readonly deliveriesPerSecond: number;
  /** From the end of a task to the call, for each probe. */
  readonly besideHangingMs: readonly number[];
}

async function callsOf(url: string): Promise<number[]> {
  return (await (await fetch(url)).json()) as number[];
}

const times = (count: number, url: string): string[] => Array.from({ length: count }, () => url);

async function measureRate({ sql, accountId, healthy }: DeliverLoad): Promise<number> {
  const receiver = await startServerProcess(RECEIVER, [ANSWER_MS], {});
  try {
    const startedAt = performance.now();
    await endedTasksTo(sql, accountId, times(healthy, receiver.url));
    await until(
      "all deliveries",
      async () => (await sql`select from due_deliveries limit 1`).length === 0,
      DRAIN_TIMEOUT_MS,
    );
    return (healthy * 1_000) / (performance.now() - startedAt);
  } finally {
    await receiver.stop();
  }
}

async function measureDelays({ sql, accountId, hanging, probes }: DeliverLoad): Promise<number[]> {
  const [hangs, answers] = await Promise.all([
    startServerProcess(RECEIVER, [], {}),
    startServerProcess(RECEIVER, [ANSWER_MS], {}),
  ]);
  try {
    await endedTasksTo(sql, accountId, times(hanging, hangs.url));
    await until("the first calls that hang", async () => (await callsOf(hangs.url)).length > 0);
    const delays: number[] = [];
    for (let probe = 0; probe < probes; probe += 1) {
      await pause(BETWEEN_PROBES_MS);
      const endedAt = Date.now();
      await endedTasksTo(sql, accountId, [answers.url]);
      const calls = await until("the call", async () => {
        const all = await callsOf(answers.url);
        return all.length > probe && all;
      });
      delays.push((calls[probe] ?? 0) - endedAt);
    }
    return delays;
  } finally {
    await Promise.all([hangs.stop(), answers.stop()]);
  }
}

/** Starts a control plane on the database, which has no deliveries due, and measures. */
export async function measureDeliveries(load: DeliverLoad): Promise<DeliverFigures> {
  const env = {
    ...load.env,
    CLIPMILL_DATABASE_URL: load.databaseUrl,
    CLIPMILL_ALLOW_NETWORKS: "127.0.0.0/8",
  };
  const plane = await startServerProcess(CONTROL_PLANE, ["ours"], { CLIPMILL_PORT: "0", ...env });
  try {
    const deliveriesPerSecond = await measureRate(load);
    return { deliveriesPerSecond, besideHangingMs: await measureDelays(load) };
  } finally {
    await plane.stop();
  }
}
