// What people call the browser that they sign in with, from its header `user-agent`: one of a few names, so that nothing that
// a stranger wrote is kept. Libraries that know every device and version were rejected: their lists grow old, and the name
// alone tells one's own browsers apart.

type Names = readonly (readonly [name: string, pattern: RegExp])[];

/** In this order: most say that they are Chrome and Safari, too. */
const BROWSERS: Names = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|OPiOS|Opera)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /(?:Chrome|Chromium|CriOS)\//],
  ["Safari", /\bSafari\//],
];

/** In this order: Android says that it is Linux, an iPhone that it is like Mac OS X. */
const SYSTEMS: Names = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["macOS", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
];

function find(names: Names, userAgent: string): string | undefined {
  return names.find(([, pattern]) => pattern.test(userAgent))?.[0];
}

/** Such as "Firefox on Windows"; null for a program that is none of the browsers. */
export function nameBrowser(userAgent: string | undefined): string | null {
  const browser = find(BROWSERS, userAgent ?? "");
  if (browser === undefined) return null;
  const system = find(SYSTEMS, userAgent ?? "");
  return system === undefined ? browser : `${browser} on ${system}`;
}
