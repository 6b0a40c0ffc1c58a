// The page of an account's people, and the links that lead to it, in a real browser.
import assert from "node:assert/strict";
import { before, type TestContext, test } from "node:test";
import { assertAccessible } from "../../../support/browser/axe.ts";
import { NO_CHROMIUM } from "../../../support/browser/chromium.ts";
import { type ConsoleTab, consoleTab } from "../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../support/browser/ensure-console.ts";
import { openAs, type TestPerson, testPerson } from "../../../support/browser/people.ts";
import { TEST_PASSWORD } from "../../../support/control-plane/console-client.ts";
import { type TestControlPlane, testControlPlane } from "../../../support/control-plane/control-plane.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

interface Opened {
  readonly plane: TestControlPlane;
  readonly owner: TestPerson;
  readonly tab: ConsoleTab;
}

async function openPeople(t: TestContext): Promise<Opened> {
  const plane = await testControlPlane(t);
  const owner = await testPerson(plane, { email: "ada@example.com", name: "Harbour Films" });
  const tab = await consoleTab(t, plane);
  await openAs(tab, owner, "/people");
  return { plane, owner, tab };
}

/** Invites an address by the page, and returns the link's path for a tab. */
async function inviteByPage({ page }: ConsoleTab, email: string, role = "member"): Promise<string> {
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Role").selectOption(role);
  await page.getByRole("button", { name: "Make the invitation" }).click();
  const link = (await page.locator(".secret code").textContent()) ?? "";
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("row").filter({ hasText: email }).waitFor();
  assert.equal(await page.getByText(link).count(), 0, "the link is shown once");
  const { pathname, hash } = new URL(link);
  return pathname.replace(/^\/console/, "") + hash;
}

async function rolesOf(plane: TestControlPlane, email: string): Promise<string[]> {
  const rows = await plane.sql<{ role: string }[]>`
    select m.role from memberships m join users u on u.id = m.user_id where u.email = ${email}`;
  return rows.map(({ role }) => role);
}

test("somebody new joins by the link, sees the people, and leaves", { skip }, async (t) => {
  const { plane, tab } = await openPeople(t);
  const link = await inviteByPage(tab, "new@example.com");
  const other = await consoleTab(t, plane, { expects: /401/ });
  await other.open(link);
  await other.page.getByText("Harbour Films").waitFor();
  await other.page.getByLabel("Password", { exact: true }).fill("a long enough password");
  await other.page.getByRole("button", { name: "Join" }).click();
  await other.page.getByText("You now work for Harbour Films.").waitFor();
  await other.page.getByRole("link", { name: "People" }).click();
  await other.page.getByText("Only owners invite people").waitFor();
  assert.equal(await other.page.getByRole("button", { name: "Invite somebody" }).count(), 0);
  assert.equal(await other.page.getByRole("button", { name: "Remove" }).count(), 0);
  await assertAccessible(other.page, "/people as a member");
  await other.page.getByRole("button", { name: "Leave" }).click();
  await other.page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await other.page.getByText("You have left Harbour Films.").waitFor();
  assert.deepEqual(await rolesOf(plane, "new@example.com"), []);
});

test("who has a password here joins with it, by another browser than the inviter's", { skip }, async (t) => {
  const { plane, tab } = await openPeople(t);
  await testPerson(plane, { email: "bob@example.com", name: "Bob's own" });
  const link = await inviteByPage(tab, "bob@example.com", "owner");
  const other = await consoleTab(t, plane, { expects: /40[01]/ });
  await other.open(link);
  await other.page.getByLabel("Password", { exact: true }).fill("not his password");
  await other.page.getByRole("button", { name: "Join" }).click();
  await other.page.locator("[aria-invalid=true]").waitFor();
  await other.page.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
  await other.page.getByRole("button", { name: "Join" }).click();
  await other.page.getByText("You now work for Harbour Films.").waitFor();
  assert.deepEqual(await rolesOf(plane, "bob@example.com"), ["owner"]);
});

