import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { loadConsoleFiles } from "../../../../control-plane/console/assets/console-files.ts";
import { pageRoutes } from "../../../../control-plane/console/routes/page-routes.ts";
import type { Call, PublicRoute } from "../../../../control-plane/http/route.ts";
import { createLogger } from "../../../../shared/logger.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

test("a page that was never built is said in the log and in its place, and stops nothing else", async (t) => {
  const folder = await temporaryFolder(t);
  const logger = createLogger("test", "silent");
  const lines: string[] = [];
  t.mock.method(logger, "warn", (_: unknown, text: string) => lines.push(text));
  const files = loadConsoleFiles(logger, join(folder, "dist"));
  assert.match(lines.join(), /not built.*npm ci/);
  const route = pageRoutes({ files, fileOrigins: [] }).find(
    ({ method, path }) => method === "GET" && path === "/console/*",
  ) as PublicRoute;
  const reply = await route.handle({ path: "/console/", headers: {} } as unknown as Call);
  assert.equal(reply.kind === "text" && reply.status, 503);
  assert.match(reply.kind === "text" ? reply.text : "", /npm ci/);
});

test("files are known by their paths, with what they were packed to", async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "build.json"), "{}");
  await writeFile(join(folder, "index.html"), "<html ></html>");
  await writeFile(join(folder, "assets", "a.js"), "script");
  await writeFile(join(folder, "assets", "a.js.br"), "packed");
  const files = loadConsoleFiles(createLogger("test", "silent"), folder);
  assert.deepEqual([...files.keys()].sort(), ["assets/a.js", "index.html"]);
  assert.equal(files.get("assets/a.js")?.brotli?.toString(), "packed");
  assert.equal(files.get("assets/a.js")?.gzip, undefined);
});
