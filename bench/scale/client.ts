// A client of a control plane that asks one thing after the other.
import { summarize } from "../measuring/harness.ts";

const REQUESTS = 40;
const WARM_UPS = 5;
const ATTEMPTS = 5;
const UNAVAILABLE = 503;

export interface Client {
  readonly url: string;
  readonly key: string;
}

/**
 * The body of a success. What is refused for the moment is asked again, as clients do; that wait is theirs, too.
 * @throws Error for any other answer
 */
export async function ask({ url, key }: Client, path: string, init: RequestInit = {}): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: { "x-service-api-key": key, ...init.headers },
    });
    const text = await response.text();
    if (response.ok) return text;
    if (response.status !== UNAVAILABLE || attempt === ATTEMPTS)
      throw new Error(`${path} answered ${response.status}: ${text}`);
  }
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
