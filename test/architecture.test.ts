// Checks the layout that ARCHITECTURE.md draws, from the imports themselves, type imports included: a room imports only
// rooms that stand below it in its plane, and shared/; packages stay at home; no file imports itself by way of others.
// Files at a plane's root (main.ts, config.ts, and what wires a node's tools) may import anything in their plane, and no
// room imports one of them.
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { test } from "node:test";

/** From top to bottom; rooms of one row import nothing of each other. */
const LAYERS: Record<string, readonly (readonly string[])[]> = {
  "control-plane": [
    // The page in the browser; what it may import is checked more closely below.
    ["console/web"],
    ["console"],
    ["http", "worker"],
    ["operators"],
    ["tasks"],
    ["accounts", "billing", "webhooks", "catalog", "usage", "audit", "nodes", "backup"],
    ["db"],
    // What /console/api answers, as types alone: rooms that make such an answer name its type, and declare none beside it.
    ["console/api-types"],
  ],
  "media-node": [
    // Recipes of models: scripts that no room imports.
    ["models/training"],
    ["worker"],
    ["pipelines", "db"],
    ["clips", "highlights", "reel"],
    ["framing"],
    ["captions"],
    ["render"],
    ["images"],
    ["speech"],
    ["senses"],
    ["source"],
    ["models"],
    ["downloads"],
    ["onnx"],
    ["ffmpeg"],
    ["threads"],
    ["signal"],
  ],
  shared: [[""]],
};
const PACKAGE_HOMES: Record<string, RegExp> = {
  "hyper-express": /^control-plane\/(http\/|main\.ts)/,
  postgres: /^(shared|control-plane|media-node)\/db\//,
  "@aws-sdk": /^shared\/storage\/s3\/|^test\//,
  "graphile-worker": /^(control-plane|media-node)\/(worker\/|main\.ts)|^shared\/db\//,
  "onnxruntime-node": /^media-node\/onnx\//,
  sharp: /^media-node\/images\/uncached-sharp\.ts$|^(deploy|bench|test)\//,
  piscina: /^media-node\/threads\//,
  otpauth: /^control-plane\/accounts\/second-factor\//,
  "openid-client": /^control-plane\/accounts\/sign-on\//,
  preact: /^control-plane\/console\/web\//,
  qr: /^control-plane\/console\/web\//,
  uplot: /^control-plane\/console\/web\//,
  vite: /^control-plane\/console\/(build\/|web\/vite\.config\.ts)/,
};
const PAGE = "control-plane/console/web";
/** Beyond this a room gets rooms of its own. */
const FILES_OF_A_ROOM = 25;
/** Beyond this a file is two. Migrations, which never change once they are released, are not held to it. */
const LINES_OF_A_FILE = 300;
const IMPORT =
  /(?:^|[\n;])\s*(?:import|export)\s[^;]*?from\s+["']([^"']+)["']|(?:^|[\n;])\s*import\s+["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/g;
/** A file that is started in a thread or a process. */
const STARTED = /new URL\(\s*["'](\.[^"']+\.ts)["']/g;

const files = globSync("{control-plane,media-node,shared,deploy,bench,test}/**/*.{ts,tsx}", {
  exclude: (path) => /^(control-plane\/console\/web|shared\/client)\/dist/.test(path),
});
const matchesOf = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(file, "utf8").matchAll(pattern)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
const imports = new Map(files.map((file) => [file, matchesOf(file, IMPORT)]));

/** The room of a path, by the longest name in the plane's list; -1 for files at the plane's root. */
function layerOf(path: string): { plane: string; room: string; rank: number } {
  const [plane = "", ...rest] = path.split("/");
  const [room = "", inner = ""] = rest.length > 1 ? rest : [];
  const layers = LAYERS[plane] ?? [];
  const nested = layers.findIndex((layer) => layer.includes(`${room}/${inner}`));
  if (nested !== -1) return { plane, room: `${room}/${inner}`, rank: nested };
  return { plane, room, rank: layers.findIndex((layer) => layer.includes(room)) };
}

function violation(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) {
    const home = PACKAGE_HOMES[specifier.split("/")[0] ?? ""];
    return home === undefined || home.test(from) ? undefined : `${from}: ${specifier} belongs in ${home}`;
  }
  const to = join(dirname(from), specifier);
  const [above, below] = [layerOf(from), layerOf(to)];
  if (below.plane === "shared") return undefined;
  if (below.plane !== above.plane) return `${from} imports another plane: ${to}`;
  if (/\/main\.ts$/.test(to)) return `${from} imports an entry point: ${to}`;
  const isDown = above.rank === -1 || (below.rank !== -1 && below.rank > above.rank);
  return above.room === below.room || isDown ? undefined : `${from} imports upward or sideways: ${to}`;
}

/** Each cycle once, as the files that it goes through. */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const from = path.indexOf(file);
    if (from !== -1) found.push([...path.slice(from), file].join(" → "));
    if (from !== -1 || done.has(file)) return;
    path.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return found;
}

