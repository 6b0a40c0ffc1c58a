import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { threadPoolSize } from "../../../shared/process/thread-pool.mjs";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const PRELOAD = "./shared/process/thread-pool.mjs";

test("calls for files have as many threads as the machine has cores, within bounds", () => {
  assert.deepEqual([1, 2, 48, 128].map(threadPoolSize), [16, 16, 48, 64]);
});

test("the pool has that size in a process, unless its operator says otherwise", async (t) => {
  const program = join(await temporaryFolder(t), "program.mts");
  await writeFile(
    program,
    `import { readdirSync, readFileSync } from "node:fs";
    import { stat } from "node:fs/promises";
    await stat(".");
    const names: string[] = readdirSync("/proc/self/task").map((id) => readFileSync(\`/proc/self/task/\${id}/comm\`, "utf8"));
    console.log(names.filter((name) => name.startsWith("libuv-worker")).length);`,
  );
  const threads = (env: NodeJS.ProcessEnv): number => {
    const options = ["--import", PRELOAD, "--import", "tsx", program];
    const own = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR };
    const { stdout, stderr } = spawnSync(process.execPath, options, {
      env: Object.assign(own, env),
      encoding: "utf8",
    });
    assert.equal(stderr, "");
    return Number(stdout);
  };
  assert.equal(threads({}), threadPoolSize(availableParallelism()));
  assert.equal(threads({ UV_THREADPOOL_SIZE: "5" }), 5);
});

test("every way to start a plane sizes the pool before anything else is loaded", async () => {
  const texts = await Promise.all(
    [
      "package.json",
      "deploy/docker/control-plane.Dockerfile",
      "deploy/docker/media-node.Dockerfile",
      "deploy/systemd/clipmill-control-plane.service",
      "deploy/systemd/clipmill-media-node.service",
    ].map((file) => readFile(file, "utf8")),
  );
  const starts = texts
    .flatMap((text) => text.split("\n"))
    .filter((line) => /(control-plane|media-node)\/main\.ts|^ENTRYPOINT/.test(line))
    .filter((line) => line.includes("--import"));
  assert.equal(starts.length, 6, starts.join("\n"));
  for (const start of starts) {
    const first = start.replaceAll(/[",]/g, "").indexOf(`node --import ${PRELOAD} `);
    assert.ok(first >= 0, start);
  }
});
