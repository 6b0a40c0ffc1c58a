// The servers that the API benchmark compares, each started as a process of its own:
// - ours: the whole control plane;
// - separate: the same answer on the same hyper-express, written plainly: authentication, two counters and the balance
//   as a statement each, over a pool of connections;
// - bare: hyper-express alone with an answer of the same size.
import { createHash } from "node:crypto";
import { Server } from "hyper-express";
import { readControlPlaneConfig } from "../../control-plane/config.ts";
import { startControlPlane } from "../../control-plane/start-control-plane.ts";
import { connectDatabase } from "../../shared/db/connect.ts";
import { createLogger } from "../../shared/logger.ts";

const POOL = 10;

async function startOurs(): Promise<string> {
  const running = await startControlPlane(
    readControlPlaneConfig(process.env),
    createLogger("bench", "error"),
  );
  return running.url;
}

async function listen(server: Server): Promise<string> {
  await server.listen(0, "127.0.0.1");
  return `http://127.0.0.1:${server.port}`;
}

function balanceBody(row: Record<string, unknown>): string {
  const moodsGranted = Number(row.moods_granted);
  const moodsUsed = Number(row.moods_used);
  const rateLimit = { perMinute: 120, perDay: 50_000, accountPerMinute: 120, accountPerDay: 50_000 };
  const data = {
    moodsBalance: moodsGranted - moodsUsed,
    moodsUsed,
    moodsGranted,
    priceMultiplier: 1,
    rateLimit,
  };
  return JSON.stringify({ status: 200, message: "Balance read", data });
}

async function startSeparate(): Promise<string> {
  const url = new URL(process.env.CLIPMILL_DATABASE_URL ?? "");
  url.searchParams.set("synchronous_commit", "off");
  const sql = connectDatabase(url.href, { applicationName: "bench separate", connections: POOL });
  await sql`create table if not exists bench_counters (key_id text, window_name text, started timestamptz, count integer,
    primary key (key_id, window_name, started))`;
  const count = (keyId: string, name: string, unit: string) => sql`
    insert into bench_counters values (${keyId}, ${name}, date_trunc(${unit}, now()), 1)
    on conflict (key_id, window_name, started) do update set count = bench_counters.count + 1 returning count`;
  const server = new Server({ auto_close: false });
  server.get("/api/v1/balance", async (request, response) => {
    const hash = createHash("sha256")
      .update(request.headers["x-service-api-key"] ?? "")
      .digest();
    const [key] = await sql`
      select k.id, k.account_id, k.scopes from api_keys k join accounts a on a.id = k.account_id
      join users u on u.id = a.user_id
      where k.secret_hash = ${hash} and k.revoked_at is null and a.state = 'APPROVED' and u.blocked_at is null`;
    if (key === undefined) return response.status(401).send();
    await count(key.id, "minute", "minute");
    await count(key.id, "day", "day");
    const [balance] = await sql`select moods_granted, moods_used from accounts where id = ${key.account_id}`;
    return response.header("content-type", "application/json").send(balanceBody(balance ?? {}));
  });
  return listen(server);
}

function startBare(): Promise<string> {
  const body = balanceBody({ moods_granted: "1000.0000", moods_used: "0" });
  const server = new Server({ auto_close: false });
  server.get("/api/v1/balance", (_request, response) =>
    response.header("content-type", "application/json").send(body),
  );
  return listen(server);
}

const kinds: Readonly<Record<string, () => Promise<string>>> = {
  ours: startOurs,
  separate: startSeparate,
  bare: startBare,
};
const start = kinds[process.argv[2] ?? ""];
if (start === undefined) throw new Error(`Name one of ${Object.keys(kinds).join(", ")}.`);
process.send?.({ type: "ready", url: await start() });
process.once("disconnect", () => process.exit(0));
process.once("SIGTERM", () => process.exit(0));
