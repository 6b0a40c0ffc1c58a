// Both of the console's themes on one page: its system changes from one to the other.
import type { Page } from "playwright-core";

export type Theme = "light" | "dark";

/**
 * Waits until nothing moves: colours pass into each other, if only for a moment, and what takes its colour from an element
 * that has passed over may begin to pass then.
 */
const AT_REST = `(async () => {
  do {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  } while (document.getAnimations().length > 0);
})()`;

/** Does it in the one theme and then in the other, and leaves the page in its own. */
export async function inBothThemes(page: Page, look: (theme: Theme) => Promise<void>): Promise<void> {
  const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches");
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate(AT_REST);
    await look(theme);
  }
  await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
}
