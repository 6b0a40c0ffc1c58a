// A plane that is started before its database.
import assert from "node:assert/strict";
import dns from "node:dns";
import { test } from "node:test";
import { findFreePort } from "../../../deploy/processes/free-port.ts";
import type { DatabaseAddresses } from "../../../shared/db/database-addresses.ts";
import { waitForDatabase } from "../../../shared/db/wait-for-database.ts";
import { createLogger } from "../../../shared/logger.ts";
import { cleanUp } from "../../support/clean-up.ts";
import { createTestDatabase } from "../../support/database/test-database.ts";
import { startTcpProxy } from "../../support/network/tcp-proxy.ts";

const silent = createLogger("test", "silent");
const direct = (url: URL): DatabaseAddresses => ({ databaseUrl: url.href, databaseSessionUrl: null });

test("a start waits for a database that refuses connections until it takes them", async (t) => {
  const url = new URL((await createTestDatabase(t)).databaseUrl);
  const proxy = await startTcpProxy({ port: Number(url.port) });
  cleanUp(t, () => proxy.close());
  url.port = String(proxy.port);
  proxy.admit("refused");
  await assert.rejects(waitForDatabase(direct(url), silent, 0), {
    message: /^The database of CLIPMILL_DATABASE_URL cannot be reached: ./,
  });
  const told = new Promise((resolve) => t.mock.method(silent, "warn", resolve));
  const waiting = waitForDatabase(direct(url), silent);
  await told;
  proxy.admit("open");
  await waiting;
});

test("a wrong password ends a start at once, and is told by the setting that it is in", async (t) => {
  const url = new URL((await createTestDatabase(t)).databaseUrl);
  const refused = new URL(url.href);
  refused.password = "wrong";
  await assert.rejects(waitForDatabase({ databaseUrl: refused.href, databaseSessionUrl: url.href }, silent), {
    message: /^The database of CLIPMILL_DATABASE_URL does not let this login in: ./,
  });
  await assert.rejects(waitForDatabase({ databaseUrl: url.href, databaseSessionUrl: refused.href }, silent), {
    message: /^The database of CLIPMILL_DATABASE_SESSION_URL does not let this login in: ./,
  });
});

test("of a name with several addresses, of which none answers, the reason is told as well", async (t) => {
  const port = await findFreePort("127.0.0.1");
  const addresses = ["127.0.0.1", "127.0.0.2"].map((address) => ({ address, family: 4 }));
  t.mock.method(dns, "lookup", (_name: string, _options: object, done: (...found: unknown[]) => void) =>
    done(null, addresses),
  );
  const url = new URL(`postgres://user:password@database.test:${port}/clipmill`);
  await assert.rejects(waitForDatabase(direct(url), silent, 0), {
    message: "The database of CLIPMILL_DATABASE_URL cannot be reached: ECONNREFUSED",
  });
});

test("a pooler before the database is waited for, too, and each address is named by its setting", async (t) => {
  const url = new URL((await createTestDatabase(t)).databaseUrl);
  const proxy = await startTcpProxy({ port: Number(url.port) });
  cleanUp(t, () => proxy.close());
  proxy.admit("refused");
  const proxied = new URL(url.href);
  proxied.port = String(proxy.port);
  await assert.rejects(
    waitForDatabase({ databaseUrl: proxied.href, databaseSessionUrl: url.href }, silent, 0),
    /^StartError: The database of CLIPMILL_DATABASE_URL cannot be reached: ./,
  );
  await assert.rejects(
    waitForDatabase({ databaseUrl: url.href, databaseSessionUrl: proxied.href }, silent, 0),
    /^StartError: The database of CLIPMILL_DATABASE_SESSION_URL cannot be reached: ./,
  );
});
