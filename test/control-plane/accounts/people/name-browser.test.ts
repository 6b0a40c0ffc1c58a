import assert from "node:assert/strict";
import { test } from "node:test";
import { nameBrowser } from "../../../../control-plane/accounts/people/name-browser.ts";

const MOZILLA = "Mozilla/5.0";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0";
const WINDOWS = `${MOZILLA} (Windows NT 10.0; Win64; x64)`;
const MAC = `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7)`;
const LINUX = `${MOZILLA} (X11; Linux x86_64)`;
const IPHONE = `${MOZILLA} (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`;
const ANDROID = `${MOZILLA} (Linux; Android 10; K)`;

const NAMES: readonly [userAgent: string, name: string][] = [
  [`${WINDOWS} ${CHROME} Safari/537.36`, "Chrome on Windows"],
  [`${WINDOWS} ${CHROME} Safari/537.36 Edg/142.0.0.0`, "Edge on Windows"],
  [`${WINDOWS} ${CHROME} Safari/537.36 OPR/124.0.0.0`, "Opera on Windows"],
  [`${MOZILLA} (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0`, "Firefox on Windows"],
  [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`, "Safari on macOS"],
  [`${LINUX} ${CHROME.replace("Chrome", "HeadlessChrome")} Safari/537.36`, "Chrome on Linux"],
  [`${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, "Chrome on ChromeOS"],
  [`${ANDROID} ${CHROME} Mobile Safari/537.36`, "Chrome on Android"],
  [`${ANDROID} ${CHROME} Mobile Safari/537.36 EdgA/142.0.0.0`, "Edge on Android"],
  [`${ANDROID} SamsungBrowser/28.0 ${CHROME} Mobile Safari/537.36`, "Samsung Internet on Android"],
  [`${MOZILLA} (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0`, "Firefox on Android"],
  [`${IPHONE} Version/26.0 Mobile/15E148 Safari/604.1`, "Safari on iPhone"],
  [`${IPHONE} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`, "Chrome on iPhone"],
  [`${IPHONE} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, "Firefox on iPhone"],
  [
    `${MOZILLA} (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1`,
    "Safari on iPad",
  ],
  [`${MOZILLA} (FreeBSD amd64; rv:145.0) Gecko/20100101 Firefox/145.0`, "Firefox"],
];

test("browsers are named with their systems, though most say that they are others, too", () => {
  for (const [userAgent, name] of NAMES) assert.equal(nameBrowser(userAgent), name, userAgent);
});

test("what is no browser has no name, and no word of strangers is in any", () => {
  for (const userAgent of [undefined, "", "node", "curl/8.5.0", "<b>Windows</b>"]) {
    assert.equal(nameBrowser(userAgent), null, userAgent);
  }
  assert.equal(nameBrowser(`<b>Firefox/1 ${"Linux ".repeat(2_000)}`), "Firefox on Linux");
});
