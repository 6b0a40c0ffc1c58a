// Creates over HTTP by as many connections as clients of one control plane keep open, each sending its next request when
// the last one was answered.
import type { Sql } from "../../shared/db/connect.ts";
import { applyLoad } from "../apply-load.ts";
import type { BenchCase } from "../harness.ts";
import { type ServerProcess, startServerProcess } from "../server-process.ts";

const SERVERS = new URL("../api-servers.ts", import.meta.url);
const CONNECTIONS = 64;
const DURATION_MS = 8_000;

function createRequest(key: string): string {
  const body = JSON.stringify({ video_url: "https://93.184.215.14/talk.mp4", video_duration_seconds: 600 });
  return (
    `POST /api/v1/clips HTTP/1.1\r\nhost: 127.0.0.1\r\nx-service-api-key: ${key}\r\n` +
    `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

export interface CreateSubject {
  readonly name: string;
  readonly sql: Sql;
  readonly env: Readonly<Record<string, string>>;
  readonly keys: readonly string[];
}

/** Ends what was created: the nodes of the next cases would be given it, too. */
async function endCreated(sql: Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`
      update tasks set state = 'failed', completed_at = now() where kind = 'clip' and state in ('queued', 'running')`;
    await transaction`delete from waiting_tasks where queue_job = 'run-clip'`;
    await transaction`update waiting_shares set waiting = 0 where queue_job = 'run-clip'`;
  });
  await sql`vacuum (analyze) waiting_tasks, tasks`;
}

export function createCase({ name, sql, env, keys }: CreateSubject): BenchCase {
  let server: ServerProcess | undefined;
  return {
    name,
    prepare: async () => {
      server = await startServerProcess(SERVERS, ["ours"], env);
    },
    run: async (signal) => {
      const port = Number(new URL(server?.url ?? "").port);
      const requests = keys.map(createRequest);
      const load = { port, connections: CONNECTIONS, durationMs: DURATION_MS, requests };
      const { requestsPerSecond, medianMs, p99Ms } = await applyLoad(load, signal);
      return { createsPerSecond: requestsPerSecond, medianMs, p99Ms };
    },
    cleanUp: async () => {
      await server?.stop();
      await endCreated(sql);
    },
  };
}