test("imports follow the layer map", () => {
  const ofPlanes = files.filter((file) => /^(control-plane|media-node|shared)\//.test(file));
  assert.ok(ofPlanes.length > 500, "the source glob must match files, or this test proves nothing");
  const found = ofPlanes.flatMap((file) =>
    [...(imports.get(file) ?? []), ...matchesOf(file, STARTED)].map((specifier) =>
      violation(file, specifier),
    ),
  );
  assert.deepEqual(
    found.filter((message) => message !== undefined),
    [],
  );
});

test("every room has its place in the layer map: elsewhere it might import anything", () => {
  const places = files.filter((file) => /^(control-plane|media-node)\//.test(file)).map(layerOf);
  const unplaced = places.filter(({ room, rank }) => room !== "" && rank === -1);
  assert.deepEqual([...new Set(unplaced.map(({ plane, room }) => `${plane}/${room}`))], []);
});

test("no file imports itself by way of others, type imports included", () => {
  const graph = new Map(
    [...imports].map(([file, specifiers]) => [
      file,
      specifiers.filter((specifier) => specifier.startsWith(".")).map((path) => join(dirname(file), path)),
    ]),
  );
  const edges = [...graph.values()].reduce((sum, { length }) => sum + length, 0);
  assert.ok(edges > 2_000, "imports must be found, or this test proves nothing");
  assert.deepEqual(cyclesOf(graph), []);
});

test("a cycle is found, wherever one enters it", () => {
  const graph = new Map([
    ["in", ["a"]],
    ["a", ["b"]],
    ["b", ["c", "end"]],
    ["c", ["a"]],
    ["end", []],
  ]);
  assert.deepEqual(cyclesOf(graph), ["a → b → c → a"]);
});

test("nothing but deploy, bench and tests imports deploy, bench and tests", () => {
  const found = [...imports]
    .filter(([file]) => /^(control-plane|media-node|shared)\//.test(file))
    .flatMap(([file, specifiers]) => specifiers.map((path) => [file, join(dirname(file), path)] as const))
    .filter(([, to]) => /^(deploy|bench|test)\//.test(to));
  assert.deepEqual(found, []);
});

test("the console's page imports types alone of what is not the page, the client for browsers, bounds, and how texts are read", () => {
  const page = files.filter((file) => file.startsWith(`${PAGE}/`));
  assert.ok(page.length > 30, "the page's files must be found, or this test proves nothing");
  const outside = page.flatMap((file) =>
    matchesOf(file, IMPORT)
      .filter((path) => path.startsWith("."))
      .map((path) => ({ file, path, to: join(dirname(file), path) }))
      .filter(({ to }) => !to.startsWith(`${PAGE}/`)),
  );
  assert.deepEqual(
    outside.filter(({ to }) => !/^(control-plane\/console\/api-types|shared\/)/.test(to)),
    [],
  );
  const types = files.filter((file) => file.startsWith("control-plane/console/api-types"));
  const ofTypes = types.flatMap((file) =>
    matchesOf(file, IMPORT).map((path) => [file, join(dirname(file), path)] as const),
  );
  assert.deepEqual(
    ofTypes.filter(([, to]) => !/^(control-plane\/console\/api-types|shared)\//.test(to)),
    [],
    "types that the page reads bring nothing of the server into the browser's type check",
  );
  const runsInPage = new Set(["shared/client/browser.ts", "shared/captions/text-direction.ts"]);
  const isType = ({ file, path }: { file: string; path: string }): boolean =>
    new RegExp(`(import|export) type [^;]*?from "${path}"`).test(readFileSync(file, "utf8"));
  const isBound = (file: string): boolean => file.startsWith("shared/limits/");
  assert.deepEqual(
    outside.filter((found) => !runsInPage.has(found.to) && !isBound(found.to) && !isType(found)),
    [],
  );
  const ofBounds = files.filter(isBound);
  assert.ok(ofBounds.length > 10);
  assert.deepEqual(
    ofBounds.flatMap((file) => matchesOf(file, IMPORT).filter((path) => !path.startsWith("./"))),
    [],
    "bounds are numbers alone, which run anywhere",
  );
});

test("a folder has no more files than one can look over", () => {
  const styles = globSync("control-plane/console/web/{app,pages,styles,ui}/**/*.css");
  assert.ok(styles.length > 10);
  const rooms = Map.groupBy([...files, ...styles], (file) => dirname(file));
  assert.ok(rooms.size > 100);
  const large = [...rooms].filter(([, { length }]) => length > FILES_OF_A_ROOM);
  assert.deepEqual(
    large.map(([room, { length }]) => `${room}: ${length}`),
    [],
  );
});

test("a file has no more lines than one can follow", () => {
  const recipes = globSync("{media-node,deploy,bench}/**/*.{py,mjs}");
  const styles = globSync("control-plane/console/web/{app,pages,styles,ui}/**/*.css");
  assert.ok(recipes.length > 20 && styles.length > 10);
  const lengths = [...files, ...recipes, ...styles].map(
    (file) => [file, readFileSync(file, "utf8").trimEnd().split("\n").length] as const,
  );
  const long = lengths.filter(([, lines]) => lines > LINES_OF_A_FILE);
  assert.deepEqual(
    long.map(([file, lines]) => `${file}: ${lines}`),
    [],
  );
});

test("tests lie in the rooms of what they test", () => {
  const tests = files.filter((file) =>
    /^test\/(control-plane|media-node|shared|deploy|bench)\/.*\.test\.ts$/.test(file),
  );
  assert.ok(tests.length > 250);
  assert.deepEqual(
    tests.filter((file) => !existsSync(dirname(file).slice("test/".length))),
    [],
  );
});
