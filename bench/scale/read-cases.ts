// What a client waits for when it reads: each kind of list and of report, over HTTP, one request after the other.

import { cursorOf } from "../../control-plane/tasks/read/list-tasks.ts";
import { DAY } from "../../shared/limits/units.ts";
import type { BenchCase, Measures } from "../measuring/harness.ts";
import { type Client, medianMs } from "./client.ts";
import { Planes } from "./planes.ts";
import type { Subject } from "./subject.ts";

/** Ranges of clients seldom begin with an hour: then their edges are read by the second. */
const PAST_THE_HOUR_MS = 1_234_567;

const DEEP_PAGE = 100_000;

/** The page behind a task far back, as it is reached at the end of a long list. */
function deepPath(oldestId: string): string {
  return `/api/v1/jobs?limit=100&cursor=${cursorOf({ beforeId: oldestId, page: DEEP_PAGE })}`;
}

function listPaths({ oldestId }: Subject): Record<string, string> {
  return {
    listMs: "/api/v1/jobs?limit=100",
    listKindMs: "/api/v1/jobs?limit=100&kind=transcription",
    listFailedMs: "/api/v1/jobs?limit=100&status=failed",
    listRunningMs: "/api/v1/jobs?limit=100&status=running",
    listPage100Ms: "/api/v1/jobs?limit=100&page=100",
    listCursorMs: deepPath(oldestId),
    readMs: `/api/v1/jobs/${oldestId}`,
  };
}

function usagePath(days: number): string {
  const now = Date.now();
  const from = new Date(now - days * DAY + PAST_THE_HOUR_MS).toISOString();
  return `/api/v1/usage?from=${from}&to=${new Date(now).toISOString()}`;
}

async function measurePaths(client: Client, paths: Readonly<Record<string, string>>): Promise<Measures> {
  const measures: Record<string, number> = {};
  for (const [name, path] of Object.entries(paths)) measures[name] = await medianMs(client, path);
  return measures;
}

/** Reads of the busiest account. */
function pathsCase(subject: Subject, paths: () => Readonly<Record<string, string>>): BenchCase {
  const planes = new Planes();
  let url = "";
  return {
    name: subject.name,
    prepare: async () => {
      ({ url } = await planes.startControlPlane(subject));
    },
    run: () => measurePaths({ url, key: subject.keys[0] ?? "" }, paths()),
    cleanUp: () => planes.stop(),
  };
}

export function readCase(subject: Subject): BenchCase {
  return pathsCase(subject, () => listPaths(subject));
}

export function usageCase(subject: Subject): BenchCase {
  return pathsCase(subject, () => ({
    usageDayMs: usagePath(1),
    usageMonthMs: usagePath(30),
    usageYearMs: usagePath(365),
  }));
}
