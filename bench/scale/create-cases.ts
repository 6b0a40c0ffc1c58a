// Creates over HTTP by as many connections as clients of one control plane keep open, each sending its next request when
// the last one was answered.
import { applyLoad } from "../load/apply-load.ts";
import type { BenchCase } from "../measuring/harness.ts";
import { removeOpenTasks } from "./open-tasks.ts";
import { Planes } from "./planes.ts";
import type { Subject } from "./subject.ts";

const CONNECTIONS = 64;
const WARM_UP_MS = 1_500;
const DURATION_MS = 8_000;

function createRequest(key: string): string {
  const body = JSON.stringify({ video_url: "https://93.184.215.14/talk.mp4", video_duration_seconds: 600 });
  return (
    `POST /api/v1/clips HTTP/1.1\r\nhost: 127.0.0.1\r\nx-service-api-key: ${key}\r\n` +
    `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

/** @param accounts so many of them create, in turn */
export function createCase({ name, sql, env, keys }: Subject, accounts: number): BenchCase {
  const planes = new Planes();
  let url = "";
  return {
    name,
    prepare: async () => {
      ({ url } = await planes.startControlPlane({ env }));
    },
    run: async (signal) => {
      const requests = keys.slice(0, accounts).map(createRequest);
      const load = { port: Number(new URL(url).port), connections: CONNECTIONS, requests };
      await applyLoad({ ...load, durationMs: WARM_UP_MS }, signal);
      const { requestsPerSecond, medianMs, p99Ms } = await applyLoad(
        { ...load, durationMs: DURATION_MS },
        signal,
      );
      return { createsPerSecond: requestsPerSecond, medianMs, p99Ms };
    },
    cleanUp: async () => {
      await planes.stop();
      await removeOpenTasks(sql);
    },
  };
}
