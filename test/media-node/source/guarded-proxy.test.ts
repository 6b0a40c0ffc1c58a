import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { ProxyAgent, request } from "undici";
import { type GuardedProxy, startGuardedProxy } from "../../../media-node/source/guarded-proxy.ts";
import { readNetworkPolicy } from "../../../shared/network/network-safety.ts";
import type { Resolver } from "../../../shared/network/resolve-name.ts";
import { localServer } from "../../support/local-server.ts";

interface Setting {
  readonly allow?: string;
  readonly maxBytes?: number;
  readonly resolve?: Resolver;
}

async function proxyFor(t: TestContext, setting: Setting = {}): Promise<GuardedProxy> {
  const proxy = await startGuardedProxy({
    policy: readNetworkPolicy({ CLIPMILL_ALLOW_NETWORKS: setting.allow ?? "127.0.0.0/8" }),
    maxBytes: setting.maxBytes ?? 1_000_000,
    connectTimeoutMs: 2_000,
    idleTimeoutMs: 2_000,
    rateWindowMs: 60_000,
    minWindowBytes: 1,
    resolve: setting.resolve,
  });
  t.after(() => proxy.close());
  return proxy;
}

/** A client that speaks to the proxy by CONNECT, or in absolute form. */
function clientOf(t: TestContext, proxyUrl: string, proxyTunnel: boolean): ProxyAgent {
  const { origin, username, password } = new URL(proxyUrl);
  const token = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const agent = new ProxyAgent({ uri: origin, token, proxyTunnel });
  t.after(() => agent.destroy());
  return agent;
}

for (const proxyTunnel of [true, false]) {
  const way = proxyTunnel ? "a tunnel" : "a forwarded request";

  test(`${way} reaches an allowed address, with method, path, headers and body`, async (t) => {
    const server = await localServer(t, async (received, response) => {
      const body = await text(received);
      response.setHeader("x-authorization", String(received.headers["proxy-authorization"]));
      response.end(`${received.method} ${received.url} ${received.headers["x-test"]} ${body}`);
    });
    const dispatcher = clientOf(t, (await proxyFor(t)).url, proxyTunnel);
    const response = await request(`${server.url}/a?b=c`, {
      dispatcher,
      method: "POST",
      headers: { "x-test": "here" },
      body: "content",
    });
    assert.equal(await response.body.text(), "POST /a?b=c here content");
    assert.equal(response.headers["x-authorization"], "undefined");
  });

  test(`${way} to a refused address is never dialled, and the refusal is remembered`, async (t) => {
    const server = await localServer(t, (_request, response) => response.end());
    const resolve: Resolver = async () => [{ address: "127.0.0.1", family: 4 }];
    const proxy = await proxyFor(t, { allow: "10.0.0.0/8", resolve });
    const dispatcher = clientOf(t, proxy.url, proxyTunnel);
    for (const host of ["127.0.0.1", "files.test"]) {
      const answer = request(`http://${host}:${server.port}/`, { dispatcher });
      if (proxyTunnel) await assert.rejects(answer, /403/);
      else assert.equal((await answer).statusCode, 403);
      assert.match(proxy.refusal?.message ?? "", /loopback address, which is not allowed/);
    }
    assert.equal(server.connections(), 0);
  });

  test(`${way} without the password is refused`, async (t) => {
    const server = await localServer(t, (_request, response) => response.end());
    const proxy = await proxyFor(t);
    const wrong = proxy.url.replace(/:[0-9a-f]+@/, ":wrong@");
    await assert.rejects(request(server.url, { dispatcher: clientOf(t, wrong, proxyTunnel) }), /407/);
    assert.equal(server.connections(), 0);
  });

  test(`${way} is cut when more comes in than may`, async (t) => {
    const server = await localServer(t, (_request, response) => response.end(Buffer.alloc(200_000)));
    const proxy = await proxyFor(t, { maxBytes: 100_000 });
    const dispatcher = clientOf(t, proxy.url, proxyTunnel);
    await assert.rejects(async () => await (await request(server.url, { dispatcher })).body.bytes());
    assert.equal(proxy.isExhausted, true);
  });
}

test("closing the proxy cuts what is open", async (t) => {
  const server = await localServer(t, (_request, response) => {
    response.write("a beginning");
  });
  const proxy = await proxyFor(t);
  const response = await request(server.url, { dispatcher: clientOf(t, proxy.url, true) });
  const read = response.body.text();
  await Promise.all([assert.rejects(read), proxy.close()]);
});
