// The MCP server over standard input and output: the command itself, and the files of the machine that it may upload.
import assert from "node:assert/strict";
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, type TestContext, test } from "node:test";
import { MCP_LIMITS } from "../../../shared/limits/mcp.ts";
import { cleanUp } from "../../support/clean-up.ts";
import { stdioClient } from "../../support/client/mcp-client.ts";
import { testControlPlane } from "../../support/control-plane/control-plane.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

after(assertNoChildren);

const PING = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`;

/** The command without a client of the protocol, once it answers. */
async function rawServer(t: TestContext): Promise<ChildProcessWithoutNullStreams> {
  const { PATH } = process.env;
  const env = { PATH, CLIPMILL_URL: "http://127.0.0.1:1", CLIPMILL_API_KEY: "key" };
  const child = spawn(process.execPath, ["--import", "tsx", "deploy/mcp.ts"], { env });
  cleanUp(t, () => child.kill("SIGKILL"));
  child.stdin.on("error", () => undefined);
  child.stdin.write(PING);
  await once(child.stdout, "data");
  return child;
}

test("a local file is uploaded out of the named folders alone, and goes on where it was", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const folder = await temporaryFolder(t);
  const videos = join(folder, "videos");
  await mkdir(join(videos, "talks"), { recursive: true });
  await writeFile(join(videos, "talks/talk.mp4"), "a film");
  await writeFile(join(folder, "secret.txt"), "a secret");
  await symlink(join(folder, "secret.txt"), join(videos, "link.mp4"));
  await symlink(join(videos, "talks"), join(folder, "way-in"));
  const env = { CLIPMILL_URL: plane.url, CLIPMILL_API_KEY: key, CLIPMILL_LOG_LEVEL: "error" };
  const { client, call, fail } = await stdioClient(t, { ...env, CLIPMILL_MCP_FOLDERS: videos });
  const { tools } = await client.listTools();
  assert.match(tools.find(({ name }) => name === "upload_file")?.description ?? "", new RegExp(videos));
  const whole = await call("upload_file", { path: join(videos, "talks/talk.mp4") });
  assert.match(String(whole.s3_key), /^uploads\//);
  assert.equal((await call("upload_file", { path: "talks/talk.mp4" })).s3_key, whole.s3_key, "once");
  assert.equal((await call("upload_file", { path: join(folder, "way-in/talk.mp4") })).s3_key, whole.s3_key);
  const job = await call("create_clips", { s3_key: whole.s3_key, video_duration_seconds: 60 });
  assert.equal(job.status, "queued");
  await writeFile(join(videos, "talks/talk.mp4"), "another film");
  assert.notEqual((await call("upload_file", { path: "talks/talk.mp4" })).s3_key, whole.s3_key, "it changed");
  for (const path of [
    "../secret.txt",
    join(folder, "secret.txt"),
    "link.mp4",
    "talks",
    videos,
    "none.mp4",
    "/etc/passwd",
  ]) {
    assert.match(
      await fail("upload_file", { path }),
      /^INVALID_ARGUMENT: .* is no file in one of the folders/,
      path,
    );
  }
});

test("a service that is away is said, with what to look at", async (t) => {
  const { fail } = await stdioClient(t, {
    CLIPMILL_URL: "http://127.0.0.1:1",
    CLIPMILL_API_KEY: "key",
    CLIPMILL_LOG_LEVEL: "error",
  });
  assert.match(await fail("get_balance"), /^NO_CONNECTION: .*\nThe control plane cannot be reached/);
});

test("the command itself serves a client by npm, and says what it lacks", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const env = { CLIPMILL_URL: plane.url, CLIPMILL_API_KEY: key };
  const { call } = await stdioClient(t, env, ["npm", "run", "--silent", "mcp"]);
  assert.equal((await call("get_balance")).moodsGranted, 100);
  await assert.rejects(stdioClient(t, { CLIPMILL_URL: plane.url }), /closed/);
});

test("a message that is none is said on standard error, and the next is answered", async (t) => {
  const server = await rawServer(t);
  server.stdin.write(`no message\n${PING}`);
  const [answer] = await once(server.stdout, "data");
  assert.deepEqual(JSON.parse(String(answer)), { jsonrpc: "2.0", id: 1, result: {} });
  server.stdin.end();
  assert.match(await text(server.stderr), /the client's message was not understood/);
});

test("a message that is too long ends the server with its reason, though the client waits", async (t) => {
  const server = await rawServer(t);
  const said = text(server.stderr);
  const exited = once(server, "exit");
  server.stdin.write("x".repeat(MCP_LIMITS.messageBytes + 1));
  await exited;
  assert.match(await said, /exceeded maximum size of 1048576 bytes/);
});

test("a client that no longer reads ends the server without a word", async (t) => {
  const server = await rawServer(t);
  const said = text(server.stderr);
  const exited = once(server, "exit");
  server.stdout.destroy();
  await once(server.stdout, "close");
  server.stdin.write(PING);
  assert.deepEqual(await exited, [0, null]);
  assert.equal(await said, "");
});
