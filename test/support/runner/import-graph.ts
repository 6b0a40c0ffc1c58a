// What files import, read from their text: which packages a test file can reach tells what it costs and what it needs.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Types are erased: what only they name is not loaded. */
const IMPORT =
  /^\s*(?:import|export)\s(?!type\s)[^;]*?from\s+["']([^"']+)["']|^\s*import\s+["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm;

export class ImportGraph {
  readonly #root: string;
  readonly #imports = new Map<string, readonly string[]>();

  constructor(root: string) {
    this.#root = root;
  }

  /** "" of what is no file of ours. */
  textOf(file: string): string {
    const path = join(this.#root, file);
    return file.endsWith(".ts") && existsSync(path) ? readFileSync(path, "utf8") : "";
  }

  /** What the file itself names: files by their paths below the root, and packages. */
  importsOf(file: string): readonly string[] {
    const known = this.#imports.get(file);
    if (known !== undefined) return known;
    const imports = [...this.textOf(file).matchAll(IMPORT)]
      .map((match) => match[1] ?? match[2] ?? match[3] ?? "")
      .map((specifier) => (specifier.startsWith(".") ? join(dirname(file), specifier) : specifier));
    this.#imports.set(file, imports);
    return imports;
  }

  /** The file itself, all files that it loads, by their paths below the root, and all packages. */
  reachedFrom(file: string): ReadonlySet<string> {
    const reached = new Set([file]);
    // A set goes on to what is added while it is read.
    for (const from of reached) for (const to of this.importsOf(from)) reached.add(to);
    return reached;
  }
}
