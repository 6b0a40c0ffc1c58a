// Reports an account's usage: requests as they were recorded, and moods as the ledger charged them, so that these are
// exact. A charge belongs to the endpoint that creates tasks of its kind; every other endpoint costs nothing.
import type { Sql } from "../../shared/db/connect.ts";
import type { Usage } from "../../shared/schemas/usage.ts";
import { isTaskKind, TASK_KINDS } from "../../shared/tasks/task-kinds.ts";
import {
  type ChargeRow,
  type RequestRow,
  selectCharges,
  selectRequests,
  type UsageRange,
} from "../db/usage.ts";

type EndpointUsage = Usage["by_endpoint"][number];
type DayUsage = Usage["by_day"][number];

interface Tables {
  readonly requests: readonly RequestRow[];
  readonly charges: readonly ChargeRow[];
}

function averageMs(row: { readonly requests: number; readonly duration_ms: number } | undefined): number {
  if (row === undefined || row.requests === 0) return 0;
  return Math.round((row.duration_ms / row.requests) * 1_000) / 1_000;
}

function usageByEndpoint({ requests, charges }: Tables): EndpointUsage[] {
  const usage = new Map<string, EndpointUsage>();
  for (const row of requests) {
    const { endpoint, method } = row;
    if (endpoint === null || method === null) continue;
    const counts = { requests: row.requests, charged_moods: 0, avg_response_time_ms: averageMs(row) };
    usage.set(`${method} ${endpoint}`, { endpoint, method, ...counts });
  }
  for (const { kind, charged_moods } of charges) {
    if (kind === null || !isTaskKind(kind)) continue;
    const endpoint = TASK_KINDS[kind].createPath;
    const none = { endpoint, method: "POST", requests: 0, charged_moods: 0, avg_response_time_ms: 0 };
    const name = `POST ${endpoint}`;
    usage.set(name, { ...(usage.get(name) ?? none), charged_moods: Number(charged_moods) });
  }
  return [...usage.values()].sort(
    (a, b) =>
      b.requests - a.requests || a.endpoint.localeCompare(b.endpoint) || a.method.localeCompare(b.method),
  );
}

function usageByDay({ requests, charges }: Tables): DayUsage[] {
  const usage = new Map<string, DayUsage>();
  for (const row of requests) {
    if (row.day !== null) usage.set(row.day, { day: row.day, requests: row.requests, charged_moods: 0 });
  }
  for (const { day, charged_moods } of charges) {
    if (day === null) continue;
    usage.set(day, { requests: 0, ...usage.get(day), day, charged_moods: Number(charged_moods) });
  }
  return [...usage.values()].sort((a, b) => a.day.localeCompare(b.day));
}

/** Sums over everything stand in the row that belongs to no group. */
function usageTotals({ requests, charges }: Tables): Usage["totals"] {
  const counted = requests.find((row) => row.day === null && row.endpoint === null);
  const charged = charges.find((row) => row.day === null && row.kind === null);
  return {
    requests: counted?.requests ?? 0,
    base_moods: Number(charged?.base_moods ?? 0),
    charged_moods: Number(charged?.charged_moods ?? 0),
    avg_response_time_ms: averageMs(counted),
  };
}

/** An account's usage from `range.from` to before `range.to`. */
export async function reportUsage(sql: Sql, range: UsageRange): Promise<Usage> {
  const [requests, charges] = await Promise.all([selectRequests(sql, range), selectCharges(sql, range)]);
  const tables = { requests, charges };
  return {
    range: { from: range.from.toISOString(), to: range.to.toISOString() },
    totals: usageTotals(tables),
    by_endpoint: usageByEndpoint(tables),
    by_day: usageByDay(tables),
  };
}
