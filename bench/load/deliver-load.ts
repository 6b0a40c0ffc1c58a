// Webhooks of one control plane, with receivers in processes of their own: how many a second a receiver gets that
// answers, and how long after a task's end its call begins beside a crowd that goes to one that hangs.
import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "../../shared/db/connect.ts";
import { endedTasksTo } from "../../test/support/control-plane/ended-tasks.ts";
import { until } from "../../test/support/until.ts";
import { startServerProcess } from "./server-process.ts";

const RECEIVER = new URL("callback-receiver.ts", import.meta.url);
const CONTROL_PLANE = new URL("api-servers.ts", import.meta.url);
const ANSWER_MS = "20";
const DRAIN_TIMEOUT_MS = 600_000;
const CALL_TIMEOUT_MS = 60_000;
const BETWEEN_PROBES_MS = 500;

export interface DeliverLoad {
  /** To a migrated database, and its address. */
  readonly sql: Sql;
  readonly databaseUrl: string;
  readonly accountId: string;
  /** What the control plane needs beside: its secret, its storage. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * To the receiver that answers, for the rate; to the one that hangs; and one by one to a healthy one, alone and beside
   * it.
   */
  readonly healthy: number;
  readonly hanging: number;
  readonly probes: number;
}

export interface DeliverFigures {
  readonly deliveriesPerSecond: number;
  /** From the end of a task to the call, for each probe: where nothing else is due, and beside those that hang. */
  readonly aloneMs: readonly number[];
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

async function probeDelays({ sql, accountId, probes }: DeliverLoad): Promise<number[]> {
  const answers = await startServerProcess(RECEIVER, [ANSWER_MS], {});
  try {
    const delays: number[] = [];
    for (let probe = 0; probe < probes; probe += 1) {
      await pause(BETWEEN_PROBES_MS);
      const endedAt = Date.now();
      await endedTasksTo(sql, accountId, [answers.url]);
      const calls = await until(
        "the call",
        async () => {
          const all = await callsOf(answers.url);
          return all.length > probe && all;
        },
        CALL_TIMEOUT_MS,
      );
      delays.push((calls[probe] ?? 0) - endedAt);
    }
    return delays;
  } finally {
    await answers.stop();
  }
}

async function probeBesideHanging(load: DeliverLoad): Promise<number[]> {
  const hangs = await startServerProcess(RECEIVER, [], {});
  try {
    await endedTasksTo(load.sql, load.accountId, times(load.hanging, hangs.url));
    const hasCalls = async (): Promise<boolean> => (await callsOf(hangs.url)).length > 0;
    await until("the first calls that hang", hasCalls, CALL_TIMEOUT_MS);
    return await probeDelays(load);
  } finally {
    await hangs.stop();
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
    const aloneMs = await probeDelays(load);
    return { deliveriesPerSecond, aloneMs, besideHangingMs: await probeBesideHanging(load) };
  } finally {
    await plane.stop();
  }
}
