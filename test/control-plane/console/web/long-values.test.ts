// Values as long as they may be, in a real browser: names without spaces, balances with decimals, keys with all their terms.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { NO_CHROMIUM } from "../../../support/browser/chromium.ts";
import { consoleTab } from "../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../support/browser/people.ts";
import { testControlPlane } from "../../../support/control-plane/control-plane.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

const NAME = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft";
/** What reaches beyond what holds it, by their classes. */
const CUT = `[...document.querySelectorAll("main :is(.table-frame, .tile, .page-header-text)")]
  .filter((frame) => frame.scrollWidth > frame.clientWidth).map((frame) => frame.className)`;
const SIZES = [
  [1_280, 800],
  [820, 1_000],
  [360, 740],
] as const;

for (const [width, height] of SIZES) {
  test(`nothing is cut off by long names and numbers, at ${width} pixels`, { skip }, async (t) => {
    const plane = await testControlPlane(t);
    const email = `${"first.middle.last.".repeat(3)}x@${"department.of.a.company.".repeat(4)}example.com`;
    const person = await testPerson(plane, { email, name: NAME, moods: "123456789.1234", operator: true });
    await plane.key(person.accountId, {
      name: `${NAME.slice(0, 50)} 1`,
      ips: ["2001:db8:1234:5678::/64", "192.168.100.0/24"],
      expiresAt: new Date(Date.now() + 400 * 86_400_000),
      perMinute: 100_000,
      perDay: 100_000_000,
    });
    const tab = await consoleTab(t, plane, { width, height });
    const { page } = tab;
    await openAs(tab, person);
    await page.getByText("123,456,789.1234", { exact: true }).waitFor();
    const look = async (place: string): Promise<void> => {
      assert.deepEqual(await page.evaluate(CUT), [], place);
      const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      assert.ok(overflow <= 0, `${place}: ${overflow} pixels stand out`);
      await tab.screenshot(`long-${place}-${width}`);
    };
    await look("overview");
    for (const [place, path] of [
      ["keys", "/keys"],
      ["people", "/people"],
      ["account", `/operator/accounts/${person.accountId}`],
    ] as const) {
      await tab.open(path);
      await page.locator("main .table-frame th[scope=row]").first().waitFor();
      const named = await page.locator("main .table-frame th[scope=row]").first().boundingBox();
      assert.ok((named?.width ?? 0) >= 120, `${place}: a name is ${named?.width} pixels wide`);
      await look(place);
    }
  });
}
