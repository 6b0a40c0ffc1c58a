// Each page is loaded by itself, and with it the style sheets that its modules import. A class whose sheet only another
// page brings is seen as it should be by those alone who have been there before.
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parseAst } from "vite";

const WEB = fileURLToPath(new URL("../../../../control-plane/console/web/", import.meta.url));
const TYPES = /import type [^;]*;/g;
const IMPORT = /(?:from |import |import\()"(\.[^"]+)"/g;
const PAGE = /import\("(\.[^"]+)"\)/g;
/** Of a rule that begins with the class: others only change it. */
const RULE = /^\.([a-z][a-z0-9-]*)(?=[\s,.:>{[)])/gm;
/** Attributes, properties and functions whose texts are classes: `class`, `buttonClass`, `classOf`. */
const OF_CLASSES = /^class$|Class$|^class[A-Z]/;

/** The code of a file. */
type Read = (file: string) => string;

const readWhole: Read = (file) => readFileSync(file, "utf8");

function found(pattern: RegExp, text: string): string[] {
  return Array.from(text.matchAll(pattern), ([, part = ""]) => part);
}

/** A module with all that it imports, other pages left out. */
function reached(file: string, read: Read, files = new Set<string>()): Set<string> {
  if (files.has(file)) return files;
  files.add(file);
  if (file.endsWith(".css")) return files;
  for (const path of found(IMPORT, read(file).replace(TYPES, ""))) {
    const next = join(dirname(file), path);
    if (next.startsWith(WEB) && !next.endsWith("-page.tsx") && existsSync(next)) reached(next, read, files);
  }
  return files;
}

/** A part of a syntax tree (ESTree), or what hangs on one. */
type Part = Readonly<Record<string, unknown>>;

function partsOf(part: Part): Part[] {
  return Object.values(part).filter((value): value is Part => typeof value === "object" && value !== null);
}

/** All texts within an expression of classes, but for those that something is compared with. */
function textsWithin(part: Part): string[] {
  if (part.type === "BinaryExpression") return [];
  if (part.type === "Literal") return typeof part.value === "string" ? [part.value] : [];
  if (part.type === "TemplateElement") return [(part.value as { cooked: string }).cooked];
  return partsOf(part).flatMap(textsWithin);
}

/** What an attribute, a property or a function is called; undefined of other parts. */
function nameOf({ type, name, key, id }: Part): unknown {
  const label = { JSXAttribute: name, Property: key, FunctionDeclaration: id }[String(type)];
  return (label as Part | undefined)?.name;
}

function classTexts(part: Part): string[] {
  const name = nameOf(part);
  const isOfClasses = typeof name === "string" && OF_CLASSES.test(name);
  if (!isOfClasses) return partsOf(part).flatMap(classTexts);
  return textsWithin((part.value ?? part.body) as Part);
}

const known = new Map<string, readonly string[]>();

/** The classes that a module gives to elements. Of a name that is put together, as `badge-${tone}`, its beginning. */
function classesOf(file: string): readonly string[] {
  let classes = known.get(file);
  if (classes === undefined) {
    const tree = parseAst(readWhole(file), { lang: "tsx" }) as unknown as Part;
    classes =
      classTexts(tree)
        .join(" ")
        .match(/[a-z][a-z0-9-]*/g) ?? [];
    known.set(file, classes);
  }
  return classes;
}

/** The style sheets that have rules of a class. */
function sheetsByClass(): Map<string, Set<string>> {
  const sheets = new Map<string, Set<string>>();
  for (const file of globSync(join(WEB, "{app,pages,ui,styles}/**/*.css"))) {
    for (const name of found(RULE, readWhole(file)))
      sheets.set(name, (sheets.get(name) ?? new Set()).add(file));
  }
  return sheets;
}

type Sheets = ReadonlyMap<string, ReadonlySet<string>>;

/** The classes of modules of which no style sheet is among the files that are there; names without any sheet are none. */
function unstyled(modules: Iterable<string>, sheets: Sheets, files: ReadonlySet<string>): string[] {
  const names = new Set([...modules].filter((file) => file.endsWith(".tsx")).flatMap(classesOf));
  return [...names].filter((name) => ![...(sheets.get(name) ?? files)].some((sheet) => files.has(sheet)));
}

function labelled(file: string, names: readonly string[]): string[] {
  return names.map((name) => `${relative(WEB, file)}: .${name}`);
}

/** Which page uses which class without its style sheet. */
function pagesWithoutStyles(read: Read): string[] {
  const sheets = sheetsByClass();
  const pages = globSync(join(WEB, "pages/*-pages.ts")).flatMap((list) =>
    found(PAGE, readWhole(list)).map((path) => join(dirname(list), path)),
  );
  assert.ok(pages.length > 20 && sheets.size > 100, "pages and styles are found at all");
  const shell = reached(join(WEB, "main.tsx"), read);
  return pages.flatMap((page) => {
    const files = new Set([...shell, ...reached(page, read)]);
    return labelled(page, unstyled(files, sheets, files));
  });
}

/** Which module uses which class of another folder without its style sheet; those of its own folder its page brings. */
function modulesWithoutStyles(read: Read): string[] {
  const sheets = sheetsByClass();
  const shell = reached(join(WEB, "main.tsx"), read);
  return globSync(join(WEB, "{app,pages,ui}/**/*.tsx")).flatMap((file) => {
    const own = globSync(join(dirname(file), "*.css"));
    const above = globSync(join(dirname(file), "../*.css"));
    const files = new Set([...shell, ...reached(file, read), ...own, ...above]);
    return labelled(file, unstyled([file], sheets, files));
  });
}

test("every page brings the styles of all classes that it uses", () => {
  assert.deepEqual(pagesWithoutStyles(readWhole), []);
});

test("every module brings the styles of classes that are another folder's", () => {
  assert.deepEqual(modulesWithoutStyles(readWhole), []);
});

test("a style sheet that is no longer imported is missed, also where classes are chosen or passed on", () => {
  const imports = {
    "ui/key-values.tsx": ".key-values",
    "ui/form/drop-area.tsx": ".drop-area",
    "ui/menu.tsx": ".menu-above",
    "pages/transcript/source-player.tsx": ".player",
  };
  const changed = Object.keys(imports).map((name) => join(WEB, name));
  const read: Read = (file) =>
    changed.includes(file) ? readWhole(file).replace(/^import ".*\.css";$/gm, "") : readWhole(file);
  const lacking = [...pagesWithoutStyles(read), ...modulesWithoutStyles(read)];
  for (const [name, missed] of Object.entries(imports))
    assert.ok(
      lacking.some((each) => each.endsWith(missed)),
      `${name} without its style sheet`,
    );
});
