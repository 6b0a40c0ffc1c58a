// Debian's Chromium, driven by playwright-core: one for each process of tests, a fresh profile for each test.
import { existsSync } from "node:fs";
import { after } from "node:test";
import { type Browser, chromium } from "playwright-core";
import { madeOnce } from "../made-once.ts";

const WHOLE = "/usr/bin/chromium";
/** Without windows, which nobody sees here: it takes a third less of the processor. */
const SHELL = "/usr/bin/chromium-headless-shell";
const PATH = process.env.CLIPMILL_TEST_CHROMIUM ?? (existsSync(SHELL) ? SHELL : WHOLE);

/** For `skip`: why no browser test can run here; false where they can. */
export const NO_CHROMIUM: string | false = existsSync(PATH)
  ? false
  : `there is no ${PATH}: install Debian's chromium-headless-shell or chromium, or set CLIPMILL_TEST_CHROMIUM`;

const started = madeOnce(
  () => chromium.launch({ executablePath: PATH, args: ["--disable-gpu", "--disable-dev-shm-usage"] }),
  // One that crashes fails the tests that use it, and none of those behind them.
  (browser, forget) => void browser.on("disconnected", forget),
);
// Here and not at the launch: a hook that a test sets ends with that test.
after(async () => (await started.peek())?.close());

/** The process's browser, which ends with its last test. */
export function sharedBrowser(): Promise<Browser> {
  return started.get();
}
