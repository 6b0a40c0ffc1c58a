// The navigation against the pages: what it names is there under that name, and no page is left out of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { matchPath } from "../../../../../control-plane/console/web/app/match-path.ts";

interface Entry {
  readonly path: string;
  readonly label: string;
  readonly shortcut?: string;
}
interface Page {
  readonly path: string;
  readonly title: string;
  readonly role: "public" | "person" | "member" | "approved" | "operator";
}

// By their addresses and not by their names: what draws pages and icons is checked with other settings than Node's.
const APP = new URL("../../../../../control-plane/console/web/app/", import.meta.url);
const { PAGES } = (await import(new URL("pages.ts", APP).href)) as { PAGES: readonly Page[] };
const { NAVIGATION, isWithin } = (await import(new URL("navigation.ts", APP).href)) as {
  NAVIGATION: Readonly<Record<"developer" | "operator", readonly Entry[]>>;
  isWithin: (path: string, entry: Entry) => boolean;
};

/** Who may see the pages of each side. */
const ROLES: Readonly<Record<keyof typeof NAVIGATION, readonly Page["role"][]>> = {
  developer: ["person", "member", "approved"],
  operator: ["operator"],
};
const ENTRIES: readonly Entry[] = [...NAVIGATION.developer, ...NAVIGATION.operator];

function isInNavigation({ role, path }: Page): boolean {
  return role !== "public" && !path.includes(":");
}

for (const side of ["developer", "operator"] as const) {
  test(`the ${side}s' entries are all pages for them that need no parameters, under their titles`, () => {
    const pages = PAGES.filter((page) => isInNavigation(page) && ROLES[side].includes(page.role));
    const named = pages.map(({ path, title }): [string, string] => [path, title]);
    const entries = NAVIGATION[side].map(({ path, label }): [string, string] => [path, label]);
    assert.deepEqual(entries.toSorted(), named.toSorted());
  });
}

test("a page with parameters is shown as a place within one entry", () => {
  const pages = PAGES.filter(({ path }) => path.includes(":"));
  assert.ok(pages.length > 0);
  for (const { path } of pages) {
    const within = ENTRIES.filter((entry) => isWithin(path.replaceAll(":", ""), entry));
    assert.equal(within.length, 1, path);
  }
});

test("an address leads to one page", () => {
  for (const { path } of PAGES) {
    const address = path.replaceAll(":", "");
    const reached = PAGES.filter((page) => matchPath(page.path, address) !== undefined);
    assert.deepEqual(
      reached.map((page) => page.path),
      [path],
    );
  }
});

test("no two entries have the same shortcut, and none has that which begins them all", () => {
  const keys = ENTRIES.flatMap(({ shortcut }) => shortcut ?? []);
  assert.deepEqual(keys, [...new Set(keys)]);
  assert.ok(keys.length > 0 && keys.every((key) => /^[a-fh-z]$/.test(key)), keys.join());
});
