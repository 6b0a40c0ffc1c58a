// A process's pages for operators and their machines: a media node's, and a control plane's where they are apart
// from its public port. It serves nothing else and takes no body, so that
// Node's own server is enough. Every page is answered within HTTP_LIMITS.replyTimeoutMs, whatever hangs: who asks whether
// a node is ready must not wait for what it waits for.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";
import { AppError } from "../errors.ts";
import { HTTP_LIMITS } from "../limits/requests.ts";
import { singleFlightCheck } from "../single-flight-check.ts";
import { withTimeout } from "../with-timeout.ts";
import { isForeignHostName } from "./host-name.ts";
import { isLoopbackHost } from "./listening-address.ts";

export interface StatusServer {
  readonly port: number;
  close(): Promise<void>;
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  contentType = "text/plain; charset=utf-8",
): void {
  response.writeHead(status, { "content-type": contentType, "cache-control": "no-store" }).end(text);
}

/** What may be said of a failure: the words of an AppError are for anybody. */
function reasonOf(error: unknown): string {
  return error instanceof AppError ? error.message : "not ready";
}

/** Starts it. @param isReady rejects while the process cannot do its work @throws the system's error when the port is taken */
export async function startStatusServer(options: {
  host: string;
  port: number;
  registry: Registry;
  isReady: () => Promise<void>;
  /** Answers for `/drain`; there is no such page without. */
  drain?: (request: IncomingMessage, response: ServerResponse) => void;
}): Promise<StatusServer> {
  const { registry } = options;
  const isReady = singleFlightCheck(options.isReady);
  const isLocal = isLoopbackHost(options.host);
  const server = createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0];
    if (isLocal && isForeignHostName(request.headers.host))
      send(response, 403, "not a name of this machine: call it by its address or localhost\n");
    else if (path === "/drain" && options.drain !== undefined) options.drain(request, response);
    else if (path === "/healthz") send(response, 200, "ok\n");
    else if (path === "/readyz")
      isReady().then(
        () => send(response, 200, "ready\n"),
        (error: unknown) => send(response, 503, `${reasonOf(error)}\n`),
      );
    else if (path === "/metrics") {
      withTimeout(HTTP_LIMITS.replyTimeoutMs, registry.metrics()).then(
        (text) => send(response, 200, text, registry.contentType),
        () => send(response, 503, ""),
      );
    } else send(response, 404, "not found\n");
  });
  server.requestTimeout = 5_000;
  server.listen(options.port, options.host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
