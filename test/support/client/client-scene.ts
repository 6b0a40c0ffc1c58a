// A control plane with an account, and the client for developers before it, by way of a proxy that fails when it is told to.
import type { TestContext } from "node:test";
import { Clipmill } from "../../../shared/client/node.ts";
import type { RetryPolicy } from "../../../shared/client/retry.ts";
import {
  type TestControlPlane,
  type TestControlPlaneOptions,
  testControlPlane,
} from "../control-plane/control-plane.ts";
import type { TestAccount } from "../database/test-account.ts";
import { type FakeNode, fakeNode } from "../media-node/media-node.ts";
import { type Fault, type FaultyProxy, faultyProxy, type SeenRequest } from "../s3/faulty-proxy.ts";

/** Pauses as short as a test may wait. */
export const QUICK: RetryPolicy = { tries: 5, minDelayMs: 1, maxDelayMs: 4, totalMs: 10_000 };

export interface ClientScene {
  readonly plane: TestControlPlane;
  readonly account: TestAccount;
  readonly node: FakeNode;
  readonly proxy: FaultyProxy;
  readonly client: Clipmill;
  /** The next so many requests that match fail. */
  failNext(count: number, matches: (seen: SeenRequest) => boolean, fault: Fault): void;
  /** How many requests have matched, failed ones too. */
  seen(matches: (seen: SeenRequest) => boolean): number;
}

export const isPost =
  (path: string) =>
  ({ method, url }: SeenRequest): boolean =>
    method === "POST" && url === `/api/v1${path}`;

/** An error of the API's. */
export function apiError(
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): Fault {
  const body = JSON.stringify({ error: { statusCode: status, message: `${code} by the proxy.`, code } });
  return { kind: "answer", status, body, headers: { "content-type": "application/json", ...headers } };
}

export async function clientScene(
  t: TestContext,
  options: TestControlPlaneOptions = {},
): Promise<ClientScene> {
  const env = { CLIPMILL_RATE_PER_MINUTE: "100000", ...options.env };
  const plane = await testControlPlane(t, { ...options, env });
  const account = await plane.account();
  const proxy = await faultyProxy(t, { target: plane.url });
  const client = new Clipmill({ url: proxy.url, apiKey: account.key, retry: QUICK });
  return {
    plane,
    account,
    node: await fakeNode(plane.sql),
    proxy,
    client,
    failNext: (count, matches, fault) => {
      let left = count;
      proxy.fail((seen) => {
        if (left === 0 || !matches(seen)) return undefined;
        left -= 1;
        return fault;
      });
    },
    seen: (matches) => proxy.requests.filter(matches).length,
  };
}
