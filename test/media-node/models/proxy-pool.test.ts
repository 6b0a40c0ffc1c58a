// Proxies that do not let one through: each try asks them once, and the failure says that it was them.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { request } from "undici";
import { createModelDispatcher } from "../../../media-node/models/request-model.ts";
import { setEnvironment } from "../../support/environment.ts";

interface BadProxy {
  readonly host: string;
  connections(): number;
}

/** A server that does with each connection as is said. */
async function badProxy(t: TestContext, onConnection: (socket: Socket) => void): Promise<BadProxy> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    connections += 1;
    sockets.add(socket.on("error", () => undefined));
    onConnection(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  return { host: `127.0.0.1:${address.port}`, connections: () => connections };
}

/** Asks for an address by this proxy, as a pull does. */
async function ask(
  t: TestContext,
  url: string,
  { host }: BadProxy,
  connectTimeoutMs = 5_000,
): Promise<unknown> {
  setEnvironment(t, { http_proxy: `http://${host}`, https_proxy: `http://${host}`, no_proxy: "" });
  const dispatcher = createModelDispatcher({ connectTimeoutMs, idleTimeoutMs: 5_000 });
  t.after(() => dispatcher.destroy());
  return request(url, { dispatcher });
}

test("a proxy that hangs up is asked once for each try, and not again without a pause", async (t) => {
  const hangUps: readonly ((socket: Socket) => void)[] = [
    (socket) => socket.destroy(),
    (socket) => socket.end(),
    (socket) => socket.once("data", () => socket.destroy()),
    (socket) => socket.once("data", () => socket.end()),
  ];
  for (const hangUp of hangUps) {
    for (const url of ["http://hub.test/a", "https://hub.test/a"]) {
      const proxy = await badProxy(t, hangUp);
      await assert.rejects(ask(t, url, proxy), { message: `the proxy ${proxy.host} hung up` });
      assert.ok(proxy.connections() <= 2, `${proxy.connections()} connections`);
    }
  }
});

test("a proxy that refuses is told with its answer", async (t) => {
  const proxy = await badProxy(t, (socket) =>
    socket.once("data", () => socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n")),
  );
  await assert.rejects(ask(t, "https://hub.test/a", proxy), {
    message: `the proxy ${proxy.host} answered 407`,
  });
});

test("a proxy that does not answer is given up like a host that cannot be connected to", async (t) => {
  const proxy = await badProxy(t, () => undefined);
  await assert.rejects(ask(t, "https://hub.test/a", proxy, 3_000), {
    message: `the proxy ${proxy.host} failed: UND_ERR_HEADERS_TIMEOUT`,
  });
  assert.equal(proxy.connections(), 1);
});
