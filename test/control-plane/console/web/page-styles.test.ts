// Each page is loaded by itself, and with it the style sheets that its modules import. A class whose sheet only another
// page brings is seen as it should be by those alone who have been there before.
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const WEB = fileURLToPath(new URL("../../../../control-plane/console/web/", import.meta.url));
const TYPES = /import type [^;]*;/g;
const IMPORT = /(?:from |import |import\()"(\.[^"]+)"/g;
const PAGE = /import\("(\.[^"]+)"\)/g;
/** Of a rule that begins with the class: others only change it. */
const RULE = /^\.([a-z][a-z0-9-]*)(?=[\s,.:>{[)])/gm;
const CLASSES = /class=(?:\{?[`"]|\{)([^>]*?)[`"}]/g;

function found(pattern: RegExp, text: string): string[] {
  return Array.from(text.matchAll(pattern), ([, part = ""]) => part);
}

/** A module with all that it imports, other pages left out. */
function reached(file: string, files = new Set<string>()): Set<string> {
  if (files.has(file)) return files;
  files.add(file);
  if (file.endsWith(".css")) return files;
  for (const path of found(IMPORT, readFileSync(file, "utf8").replace(TYPES, ""))) {
    const next = join(dirname(file), path);
    if (next.startsWith(WEB) && !next.endsWith("-page.tsx") && existsSync(next)) reached(next, files);
  }
  return files;
}

/** The style sheets that have rules of a class. */
function sheetsByClass(): Map<string, Set<string>> {
  const sheets = new Map<string, Set<string>>();
  for (const file of globSync(join(WEB, "{app,pages,ui,styles}/**/*.css"))) {
    for (const name of found(RULE, readFileSync(file, "utf8")))
      sheets.set(name, (sheets.get(name) ?? new Set()).add(file));
  }
  return sheets;
}

test("every page brings the styles of all classes that it uses", () => {
  const sheets = sheetsByClass();
  const pages = globSync(join(WEB, "pages/*-pages.ts")).flatMap((list) =>
    found(PAGE, readFileSync(list, "utf8")).map((path) => join(dirname(list), path)),
  );
  assert.ok(pages.length > 20 && sheets.size > 100, "pages and styles are found at all");
  const shell = reached(join(WEB, "main.tsx"));
  const lacking = pages.flatMap((page) => {
    const files = new Set([...shell, ...reached(page)]);
    const used = [...files].flatMap((file) =>
      file.endsWith(".tsx") ? found(CLASSES, readFileSync(file, "utf8")) : [],
    );
    const names = new Set(used.join(" ").match(/[a-z][a-z0-9-]*/g));
    return [...names]
      .filter((name) => ![...(sheets.get(name) ?? files)].some((sheet) => files.has(sheet)))
      .map((name) => `${relative(WEB, page)}: .${name}`);
  });
  assert.deepEqual(lacking, []);
});
