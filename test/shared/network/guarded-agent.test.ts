import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { request } from "undici";
import { createGuardedAgent, resolveAllowed } from "../../../shared/network/guarded-agent.ts";
import { type NetworkPolicy, readNetworkPolicy } from "../../../shared/network/network-safety.ts";
import type { Resolver } from "../../../shared/network/resolve-name.ts";
import { lateServer } from "../../support/late-server.ts";
import { localServer } from "../../support/local-server.ts";

const PUBLIC_ONLY = readNetworkPolicy({});
const LOOPBACK_ALLOWED = readNetworkPolicy({ CLIPMILL_ALLOW_NETWORKS: "127.0.0.0/8" });
const ONE_ALLOWED = readNetworkPolicy({ CLIPMILL_ALLOW_NETWORKS: "127.0.0.1" });
const REFUSED = { name: "AppError", code: "INVALID_REQUEST" };

function agentFor(t: TestContext, policy: NetworkPolicy, resolve?: Resolver) {
  const agent = createGuardedAgent(policy, resolve === undefined ? {} : { resolve });
  t.after(() => agent.destroy());
  return agent;
}

/** A resolver whose nth answer is the nth address, the last one from then on. */
function answering(...addresses: string[]): Resolver {
  let asked = 0;
  return async () => {
    const address = addresses[Math.min(asked, addresses.length - 1)] ?? "";
    asked += 1;
    return [{ address, family: address.includes(":") ? 6 : 4 }];
  };
}

test("an allowed address and an allowed name are answered", async (t) => {
  const server = await localServer(t, (_request, response) => response.end("hello"));
  const dispatcher = agentFor(t, LOOPBACK_ALLOWED, answering("127.0.0.1"));
  for (const host of ["127.0.0.1", "files.test"]) {
    const response = await request(`http://${host}:${server.port}/`, { dispatcher });
    assert.equal(await response.body.text(), "hello");
  }
});

test("a literal address that is refused is never dialled", async (t) => {
  const server = await localServer(t, (_request, response) => response.end());
  const dispatcher = agentFor(t, PUBLIC_ONLY);
  for (const host of ["127.0.0.1", "2130706433", "[::ffff:127.0.0.1]"]) {
    await assert.rejects(request(`http://${host}:${server.port}/`, { dispatcher }), REFUSED);
  }
  assert.equal(server.connections(), 0);
});

test("a name that resolves to a refused address is never dialled", async (t) => {
  const server = await localServer(t, (_request, response) => response.end());
  const dispatcher = agentFor(t, PUBLIC_ONLY, answering("127.0.0.1"));
  for (const scheme of ["http", "https"]) {
    await assert.rejects(request(`${scheme}://files.test:${server.port}/`, { dispatcher }), REFUSED);
  }
  assert.equal(server.connections(), 0);
});

test("the system's resolver is judged like any other", async (t) => {
  const server = await localServer(t, (_request, response) => response.end());
  const dispatcher = agentFor(t, PUBLIC_ONLY);
  await assert.rejects(request(`http://localhost:${server.port}/`, { dispatcher }), REFUSED);
  assert.equal(server.connections(), 0);
});

test("a name that was public at the check and is not at connect time is never dialled", async (t) => {
  const server = await localServer(t, (_request, response) => response.end());
  const resolve = answering("8.8.8.8", "127.0.0.1");
  assert.deepEqual(await resolveAllowed("rebind.test", PUBLIC_ONLY, resolve), [
    { address: "8.8.8.8", family: 4 },
  ]);
  const dispatcher = agentFor(t, PUBLIC_ONLY, resolve);
  await assert.rejects(request(`http://rebind.test:${server.port}/`, { dispatcher }), REFUSED);
  assert.equal(server.connections(), 0);
});

test("each new connection of an agent is judged anew", async (t) => {
  const first = await localServer(t, (_request, response) => {
    response.setHeader("connection", "close").end("first");
  });
  const second = await localServer(t, (_request, response) => response.end(), {
    host: "127.0.0.2",
    port: first.port,
  });
  const dispatcher = agentFor(t, ONE_ALLOWED, answering("127.0.0.1", "127.0.0.2"));
  const url = `http://rebind.test:${first.port}/`;
  assert.equal(await (await request(url, { dispatcher })).body.text(), "first");
  await assert.rejects(request(url, { dispatcher }), REFUSED);
  assert.equal(second.connections(), 0);
});

test("only the allowed addresses of a name are dialled", async () => {
  const resolve: Resolver = async () => [
    { address: "10.0.0.1", family: 4 },
    { address: "127.0.0.1", family: 4 },
  ];
  assert.deepEqual(await resolveAllowed("mixed.test", ONE_ALLOWED, resolve), [
    { address: "127.0.0.1", family: 4 },
  ]);
});

test("a refusal does not tell what a name resolves to", async () => {
  await assert.rejects(resolveAllowed("intranet.test", PUBLIC_ONLY, answering("10.20.30.40")), {
    message:
      /^The host intranet.test resolves to a private address, which is not allowed unless .* CLIPMILL_ALLOW_NETWORKS\.$/,
  });
});

test("a name without addresses is an error, not a refusal", async () => {
  await assert.rejects(
    resolveAllowed("empty.test", PUBLIC_ONLY, async () => []),
    { name: "Error" },
  );
});

test("an address that is slow to answer is waited for, though the name has another one", async (t) => {
  const { port, addresses, letIn } = await lateServer(t);
  const policy = readNetworkPolicy({ CLIPMILL_ALLOW_NETWORKS: "127.0.0.0/8,::1/128" });
  const asked = request(`http://far.test:${port}/`, {
    dispatcher: agentFor(t, policy, async () => addresses),
  });
  setTimeout(letIn, 500);
  assert.equal((await asked).statusCode, 204);
});
