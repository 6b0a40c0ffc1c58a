// What the texts of the architecture name is there, and their trees have every room, however deep: a text that leads
// nowhere is worse than none.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path/posix";
import { test } from "node:test";

const TEXT = globSync("{,control-plane/**/,media-node/**/}ARCHITECTURE.md")
  .map((path) => readFileSync(path, "utf8"))
  .join("\n");
const TOP = ["control-plane", "media-node", "shared", "deploy", "bench", "test"];
const files = globSync(`{${TOP.join(",")}}/**/*`, {
  exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) || path === "test/data/moments",
});
const folders = new Set([...files.map(dirname), ...files]);

/** As the text writes paths: from the root or from any room on, with or without `.ts`. */
const known = new Set(
  files.flatMap((file) => {
    const parts = file.split("/");
    const ends = parts.map((_, index) => parts.slice(index).join("/"));
    return ends.flatMap((end) => [end, end.replace(/\.tsx?$/, "")]);
  }),
);

/** The trees of folders: each begins with a plane. */
const trees = [...TEXT.matchAll(/```\n((?:control-plane|media-node)\/.*?)```/gs)].map(
  ([, tree = ""]) => tree,
);

test("every path that the architecture names is there", () => {
  const named = [...TEXT.replaceAll(/```.*?```/gs, "").matchAll(/`([a-z][\w-]*(?:\/[\w.-]+)+)\/?`/g)]
    .map(([, path = ""]) => path)
    // What npm and systems have.
    .filter((path) => !/^(application|dev|lib-storage)\//.test(path));
  assert.ok(named.length > 80, "paths must be found, or this test proves nothing");
  assert.deepEqual(
    named.filter((path) => !known.has(path)),
    [],
  );
});

test("every folder of its trees is there", () => {
  assert.ok(trees.length >= 3);
  const drawn = trees.flatMap((tree) =>
    [...tree.matchAll(/(?:^|[\s,(])([a-z][a-z-]*)\/(?=[\s,;:)]|$)/gm)].map(([, name = ""]) => name),
  );
  assert.ok(drawn.length > 100, "folders must be found, or this test proves nothing");
  const names = new Set([...folders].flatMap((path) => path.split("/")));
  assert.deepEqual(
    drawn.filter((name) => !names.has(name)),
    [],
  );
});

function untold(rooms: Iterable<string>): string[] {
  const text = trees.join("\n");
  return [...rooms].filter((room) => !new RegExp(`(^|[\\s,(])${basename(room)}/`, "m").test(text));
}

test("every room of a plane stands in a tree", () => {
  const rooms = files
    .map((file) => file.split("/"))
    .filter(([top = "", , inside]) => TOP.slice(0, 4).includes(top) && inside !== undefined)
    .map(([, room = ""]) => room);
  assert.deepEqual(untold(new Set(rooms)), []);
});

test("every room within a room stands in a tree", () => {
  const sources = files.filter((file) => /^(control-plane|media-node|shared)\/.*\.ts$/.test(file));
  // The page's tree tells of its areas together.
  const rooms = new Set(
    sources.map(dirname).filter((room) => !room.startsWith("control-plane/console/web/")),
  );
  assert.ok(rooms.size > 80, "rooms must be found, or this test proves nothing");
  assert.deepEqual(untold(rooms), []);
});
