// A list of more tasks than have numbered pages, in a real browser.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { LIST_LIMITS } from "../../../../shared/limits/requests.ts";
import { NO_CHROMIUM } from "../../../support/browser/chromium.ts";
import { consoleTab } from "../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../support/browser/people.ts";
import { testControlPlane } from "../../../support/control-plane/control-plane.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

const PAGE_ITEMS = 25;
const ROWS_PER_STATEMENT = 2_000;
const LAST_NUMBERED = LIST_LIMITS.offset / PAGE_ITEMS + 1;

test("the pages of tasks go on to the oldest, and back, and are there again by their address", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const { sql } = plane;
  const person = await testPerson(plane);
  const count = LIST_LIMITS.offset + 60;
  for (let from = 1; from <= count; from += ROWS_PER_STATEMENT) {
    await sql`
      insert into tasks (id, name, account_id, kind, state, request, request_hash, base_moods, charged_moods, completed_at)
      select 'task_' || lpad(n::text, 26, '0'), 'Talk ' || n, ${person.accountId}, 'clip', 'finished', '{}', '', 1, 1, now()
      from generate_series(${from}::int, ${Math.min(count, from + ROWS_PER_STATEMENT - 1)}::int) as n`;
  }
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, person, `/tasks?page=${LAST_NUMBERED}`);
  const rows = page.getByRole("table", { name: "Tasks, newest first" }).locator("tbody tr");
  const pages = page.getByRole("navigation", { name: "Pages of tasks" });
  const turn = async (name: "Next" | "Previous", first: string): Promise<void> => {
    await pages.getByRole("button", { name }).click();
    await rows.first().getByText(first, { exact: true }).waitFor();
  };
  await rows.first().getByText("Talk 60", { exact: true }).waitFor();
  await turn("Next", "Talk 35");
  await pages
    .getByText(`${LAST_NUMBERED + 1} / ${LAST_NUMBERED + 2}`.replaceAll(/\B(?=(\d{3})+\b)/g, ","))
    .waitFor();
  await turn("Next", "Talk 10");
  assert.match((await rows.last().textContent()) ?? "", /^Talk 1Clips/);
  assert.equal(await pages.getByRole("button", { name: "Next" }).getAttribute("aria-disabled"), "true");
  await turn("Previous", "Talk 35");
  await page.reload();
  await rows.first().getByText("Talk 35", { exact: true }).waitFor();
  await turn("Previous", "Talk 60");
  await turn("Previous", "Talk 85");
  for (const nowhere of ["cursor=none", "page=999999", "page=1000000000000"]) {
    await tab.open(`/tasks?${nowhere}`);
    await rows.first().getByText(`Talk ${count}`, { exact: true }).waitFor();
    assert.equal(new URL(page.url()).search, "", "what is no place is none in the address");
  }
});
