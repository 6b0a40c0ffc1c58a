// The MCP server over standard input and output: the command itself, and the files of the machine that it may upload.
import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { stdioClient } from "../../support/client/mcp-client.ts";
import { testControlPlane } from "../../support/control-plane/control-plane.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

after(assertNoChildren);

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
