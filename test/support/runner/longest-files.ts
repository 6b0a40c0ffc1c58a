// Which files a run's time goes to: the sums of their tests, without what their processes took to start.
import { relative } from "node:path";

export interface EndedTest {
  readonly nesting: number;
  readonly file?: string | undefined;
  readonly details: { readonly duration_ms: number };
}

const SHOWN = 25;

export class LongestFiles {
  readonly #root: string;
  readonly #sumsMs = new Map<string, number>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Counts a test of a file; those within it are part of it. */
  add({ nesting, file, details }: EndedTest): void {
    if (nesting > 0 || file === undefined) return;
    const name = relative(this.#root, file);
    this.#sumsMs.set(name, (this.#sumsMs.get(name) ?? 0) + details.duration_ms);
  }

  /** A line for each of the longest, and one for all. */
  toString(): string {
    const sorted = [...this.#sumsMs].sort(([, left], [, right]) => right - left);
    const all = sorted.reduce((sum, [, sumMs]) => sum + sumMs, 0);
    const line = (name: string, sumMs: number): string =>
      `${(sumMs / 1_000).toFixed(1).padStart(8)} s  ${name}\n`;
    const lines = sorted.slice(0, SHOWN).map(([name, sumMs]) => line(name, sumMs));
    return `The longest of ${sorted.length} files:\n${lines.join("")}${line("all", all)}`;
  }
}
