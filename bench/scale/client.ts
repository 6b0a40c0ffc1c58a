// A client of a control plane that asks one thing after the other.
import { summarize } from "../harness.ts";

const REQUESTS = 40;
const WARM_UPS = 5;

export interface Client {
  readonly url: string;
  readonly key: string;
}

/** @throws Error for an answer that is no success */
export async function ask({ url, key }: Client, path: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(`${url}${path}`, {
    ...init,
    headers: { "x-service-api-key": key, ...init.headers },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text;
}

/** The median time of so many requests, in milliseconds, after a few that do not count. */
export async function medianMs(client: Client, path: string, requests = REQUESTS): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < WARM_UPS + requests; index += 1) {
    const startedAt = performance.now();
    await ask(client, path);
    if (index >= WARM_UPS) times.push(performance.now() - startedAt);
  }
  return summarize(times).median;
}
