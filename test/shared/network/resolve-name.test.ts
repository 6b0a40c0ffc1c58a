import assert from "node:assert/strict";
import { promises as dns } from "node:dns";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { NAME_LIMITS } from "../../../shared/limits/names.ts";
import { resolveAllowed } from "../../../shared/network/guarded-agent.ts";
import { readNetworkPolicy } from "../../../shared/network/network-safety.ts";
import { createResolver, type Resolver, resolveName } from "../../../shared/network/resolve-name.ts";
import { type Answer, nameServer } from "../../support/name-server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

interface Setting {
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly hosts?: string;
  readonly config?: string;
  readonly askSystem?: Resolver;
}

/** A resolver with files and a name server of its own, and what it asked whom. */
async function scene(t: TestContext, { answers = {}, hosts = "", config = "", askSystem }: Setting) {
  const folder = await temporaryFolder(t);
  const [hostsFile, configFile] = [join(folder, "hosts"), join(folder, "resolv.conf")];
  await writeFile(hostsFile, hosts);
  await writeFile(configFile, config);
  const server = await nameServer(t, answers);
  const system: string[] = [];
  const resolve = createResolver({
    servers: [server.address],
    hostsFile,
    configFile,
    askSystem: (hostname) => {
      system.push(hostname);
      return askSystem?.(hostname) ?? Promise.resolve([{ address: "192.0.2.9", family: 4 }]);
    },
  });
  return { resolve, asked: () => [...new Set(server.asked)], system };
}

test("the name servers are asked, and the system is not", async (t) => {
  const answers = { "v4.test": "192.0.2.1", "v6.test": "2001:db8::1" };
  const { resolve, system } = await scene(t, { answers });
  assert.deepEqual(await resolve("v4.test"), [{ address: "192.0.2.1", family: 4 }]);
  assert.deepEqual(await resolve("v6.test"), [{ address: "2001:db8::1", family: 6 }]);
  assert.deepEqual(system, []);
});

test("a name whose servers fail or are silent holds no thread of the system's look-up", async (t) => {
  const { resolve, system } = await scene(t, {
    answers: { "failing.test": "failure", "silent.test": "silence" },
  });
  await assert.rejects(resolve("failing.test"), { code: "ESERVFAIL" });
  await assert.rejects(resolve("silent.test"), { code: "ETIMEOUT" });
  assert.deepEqual(system, []);
});

test("the file of hosts comes before the name servers", async (t) => {
  const hosts = "# 192.0.2.7 files.test\n192.0.2.2  other.test Files.test # ours\n2001:db8::2 files.test\n";
  const { resolve, asked } = await scene(t, { hosts, answers: { "files.test": "192.0.2.1" } });
  assert.deepEqual(await resolve("files.test"), [
    { address: "192.0.2.2", family: 4 },
    { address: "2001:db8::2", family: 6 },
  ]);
  assert.deepEqual(asked(), []);
});

test("domains are searched as the system searches them, also behind one whose servers fail", async (t) => {
  const config = "search a.cluster.test b.cluster.test\noptions timeout:1 ndots:5\n";
  const answers: Record<string, Answer> = {
    "shop.test": "192.0.2.1",
    "shop.test.a.cluster.test": "failure",
    "shop.test.b.cluster.test": "192.0.2.3",
  };
  const inside = await scene(t, { answers, config });
  assert.deepEqual(await inside.resolve("shop.test"), [{ address: "192.0.2.3", family: 4 }]);
  assert.deepEqual(await inside.resolve("shop.test."), [{ address: "192.0.2.1", family: 4 }]);
  const outside = await scene(t, { answers, config: "search a.cluster.test\n" });
  assert.deepEqual(await outside.resolve("shop.test"), [{ address: "192.0.2.1", family: 4 }]);
  await outside.resolve("minio");
  assert.deepEqual(outside.asked(), ["shop.test", "minio.a.cluster.test", "minio"]);
});

test("the system is asked for a name that no name server has, and where there is none", async (t) => {
  const { resolve, system } = await scene(t, {});
  assert.deepEqual(await resolve("nas.local"), [{ address: "192.0.2.9", family: 4 }]);
  assert.deepEqual(system, ["nas.local"]);
  const askSystem: Resolver = async () => [{ address: "192.0.2.8", family: 4 }];
  const alone = createResolver({ servers: ["127.0.0.1:1"], hostsFile: "/nonexistent", askSystem });
  assert.deepEqual(await alone("nas.local"), [{ address: "192.0.2.8", family: 4 }]);
});

test("the system is asked for one name at a time, and a few may wait", async (t) => {
  const held: (() => void)[] = [];
  const askSystem: Resolver = (hostname) =>
    new Promise((_resolve, reject) => held.push(() => reject(new Error(`no ${hostname}`))));
  const { resolve, system } = await scene(t, { askSystem });
  const all = Array.from({ length: NAME_LIMITS.waitingForSystem + 2 }, (_, index) =>
    resolve(`${index}.test`),
  );
  const refused = await Promise.race(all.map((each) => each.catch((error: unknown) => error)));
  assert.equal((refused as { code: string }).code, "ENOTFOUND", "there is no room for the last");
  assert.equal(system.length, 1);
  const settled = Promise.allSettled(all);
  for (let count = 1; count < all.length; count += 1) {
    assert.equal(system.length, count);
    held[count - 1]?.();
    await new Promise(setImmediate);
  }
  assert.equal((await settled).filter(({ status }) => status === "rejected").length, all.length);
});

test("strangers' names are looked up so where nothing else is said", async (t) => {
  const lookup = t.mock.method(dns, "lookup", () => Promise.reject(new Error("asked the system")));
  const policy = readNetworkPolicy({ CLIPMILL_ALLOW_NETWORKS: "127.0.0.0/8,::1/128" });
  assert.deepEqual(await resolveAllowed("localhost", policy), await resolveName("localhost"));
  assert.equal(lookup.mock.callCount(), 0);
});
