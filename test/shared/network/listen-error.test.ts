import assert from "node:assert/strict";
import { test } from "node:test";
import { Registry } from "prom-client";
import { readControlPlaneConfig } from "../../../control-plane/config.ts";
import { type ListenAddress, startListening } from "../../../shared/network/listen-error.ts";
import { startStatusServer } from "../../../shared/network/status-server.ts";
import { SettingError } from "../../../shared/process/environment.ts";
import { localServer } from "../../support/local-server.ts";

function start(host: string, port: number, settings?: ListenAddress["settings"]): Promise<unknown> {
  const options = { host, port, registry: new Registry(), isReady: async () => undefined };
  const address = { host, port, ...(settings === undefined ? {} : { settings }) };
  return startListening(address, () => startStatusServer(options));
}

test("an address that cannot be listened on is named by its setting", async (t) => {
  const { port } = await localServer(t, (_request, response) => response.end());
  await assert.rejects(start("127.0.0.1", port), {
    message: `CLIPMILL_PORT: port ${port} on 127.0.0.1 is taken; set another one.`,
  });
  // An address for documents alone (RFC 5737).
  await assert.rejects(start("192.0.2.1", 0), {
    message: "CLIPMILL_HOST: this machine has no address 192.0.2.1 (EADDRNOTAVAIL); set one of its own.",
  });
});

test("an address of another setting is named by that, and may be had at another start", async (t) => {
  const { port } = await localServer(t, (_request, response) => response.end());
  const env = {
    CLIPMILL_DATABASE_URL: "postgres://db/clipmill",
    CLIPMILL_SECRET: "s".repeat(32),
    CLIPMILL_METRICS_PORT: String(port),
  };
  const { metrics } = readControlPlaneConfig(env);
  const { metrics: ownHost } = readControlPlaneConfig({ ...env, CLIPMILL_METRICS_HOST: "192.0.2.1" });
  const failure = await start("127.0.0.1", port, metrics?.settings).catch((error: unknown) => error);
  assert.ok(failure instanceof Error && !(failure instanceof SettingError));
  assert.equal(
    failure.message,
    `CLIPMILL_METRICS_PORT: port ${port} on 127.0.0.1 is taken; set another one.`,
  );
  await assert.rejects(start("192.0.2.1", port, metrics?.settings), { message: /^CLIPMILL_HOST: / });
  await assert.rejects(start("192.0.2.1", port, ownHost?.settings), { message: /^CLIPMILL_METRICS_HOST: / });
});

test("an address that is none by itself is named, too", async () => {
  // Of a link alone, without the link's name.
  await assert.rejects(start("fe80::1", 0), {
    message: /^CLIPMILL_HOST: this machine has no address fe80::1 /,
  });
});

test("what else fails is told as it is", async () => {
  const failure = new Error("no certificate");
  await assert.rejects(
    startListening({ host: "127.0.0.1", port: 1 }, () => Promise.reject(failure)),
    failure,
  );
});
