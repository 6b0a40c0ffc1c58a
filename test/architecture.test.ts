// Checks that imports follow the layer map in ARCHITECTURE.md: a folder imports only folders
// to its right in its own plane, and shared/. Entry points (main.ts) may import anything in their plane.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { test } from "node:test";

const LAYERS: Record<string, readonly (readonly string[])[]> = {
  "control-plane": [
    ["http", "console", "worker"],
    ["tasks"],
    ["accounts", "billing", "webhooks", "catalog", "usage"],
    ["db"],
  ],
  "media-node": [
    ["worker"],
    ["pipelines", "db"],
    ["stages"],
    ["threads"],
    ["models"],
    ["engines"],
    ["signal"],
  ],
  shared: [[""]],
};
const PACKAGE_HOMES: Record<string, RegExp> = {
  "hyper-express": /^control-plane\/(http\/|main\.ts)/,
  postgres: /^(shared|control-plane|media-node)\/db\//,
  "graphile-worker": /^(control-plane|media-node)\/(worker\/|main\.ts)|^shared\/db\//,
  "onnxruntime-node": /^media-node\/engines\//,
  piscina: /^media-node\/threads\//,
};
const IMPORT =
  /(?:^|[\n;])\s*(?:import|export)\s[^;]*?from\s+["']([^"']+)["']|(?:^|[\n;])\s*import\s+["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/g;

function layerOf(path: string): [plane: string, rank: number] {
  const [plane = "", folder = ""] = path.split("/");
  const rank = (LAYERS[plane] ?? []).findIndex((layer) => layer.includes(folder));
  return [plane, rank]; // -1: a file at the plane's root, such as main.ts or config.ts.
}

function violation(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) {
    const home = PACKAGE_HOMES[specifier.split("/")[0] ?? ""];
    return home === undefined || home.test(from) ? undefined : `${from}: ${specifier} belongs in ${home}`;
  }
  const to = join(dirname(from), specifier);
  const [fromPlane, fromRank] = layerOf(from);
  const [toPlane, toRank] = layerOf(to);
  if (toPlane === "shared") return undefined;
  if (toPlane !== fromPlane) return `${from} imports another plane: ${to}`;
  if (/\/main\.ts$/.test(to)) return `${from} imports an entry point: ${to}`;
  const sameFolder = from.split("/")[1] === to.split("/")[1];
  const down = fromRank === -1 || toRank === -1 || toRank > fromRank;
  return sameFolder || down ? undefined : `${from} imports upward or sideways: ${to}`;
}

test("imports follow the layer map", () => {
  const files = globSync("{control-plane,media-node,shared}/**/*.ts");
  assert.ok(files.length > 5, "the source glob must match files, or this test proves nothing");
  const found = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(IMPORT)]
      .map((match) => violation(file, match[1] ?? match[2] ?? match[3] ?? ""))
      .filter((message) => message !== undefined),
  );
  assert.deepEqual(found, []);
});
