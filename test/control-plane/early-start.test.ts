// A control plane, as a process, that is started before its database.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { cleanUp } from "../support/clean-up.ts";
import { TEST_SECRET } from "../support/control-plane/control-plane.ts";
import { createTestDatabase } from "../support/database/test-database.ts";
import { startTcpProxy } from "../support/network/tcp-proxy.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

test("a control plane waits for its database, and warns of settings that nothing reads", async (t) => {
  const url = new URL((await createTestDatabase(t)).databaseUrl);
  const proxy = await startTcpProxy({ port: Number(url.port) });
  cleanUp(t, () => proxy.close());
  url.port = String(proxy.port);
  proxy.admit("refused");
  const child = spawn(process.execPath, ["control-plane/main.ts"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      ...process.env,
      CLIPMILL_HOST: "127.0.0.1",
      CLIPMILL_PORT: "0",
      CLIPMILL_DATABASE_URL: url.href,
      CLIPMILL_STORAGE: `file:${await temporaryFolder(t)}`,
      CLIPMILL_DATA_DIR: await temporaryFolder(t),
      CLIPMILL_SECRET: TEST_SECRET,
      CLIPMILL_LOG_LEVEL: "info",
      CLIPMILL_RATE_PER_MINUTES: "10",
    },
  });
  const exited = once(child, "exit");
  const messages: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => {
    if (line.startsWith("{")) messages.push(String(JSON.parse(line).msg));
  });
  const isTold = (message: RegExp) => () => messages.some((each) => message.test(each));
  try {
    await until("the wait", isTold(/^the database of CLIPMILL_DATABASE_URL cannot be reached yet/), 60_000);
    assert.ok(
      isTold(/^CLIPMILL_RATE_PER_MINUTES is set.*mean CLIPMILL_RATE_PER_MINUTE\?$/)(),
      messages.join("\n"),
    );
    proxy.admit("open");
    await until("the start", isTold(/^ready$/), 60_000);
  } finally {
    // Before its database goes, to which it would connect again and again.
    child.kill("SIGKILL");
    await exited;
  }
});
