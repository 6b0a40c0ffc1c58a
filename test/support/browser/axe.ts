// axe-core in a page: whatever it finds serious fails the test, with the elements that it names.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Finds nothing of WCAG 2.2 AA, nor of axe's best practices. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  // By the debugger, which the page's own policy does not stop.
  await page.evaluate(SOURCE);
  const options = { runOnly: { type: "tag", values: RULES }, resultTypes: ["violations"] };
  const found = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  assert.ok(found.passes.length > 5, "axe must have looked at something, or this proves nothing");
  const problems = found.violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${impact}): ${html}\n${failureSummary}`),
  );
  assert.deepEqual(problems, [], `${what}: axe finds`);
}
