// A tab at the console of a real control plane. What no test may meet fails the one that meets it: an error in the
// page, a line of the security policy that was broken, a file that is not there.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { BrowserContext, Page } from "playwright-core";
import { cleanUp } from "../clean-up.ts";
import type { TestControlPlane } from "../control-plane/control-plane.ts";
import { sharedBrowser } from "./chromium.ts";
import { inBothThemes, type Theme } from "./themes.ts";

export interface TabOptions {
  readonly theme?: Theme;
  /** CSS pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Messages of the browser's console that the test provokes, such as refused calls, and errors in the page. */
  readonly expects?: RegExp;
  /** Whether frames come 400 ms late, as on a machine that does much else: what must be true of a page as it is drawn. */
  readonly drawsLate?: boolean;
}

export interface ConsoleTab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Opens a path of the page, such as `/tasks`, and waits for its heading. */
  open(path: string): Promise<void>;
  /** Writes a picture in each theme where CLIPMILL_SCREENSHOTS names a folder; otherwise does nothing. */
  screenshot(name: string): Promise<void>;
}

/** Preact runs effects after a frame, or after 35 ms where none comes. */
const LATE_FRAMES = `(() => {
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (run, ms, ...rest) => later(run, ms === 35 ? 400 : ms, ...rest);
  globalThis.requestAnimationFrame = (run) => later(() => run(performance.now()), 400);
  globalThis.cancelAnimationFrame = (frame) => clearTimeout(frame);
})()`;

/** A call that is answered by an error is in the browser's console too; the tests of the API look at those. */
const REFUSED = /^Failed to load resource: the server responded with a status of (4\d\d|503)/;
/** A machine that does much else needs seconds for what otherwise takes a tenth of one. */
const TIMEOUT_MS = 40_000;

function watch(page: Page, expects: RegExp | undefined): readonly string[] {
  const problems: string[] = [];
  page.on("pageerror", ({ message, stack }) => {
    if (expects?.test(message) !== true) problems.push(`${message}\n${stack}`);
  });
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() !== "error" || REFUSED.test(text) || expects?.test(text) === true) return;
    problems.push(text);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    if (reason !== "net::ERR_ABORTED" && expects?.test(reason) !== true)
      problems.push(`${request.url()}: ${reason}`);
  });
  return problems;
}

async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.CLIPMILL_SCREENSHOTS;
  if (folder === undefined || folder === "") return;
  mkdirSync(folder, { recursive: true });
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  await inBothThemes(page, async (theme) => {
    await page.screenshot({ path: join(folder, `${name}-${theme}.png`), animations: "disabled" });
  });
}

/** Opens a tab with a profile of its own. */
export async function consoleTab(
  t: TestContext,
  plane: Pick<TestControlPlane, "url" | "endsFirst">,
  options: TabOptions = {},
): Promise<ConsoleTab> {
  const { theme = "light", width = 1_280, height = 800, expects, drawsLate = false } = options;
  const browser = await sharedBrowser();
  const context = await browser.newContext({
    colorScheme: theme,
    viewport: { width, height },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    reducedMotion: "reduce",
    baseURL: plane.url,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  if (drawsLate) await context.addInitScript(LATE_FRAMES);
  const page = await context.newPage();
  const problems = watch(page, expects);
  // The page polls: it goes before what answers it.
  plane.endsFirst(() => context.close());
  cleanUp(t, () => {
    assert.deepEqual(problems, [], "the browser complained");
  });
  return {
    page,
    context,
    async open(path) {
      await page.goto(`/console${path}`);
      await page.locator("main h1").first().waitFor();
    },
    screenshot: (name) => takePicture(page, name),
  };
}
