// axe-core in a page: whatever it finds serious fails the test, with the elements that it names.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOnly } from "axe-core";
import type { Page } from "playwright-core";
import { inBothThemes, type Theme } from "./themes.ts";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** A theme changes colours alone, so that in the second one only the rules that look at colours can find anything new. */
const RULES: Readonly<Record<Theme, RunOnly>> = {
  light: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  dark: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
};

/** Finds nothing of WCAG 2.2 AA, nor of axe's best practices, in either theme. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  // By the debugger, which the page's own policy does not stop.
  await page.evaluate(SOURCE);
  await inBothThemes(page, async (theme) => {
    const options = { runOnly: RULES[theme], resultTypes: ["violations"] };
    const found = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
    assert.ok(
      found.passes.some(({ id }) => id === "color-contrast"),
      "axe must have looked at something, or this proves nothing",
    );
    if (theme === "light") assert.ok(found.passes.length > 5);
    const problems = found.violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id} (${impact}): ${html}\n${failureSummary}`),
    );
    assert.deepEqual(problems, [], `${what}, ${theme}: axe finds`);
  });
}
