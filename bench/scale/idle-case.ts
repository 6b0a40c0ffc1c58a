// What an appliance costs that has nothing to do: processor time of PostgreSQL, of a control plane and of a media node,
// over twenty seconds, while jobs wait that this node does not take; and the connections that each plane holds.
import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "../../shared/db/connect.ts";
import type { BenchCase } from "../measuring/harness.ts";
import { addWaiting, removeOpenTasks } from "./open-tasks.ts";
import { Planes } from "./planes.ts";
import { treeCpuMs } from "./process-time.ts";
import type { Subject } from "./subject.ts";

/** What starting leaves to do is not counted, nor the connections that it has needed. */
const SETTLE_MS = 12_000;
const IDLE_MS = 20_000;
const PLACES = 4;

async function countConnections(sql: Sql, plane: "control-plane" | "media-node"): Promise<number> {
  const [row] = await sql<{ connections: number }[]>`
    select count(*)::int as connections from pg_stat_activity
    where datname = current_database() and application_name like ${`clipmill ${plane}%`}`;
  return row?.connections ?? 0;
}

/** What the server would do by itself soon after so many inserts, and now and then while it is watched. */
async function vacuumWaiting(sql: Sql): Promise<void> {
  const [newest] = await sql<{ part: string }[]>`
    select period_partition('tasks', max(starts_at)) as part from periods where starts_at <= now()`;
  for (const table of [newest?.part ?? "tasks", "waiting_tasks", "waiting_shares"])
    await sql`vacuum (analyze) ${sql(table)}`;
}

export interface IdleOptions {
  /** The postmaster. */
  readonly postgresPid: number;
  /** Tasks that wait for a node that there is not. */
  readonly waiting: number;
}

export function idleCase(subject: Subject, { postgresPid, waiting }: IdleOptions): BenchCase {
  const { sql, name } = subject;
  const planes = new Planes();
  return {
    name,
    prepare: async () => {
      if (waiting > 0) {
        await addWaiting(sql, { accountId: subject.accountIds[1] ?? "", model: "other", count: waiting });
        await vacuumWaiting(sql);
      }
      await planes.startAppliance(subject, PLACES);
      await pause(SETTLE_MS);
    },
    run: async () => {
      const planesMs = (): number => planes.pids.reduce((sum, pid) => sum + treeCpuMs(pid), 0);
      const before = { postgres: treeCpuMs(postgresPid), planes: planesMs() };
      await pause(IDLE_MS);
      const after = { postgres: treeCpuMs(postgresPid), planes: planesMs() };
      const postgresCpuMs = after.postgres - before.postgres;
      const planesCpuMs = after.planes - before.planes;
      return {
        idleCpuMs: postgresCpuMs + planesCpuMs,
        postgresCpuMs,
        planesCpuMs,
        controlPlaneConnections: await countConnections(sql, "control-plane"),
        mediaNodeConnections: await countConnections(sql, "media-node"),
      };
    },
    cleanUp: async () => {
      await planes.stop();
      if (waiting > 0) await removeOpenTasks(sql);
    },
  };
}
