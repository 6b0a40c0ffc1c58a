// A node's page for whoever empties it on its own machine, such as a container's hook before its stop: `GET /drain` says
// how far it is, `POST /drain` begins, and with `?wait=SECONDS` answers once nothing is left, or the time is over. Only
// this machine may ask: from elsewhere operators drain a node by command. Nor may a web page that somebody looks at on this
// machine, whose browser would send the request for it, nor whoever names this page as a receiver of webhooks where an
// operator lets those go to the machine: a drain is for good.
import type { IncomingMessage, ServerResponse } from "node:http";
import ipaddr from "ipaddr.js";
import { DRAIN_LIMITS } from "../../shared/limits/nodes.ts";
import { isForeignHostName } from "../../shared/network/host-name.ts";
import type { NodeDrain } from "./node-drain.ts";

function isFromHere({ socket }: IncomingMessage): boolean {
  const address = socket.remoteAddress ?? "";
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}

/** Whether a browser sends this for a page. */
function isFromPage({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"] ?? "none";
  return headers.origin !== undefined || site !== "none" || isForeignHostName(headers.host);
}

/** A command sends none; every webhook has one. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function reply(response: ServerResponse, status: number, body: Readonly<Record<string, unknown>>): void {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  response.writeHead(status, headers).end(`${JSON.stringify(body)}\n`);
}

/** In seconds; 0 where none is asked for, undefined for what is no such time. */
function readWait({ url = "" }: IncomingMessage): number | undefined {
  const text = new URL(url, "http://localhost").searchParams.get("wait") ?? "0";
  const waitS = Number(text);
  return /^\d{1,9}$/.test(text) && waitS <= DRAIN_LIMITS.requestWaitS ? waitS : undefined;
}

/** A listener for requests to this page: 200 once drained, 202 while jobs are left, 409 where nobody drains the node. */
export function drainPage(drain: NodeDrain): (request: IncomingMessage, response: ServerResponse) => void {
  const tell = (response: ServerResponse): void => {
    const [draining, jobs] = [drain.isDraining(), drain.jobsLeft()];
    const status = !draining ? 409 : jobs === 0 ? 200 : 202;
    reply(response, status, { draining, jobs });
  };
  return (request, response) => {
    if (!isFromHere(request)) return reply(response, 403, { error: "only this machine may ask" });
    if (isFromPage(request)) return reply(response, 403, { error: "no web page may ask" });
    if (request.method === "GET") return tell(response);
    if (request.method !== "POST") return reply(response, 405, { error: "GET or POST" });
    if (hasBody(request)) return reply(response, 403, { error: "the request must have no body" });
    const waitS = readWait(request);
    if (waitS === undefined) {
      return reply(response, 400, { error: `wait must be 0 to ${DRAIN_LIMITS.requestWaitS} seconds` });
    }
    drain.begin();
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    // It cannot fail: it only looks and waits.
    void drain.waitForIdle(waitS * 1_000, gone.signal).then(() => tell(response));
  };
}
