// Moods that an operator grants while answers are lost, in a real browser.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { readAccount } from "../../../../../../control-plane/accounts/manage-accounts.ts";
import { NO_CHROMIUM } from "../../../../../support/browser/chromium.ts";
import { consoleTab } from "../../../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../../../support/browser/people.ts";
import { testControlPlane } from "../../../../../support/control-plane/control-plane.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

test("a grant whose answer was lost is not made again by another click", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const { id } = await plane.account({ moods: "5" });
  const tab = await consoleTab(t, plane, { expects: /ERR_CONNECTION_RESET/ });
  const { page } = tab;
  await openAs(
    tab,
    await testPerson(plane, { email: "olga@example.com", operator: true }),
    `/operator/accounts/${id}`,
  );
  await page.route(
    "**/grants",
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Grant moods" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Moods").fill("100");
  await dialog.getByRole("button", { name: "Grant" }).click();
  await dialog.getByText("The control plane does not answer.").waitFor();
  await dialog.getByRole("button", { name: "Grant" }).click();
  await dialog.getByText("The account's moods were changed meanwhile").waitFor();
  assert.equal((await readAccount(plane.sql, id)).moodsGranted, 105);
});
