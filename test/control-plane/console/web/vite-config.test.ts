// The page while it is worked on: which paths Vite serves by itself, and which it passes on.
import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { test } from "node:test";
import { WEB_FOLDER } from "../../../../control-plane/console/build/console-sources.ts";
import config from "../../../../control-plane/console/web/vite.config.ts";

/** As Vite reads them: what begins with ^ is an expression, any other the beginning of a path. */
function isPassedOn(path: string): boolean {
  return Object.keys(config.server.proxy).some((key) =>
    key.startsWith("^") ? new RegExp(key).test(path) : path.startsWith(key),
  );
}

test("no source of the page is asked for at the control plane, and every call is", () => {
  const sources = globSync("{api,app,pages,ui}/**/*.{ts,tsx,css}", { cwd: WEB_FOLDER });
  assert.ok(sources.includes("api/request.ts"));
  assert.deepEqual(
    sources.filter((source) => isPassedOn(`/console/${source}?t=1`)),
    [],
  );
  for (const path of [
    "/console/api/session",
    "/console/api/operator/nodes/mill-2.example/drain",
    "/api/v1/jobs",
  ])
    assert.ok(isPassedOn(path), path);
});
