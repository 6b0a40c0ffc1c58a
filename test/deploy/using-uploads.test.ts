// The examples of a resumable upload in the guide are run as they stand there.
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { open, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { callApi, testControlPlane } from "../support/control-plane/control-plane.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const SIZE_BYTES = 70 * 2 ** 20;

/** The first example in a language behind the heading. */
function exampleOf(language: string): string {
  const guide = readFileSync("deploy/using.md", "utf8");
  const section = guide.slice(guide.indexOf("### Uploads that can be resumed"));
  const [, example] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(section) ?? [];
  assert.ok(example !== undefined);
  return example;
}

/** A sparse file with something in each part. */
async function film(folder: string): Promise<string> {
  const path = join(folder, "talk.mp4");
  await writeFile(path, "the first part");
  await truncate(path, SIZE_BYTES);
  const file = await open(path, "r+");
  await file.write("the second part", 68 * 2 ** 20);
  await file.close();
  return path;
}

async function scene(t: TestContext) {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const folder = await temporaryFolder(t);
  return { plane, key, folder, path: await film(folder), api: `${plane.url}/api/v1` };
}

test("the TypeScript of the guide sends what is missing, and returns what a job names", async (t) => {
  const { plane, key, folder, path } = await scene(t);
  const module = join(folder, "upload.ts");
  await writeFile(module, exampleOf("ts"));
  Object.assign(process.env, { CLIPMILL_URL: plane.url, CLIPMILL_API_KEY: key });
  t.after(() => {
    delete process.env.CLIPMILL_URL;
    delete process.env.CLIPMILL_API_KEY;
  });
  const { announce, send } = (await import(pathToFileURL(module).href)) as {
    announce(filename: string, sizeBytes: number): Promise<string>;
    send(path: string, uploadId: string): Promise<string>;
  };
  const uploadId = await announce("talk.mp4", SIZE_BYTES);
  const { data } = (await callApi(plane, "GET", `/api/v1/uploads/${uploadId}`, { key })).body;
  assert.ok(data);
  const [, last] = data.parts as { url: string }[];
  const content = await readFile(path);
  const sent = await fetch(last?.url ?? "", { method: "PUT", body: content.subarray(64 * 2 ** 20) });
  assert.equal(sent.status, 200, "what was sent before the break");
  const storageKey = await send(path, uploadId);
  assert.ok((await readFile(join(plane.storageFolder, storageKey))).equals(content));
  assert.equal(await send(path, uploadId), storageKey, "again, when it is complete");
});

test("the shell lines of the guide send a file in parts", async (t) => {
  for (const program of ["curl", "jq", "split"]) {
    if (spawnSync(program, ["--version"]).error === undefined) continue;
    t.skip(`${program} is not installed here.`);
    return;
  }
  const { plane, key, folder, path, api } = await scene(t);
  const env = {
    ...process.env,
    API: api,
    KEY: `x-service-api-key: ${key}`,
    JSON: "content-type: application/json",
  };
  const script = `set -euo pipefail\n${exampleOf("sh")}`;
  // Nothing of this process may wait for the child: it is the server.
  const { stdout } = await promisify(execFile)("bash", ["-c", script], { cwd: folder, env });
  const { data } = JSON.parse(stdout) as { data: { s3_key: string; complete: boolean } };
  assert.equal(data.complete, true);
  assert.ok((await readFile(join(plane.storageFolder, data.s3_key))).equals(await readFile(path)));
});
