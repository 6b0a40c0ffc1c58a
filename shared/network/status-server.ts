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

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

function answerReadiness(isReady: () => Promise<void>): Answer {
  return (_request, response) => {
    isReady().then(
      () => send(response, 200, "ready\n"),
      (error: unknown) => send(response, 503, `${reasonOf(error)}\n`),
    );
  };
}

function answerMetrics(registry: Registry): Answer {
  return (_request, response) => {
    withTimeout(HTTP_LIMITS.replyTimeoutMs, registry.metrics()).then(
      (text) => send(response, 200, text, registry.contentType),
      () => send(response, 503, ""),
    );
  };
}

/** Starts it. @param isReady rejects while the process cannot do its work @throws the system's error when the port is taken */
export async function startStatusServer(options: {
  host: string;
  port: number;
  registry: Registry;
  isReady: () => Promise<void>;
  /** Answers for `/drain`; there is no such page without. */
  drain?: Answer;
}): Promise<StatusServer> {
  const { drain } = options;
  const pages = new Map<string | undefined, Answer>([
    ["/healthz", (_request, response) => send(response, 200, "ok\n")],
    ["/readyz", answerReadiness(singleFlightCheck(options.isReady))],
    ["/metrics", answerMetrics(options.registry)],
  ]);
  if (drain !== undefined) pages.set("/drain", drain);
  const isLocal = isLoopbackHost(options.host);
  const server = createServer((request, response) => {
    const answer = pages.get((request.url ?? "").split("?")[0]);
    if (isLocal && isForeignHostName(request.headers.host))
      send(response, 403, "not a name of this machine: call it by its address or localhost\n");
    else if (answer === undefined) send(response, 404, "not found\n");
    else answer(request, response);
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
