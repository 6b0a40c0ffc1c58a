// A real HTTP server on a loopback address for one test, and a count of the connections that reached it.
import { createServer, type RequestListener } from "node:http";
import type { TestContext } from "node:test";
import { cleanUp } from "./clean-up.ts";

export interface LocalServer {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  connections(): number;
}

/** Starts a server on a free port, or on `port`; it is gone, with its open connections, when the test ends. */
export async function localServer(
  t: TestContext,
  answer: RequestListener,
  address: { host?: string; port?: number } = {},
): Promise<LocalServer> {
  const host = address.host ?? "127.0.0.1";
  const server = createServer(answer);
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address.port ?? 0, host, resolve);
  });
  cleanUp(t, () => {
    server.closeAllConnections();
    server.close();
  });
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("The server has no port.");
  return { url: `http://${host}:${bound.port}`, port: bound.port, connections: () => connections };
}
