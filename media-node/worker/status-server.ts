// A media node's three pages for operators and their machines. It serves nothing else and takes no body, so that
// Node's own server is enough.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";

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

/** Starts it. @param isReady rejects while the node cannot work @throws the system's error when the port is taken */
export async function startStatusServer(options: {
  host: string;
  port: number;
  registry: Registry;
  isReady: () => Promise<void>;
}): Promise<StatusServer> {
  const { registry, isReady } = options;
  const server = createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0];
    if (path === "/healthz") send(response, 200, "ok\n");
    else if (path === "/readyz")
      isReady().then(
        () => send(response, 200, "ready\n"),
        () => send(response, 503, "not ready\n"),
      );
    else if (path === "/metrics") {
      registry.metrics().then(
        (text) => send(response, 200, text, registry.contentType),
        () => send(response, 500, ""),
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
