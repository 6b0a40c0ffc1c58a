// Connections to a service of storage, and waits for one.
import assert from "node:assert/strict";
import { once } from "node:events";
import { get } from "node:https";
import { type AddressInfo, createServer } from "node:net";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { S3_LIMITS } from "../../../../shared/limits/storage.ts";
import { joinParts } from "../../../../shared/storage/s3/multipart-upload.ts";
import { S3Connection } from "../../../../shared/storage/s3/s3-connection.ts";
import { TimelyHttpsAgent } from "../../../../shared/storage/s3/timely-agents.ts";
import { lateServer, nameBothAddresses } from "../../../support/late-server.ts";
import { localServer } from "../../../support/local-server.ts";

function connectionTo(t: TestContext, port: number, host = "127.0.0.1"): S3Connection {
  const connection = new S3Connection({
    bucket: "bucket",
    prefix: "",
    endpoint: `http://${host}:${port}`,
    publicEndpoint: undefined,
    region: "us-east-1",
    pathStyle: true,
    credentials: { from: "settings", accessKeyId: "key", secretAccessKey: "secret", sessionToken: undefined },
    caFile: undefined,
  });
  t.after(() => connection.client.destroy());
  return connection;
}

test("a call that waits for its turn at the connections is made when it comes, however long that takes", async (t) => {
  const holdMs = S3_LIMITS.connectTimeoutMs + 500;
  const server = await localServer(t, async (_request, response) => {
    await pause(holdMs);
    response.end();
  });
  const connection = connectionTo(t, server.port);
  const startedAt = performance.now();
  const calls = Array.from({ length: S3_LIMITS.connections + 1 }, (_, index) =>
    connection.call((client, abortSignal) => client.headObject(connection.at(`${index}`), { abortSignal })),
  );
  for (const { $metadata } of await Promise.all(calls)) assert.equal($metadata.attempts, 1);
  assert.ok(performance.now() - startedAt >= 2 * holdMs, "one had to wait");
});

test("a join of parts is waited for, though the service says nothing for longer than any other call may", async (t) => {
  let joins = 0;
  const server = await localServer(t, async (_request, response) => {
    joins += 1;
    // The SDK looks for what moves from its third second on.
    await pause(S3_LIMITS.idleTimeoutMs + 5_000);
    response.end("<CompleteMultipartUploadResult/>");
  });
  const upload = { key: "uploads/u1", uploadId: "1" };
  const parts = [{ number: 1, tag: "d41d8cd98f00b204e9800998ecf8427e" }];
  assert.ok(await joinParts(connectionTo(t, server.port), upload, parts, { replaces: { tag: undefined } }));
  assert.equal(joins, 1);
});

test("a connection that does not come to stand ends in time", async (t) => {
  const mute = createServer().listen(0, "127.0.0.1");
  await once(mute, "listening");
  t.after(() => mute.close());
  mute.on("connection", (socket) => t.after(() => socket.destroy()));
  const agent = new TimelyHttpsAgent({ keepAlive: true });
  t.after(() => agent.destroy());
  const asked = get({ host: "127.0.0.1", port: (mute.address() as AddressInfo).port, agent });
  const [error] = (await once(asked, "error")) as [Error];
  assert.equal(error.name, "TimeoutError");
});

test("an address of a service that is slow to answer is waited for, though the name has another one", async (t) => {
  const { port, letIn } = await lateServer(t);
  nameBothAddresses(t);
  const connection = connectionTo(t, port, "far.test");
  setTimeout(letIn, 500);
  const { $metadata } = await connection.call((client, abortSignal) =>
    client.headObject(connection.at("file"), { abortSignal }),
  );
  assert.equal($metadata.attempts, 1);
});