test("who is signed in joins without a password; somebody else is told whom the link is for", {
  skip,
}, async (t) => {
  const { plane, tab } = await openPeople(t);
  const bob = await testPerson(plane, { email: "bob@example.com", name: "Bob's own" });
  const link = await inviteByPage(tab, "bob@example.com");
  await tab.open(link);
  await tab.page.getByText("You are signed in as ada@example.com.").waitFor();
  const other = await consoleTab(t, plane);
  await openAs(other, bob);
  await other.open(link);
  await other.page.getByRole("button", { name: "Join" }).waitFor();
  assert.equal(await other.page.getByLabel("Password", { exact: true }).count(), 0);
  await other.page.getByRole("button", { name: "Join" }).click();
  await other.page.getByText("You now work for Harbour Films.").waitFor();
  assert.deepEqual(await rolesOf(plane, "bob@example.com"), ["member"]);
});

test("who is signed in is not asked for a password while the page does not know it yet", {
  skip,
}, async (t) => {
  const { plane, tab } = await openPeople(t);
  const bob = await testPerson(plane, { email: "bob@example.com", name: "Bob's own" });
  const link = await inviteByPage(tab, "bob@example.com");
  const other = await consoleTab(t, plane);
  const { page } = other;
  await openAs(other, bob);
  await page.addInitScript(
    `new MutationObserver(() => { window.hasAsked ||= document.querySelector("[type=password]") !== null; })
      .observe(document, { subtree: true, childList: true });`,
  );
  const known = Promise.withResolvers<void>();
  await page.route("**/console/api/session", async (route) => {
    await known.promise;
    await route.continue();
  });
  const read = page.waitForResponse("**/console/api/invitations/read");
  await other.open(link);
  await (await read).finished();
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
  known.resolve();
  await page.getByRole("button", { name: "Join" }).waitFor();
  assert.equal(await page.evaluate("window.hasAsked"), false);
});

test("an owner changes roles, removes people with their keys, and revokes invitations", {
  skip,
}, async (t) => {
  const { plane, owner, tab } = await openPeople(t);
  const { page } = tab;
  const bob = await testPerson(plane, { email: "bob@example.com" });
  await plane.sql`
    insert into memberships (account_id, user_id, role) values (${owner.accountId}, ${bob.userId}, 'member')`;
  await plane.key(owner.accountId, { madeBy: bob.userId });
  await inviteByPage(tab, "new@example.com");
  await page.getByRole("button", { name: "Make an owner" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make an owner" }).click();
  await page.getByText("bob@example.com is now an owner.").waitFor();
  assert.deepEqual(await rolesOf(plane, "bob@example.com"), ["owner"]);
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("bob@example.com was removed, and with them 1 key.").waitFor();
  assert.deepEqual(await rolesOf(plane, "bob@example.com"), []);
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Revoke the invitation" }).click();
  await page.getByText("The invitation was revoked.").waitFor();
  await page.getByText("Open invitations").waitFor({ state: "detached" });
});

test("the page of people can be used by everybody, in both themes and on a telephone", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const owner = await testPerson(plane, { email: "ada@example.com", name: "Harbour Films" });
  const bob = await testPerson(plane, { email: "bob@example.com" });
  await plane.sql`
    insert into memberships (account_id, user_id, role) values (${owner.accountId}, ${bob.userId}, 'member')`;
  const sizes = [{ name: "people" }, { width: 360, height: 740, name: "people-360" }] as const;
  for (const { name, ...options } of sizes) {
    const tab = await consoleTab(t, plane, options);
    await openAs(tab, owner, "/people");
    await tab.page.getByText("bob@example.com").waitFor();
    if (name === "people") await inviteByPage(tab, "a.rather.long.address@production.example.com");
    await tab.page.getByText("Open invitations").waitFor();
    await assertAccessible(tab.page, name);
    await tab.screenshot(name);
  }
});
