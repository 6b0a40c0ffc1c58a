// What a client waits for when it reads: each kind of list and of report, over HTTP, one request after the other.
import type { BenchCase, Measures } from "../harness.ts";
import { summarize } from "../harness.ts";
import { type ServerProcess, startServerProcess } from "../server-process.ts";

const SERVERS = new URL("../api-servers.ts", import.meta.url);
const REQUESTS = 40;
const WARM_UPS = 5;
const DAY_MS = 86_400_000;

export interface Client {
  readonly url: string;
  readonly key: string;
}

interface Reply {
  readonly pagination?: { readonly cursor: string | null; readonly total: number };
  readonly data?: readonly { readonly task_id: string }[];
}

async function get({ url, key }: Client, path: string): Promise<Reply> {
  const response = await fetch(`${url}${path}`, { headers: { "x-service-api-key": key } });
  if (response.status !== 200)
    throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Reply;
}

async function medianMs(client: Client, path: string): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < WARM_UPS + REQUESTS; index += 1) {
    const startedAt = performance.now();
    await get(client, path);
    if (index >= WARM_UPS) times.push(performance.now() - startedAt);
  }
  return summarize(times).median;
}

/** The page behind a task far back, as it is reached at the end of a long list. */
function deepPath(oldestId: string): string {
  return `/api/v1/jobs?limit=100&cursor=${Buffer.from(oldestId).toString("base64url")}`;
}

async function measureReads(client: Client, oldestId: string): Promise<Measures> {
  const now = Date.now();
  const year = `from=${new Date(now - 365 * DAY_MS + 1_234_567).toISOString()}&to=${new Date(now).toISOString()}`;
  const paths = {
    listMs: "/api/v1/jobs?limit=100",
    listKindMs: "/api/v1/jobs?limit=100&kind=transcription",
    listFailedMs: "/api/v1/jobs?limit=100&status=failed",
    listRunningMs: "/api/v1/jobs?limit=100&status=running",
    listPage100Ms: "/api/v1/jobs?limit=100&page=100",
    listCursorMs: deepPath(oldestId),
    usageYearMs: `/api/v1/usage?${year}`,
  };
  const measures: Record<string, number> = {};
  for (const [name, path] of Object.entries(paths)) measures[name] = await medianMs(client, path);
  return measures;
}

export interface ReadSubject {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly key: string;
  /** A task in the last tenth of the list, or any id where there is none. */
  readonly oldestId: string;
}

export function readCase({ name, env, key, oldestId }: ReadSubject): BenchCase {
  let server: ServerProcess | undefined;
  return {
    name,
    prepare: async () => {
      server = await startServerProcess(SERVERS, ["ours"], env);
    },
    run: async () => measureReads({ url: server?.url ?? "", key }, oldestId),
    cleanUp: async () => server?.stop(),
  };
}
