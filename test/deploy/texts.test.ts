// What the texts for users and operators promise is what the code does: settings with their defaults and bounds, bounds
// of the API's fields, and links.
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { readControlPlaneConfig } from "../../control-plane/config.ts";
import { readMediaNodeConfig } from "../../media-node/config.ts";
import type { Environment } from "../../shared/process/environment.ts";
import { Clip, HighlightOutput } from "../../shared/schemas/job-output.ts";
import { ClipRequest, SubtitleOptions } from "../../shared/schemas/requests/clip-request.ts";

const TEXTS = [
  "README.md",
  ...globSync(["{,control-plane/**/,media-node/**/}ARCHITECTURE.md", "deploy/*.md"]),
];
const NEEDED: Environment = {
  CLIPMILL_DATABASE_URL: "postgres://127.0.0.1/none",
  CLIPMILL_SECRET: "s".repeat(32),
};

interface Setting {
  readonly name: string;
  readonly meaning: string;
  readonly fallback: string;
}

function listSettings(): Setting[] {
  const rows = readFileSync("deploy/settings.md", "utf8").matchAll(
    /^\| `(CLIPMILL_\w+)` \| (.+) \| (.+?) \|$/gm,
  );
  return [...rows].map(([, name = "", meaning = "", fallback = ""]) => ({ name, meaning, fallback }));
}

/** What both planes make of settings; undefined where one of them refuses them. */
function readBoth(env: Environment): unknown {
  try {
    return [readControlPlaneConfig({ ...NEEDED, ...env }), readMediaNodeConfig({ ...NEEDED, ...env })];
  } catch {
    return undefined;
  }
}

test("every setting that the code reads is in the table of settings, once, and no other", () => {
  const sources = globSync("{control-plane,media-node,shared,deploy}/**/*.ts");
  const named = sources.flatMap(
    (file) => readFileSync(file, "utf8").match(/\bCLIPMILL_[A-Z0-9_]*[A-Z0-9]\b/g) ?? [],
  );
  const listed = listSettings().map(({ name }) => name);
  assert.deepEqual(listed.toSorted(), [...new Set(named)].sort());
});

test("a default of the table is what a setting that is not given means", () => {
  const literals = listSettings().flatMap(({ name, fallback }) => {
    const [, value] = /^`([^`<]+)`$/.exec(fallback) ?? [];
    return value === undefined ? [] : [{ name, value }];
  });
  assert.ok(literals.length >= 18, "the table must state defaults, or this test proves nothing");
  const defaults = readBoth({});
  const own = (name: string): boolean => /_PORT$/.test(name); // Each plane has a port of its own.
  for (const { name, value } of literals.filter((each) => !own(each.name))) {
    assert.deepEqual(readBoth({ [name]: value }), defaults, `${name} is ${value} by default`);
  }
  assert.equal(readControlPlaneConfig(NEEDED).port, 8_080);
  assert.equal(readMediaNodeConfig(NEEDED).port, 8_081);
});

test("the bounds in the table of settings are those that hold", () => {
  const bounded = listSettings().flatMap(({ name, meaning }) => {
    const [, min, max] = /\b(\d+) to (\d+)\b/.exec(meaning) ?? [];
    return min === undefined ? [] : [{ name, min: Number(min), max: Number(max) }];
  });
  assert.ok(bounded.length >= 14, "the table must state bounds, or this test proves nothing");
  for (const { name, min, max } of bounded) {
    for (const value of [min, max]) assert.ok(readBoth({ [name]: String(value) }), `${name} may be ${value}`);
    for (const value of [min - 1, max + 1]) {
      assert.equal(readBoth({ [name]: String(value) }), undefined, `${name} may not be ${value}`);
    }
  }
});

test("the bounds of fields in the guide to the API are the schemas'", () => {
  const { moments } = HighlightOutput.properties;
  const fields = {
    ...moments.items.properties,
    ...Clip.properties,
    ...Clip.properties.scoreBreakdown.properties,
    ...ClipRequest.properties,
    ...SubtitleOptions.properties,
  } as Record<string, { minimum?: number; maximum?: number }>;
  const found = [...readFileSync("deploy/using.md", "utf8").matchAll(/`(\w+)`\s+\((\d+) to\s+(\d+)\b/g)];
  assert.ok(found.length >= 6, "the guide must state bounds, or this test proves nothing");
  for (const [, name = "", min, max] of found) {
    const { minimum, maximum } = fields[name] ?? {};
    assert.deepEqual([minimum, maximum], [Number(min), Number(max)], name);
  }
});

test("every link between the texts leads to a file", () => {
  const broken = TEXTS.flatMap((text) =>
    [...readFileSync(text, "utf8").matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .map(([, target = ""]) => join(dirname(text), target))
      .filter((target) => !existsSync(target))
      .map((target) => `${text}: ${target}`),
  );
  assert.deepEqual(broken, []);
});

/** The anchors of a text's headings, as code hosts make them. */
function anchorsOf(text: string): Set<string> {
  const headings = [...readFileSync(text, "utf8").matchAll(/^#{1,6} (.+)$/gm)];
  return new Set(
    headings.map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

test("every link to a heading leads to one", () => {
  const links = TEXTS.flatMap((text) =>
    [...readFileSync(text, "utf8").matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].map(
      ([, path = "", anchor = ""]) => ({ text, path, anchor }),
    ),
  );
  assert.ok(links.length > 40, "links must be found, or this test proves nothing");
  assert.deepEqual(
    links.filter(
      ({ text, path, anchor }) => !anchorsOf(path === "" ? text : join(dirname(text), path)).has(anchor),
    ),
    [],
  );
});
