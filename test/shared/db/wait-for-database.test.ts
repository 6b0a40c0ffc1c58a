// A plane that is started before its database.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DatabaseAddresses } from "../../../shared/db/database-addresses.ts";
import { waitForDatabase } from "../../../shared/db/wait-for-database.ts";
import { createLogger } from "../../../shared/logger.ts";
import { cleanUp } from "../../support/clean-up.ts";
import { createTestDatabase } from "../../support/database/test-database.ts";
import { startTcpProxy } from "../../support/faults/tcp-proxy.ts";

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

test("a wrong password ends a start at once", async (t) => {
  const url = new URL((await createTestDatabase(t)).databaseUrl);
  url.password = "wrong";
  await assert.rejects(waitForDatabase(direct(url), silent), { code: "28P01" });
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
    /^Error: The database of CLIPMILL_DATABASE_URL cannot be reached: ./,
  );
  await assert.rejects(
    waitForDatabase({ databaseUrl: url.href, databaseSessionUrl: proxied.href }, silent, 0),
    /^Error: The database of CLIPMILL_DATABASE_SESSION_URL cannot be reached: ./,
  );
});
