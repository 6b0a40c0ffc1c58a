import assert from "node:assert/strict";
import { test } from "node:test";
import { Registry } from "prom-client";
import { startListening } from "../../../shared/network/listen-error.ts";
import { startStatusServer } from "../../../shared/network/status-server.ts";
import { localServer } from "../../support/local-server.ts";

test("an address that cannot be listened on is named by its setting", async (t) => {
  const start = (host: string, port: number): Promise<unknown> => {
    const options = { host, port, registry: new Registry(), isReady: async () => undefined };
    return startListening(options, () => startStatusServer(options));
  };
  const { port } = await localServer(t, (_request, response) => response.end());
  await assert.rejects(start("127.0.0.1", port), {
    message: `CLIPMILL_PORT: port ${port} on 127.0.0.1 is taken; set another one.`,
  });
  // An address for documents alone (RFC 5737).
  await assert.rejects(start("192.0.2.1", 0), {
    message: "CLIPMILL_HOST: this machine has no address 192.0.2.1 (EADDRNOTAVAIL); set one of its own.",
  });
});

test("what else fails is told as it is", async () => {
  const failure = new Error("no certificate");
  await assert.rejects(
    startListening({ host: "127.0.0.1", port: 1 }, () => Promise.reject(failure)),
    failure,
  );
});
