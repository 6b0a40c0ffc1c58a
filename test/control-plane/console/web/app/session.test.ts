// A tab whose session or account is another one by now, in a real browser.
import assert from "node:assert/strict";
import { before, type TestContext, test } from "node:test";
import { changeAccount } from "../../../../../control-plane/accounts/manage-accounts.ts";
import { assertAccessible } from "../../../../support/browser/axe.ts";
import { NO_CHROMIUM } from "../../../../support/browser/chromium.ts";
import { type ConsoleTab, consoleTab } from "../../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../../support/browser/ensure-console.ts";
import { openAs, signInByForm, type TestPerson, testPerson } from "../../../../support/browser/people.ts";
import { type TestControlPlane, testControlPlane } from "../../../../support/control-plane/control-plane.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

/** Gives the browser another session, as a sign-in in another tab does. */
async function signInElsewhere({ page }: ConsoleTab, { email, password }: TestPerson): Promise<void> {
  const status = await page.evaluate<number>(`fetch("/console/api/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: ${JSON.stringify(JSON.stringify({ email, password }))},
  }).then(({ status }) => status)`);
  assert.equal(status, 201);
}

async function makeKey({ page }: ConsoleTab): Promise<void> {
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByRole("button", { name: "Create the key" }).click();
}

async function keysOf({ sql }: TestControlPlane): Promise<number> {
  return (await sql`select from api_keys`).length;
}

/** A person of two accounts, their own and Bob's, at a tab of their own. */
async function twoAccounts(t: TestContext) {
  const plane = await testControlPlane(t);
  const person = await testPerson(plane, { name: "Harbour Films" });
  const other = await testPerson(plane, { email: "bob@example.com", name: "Bob's own" });
  await plane.sql`
    insert into memberships (account_id, user_id, role) values (${other.accountId}, ${person.userId}, 'owner')`;
  return { plane, person, other, tab: await consoleTab(t, plane) };
}

test("a tab goes on after its person has signed in again in another", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const person = await testPerson(plane);
  const tab = await consoleTab(t, plane);
  await openAs(tab, person, "/keys");
  await signInElsewhere(tab, person);
  await makeKey(tab);
  await tab.page.locator(".secret code").waitFor();
  assert.equal(await keysOf(plane), 1);
});

/** The session of a tab is over, as its dialog says. */
async function awaitSignInAgain({ page }: ConsoleTab): Promise<void> {
  await page.getByRole("dialog", { name: "Your session has ended" }).waitFor();
}

test("what was entered is sent once its person has signed in again, for the account of before", {
  skip,
}, async (t) => {
  const { plane, person, other, tab } = await twoAccounts(t);
  const { page } = tab;
  await openAs(tab, person, "/keys");
  await page.getByText("No keys yet").waitFor();
  await page.getByRole("button", { name: /Harbour Films/ }).click();
  await page.getByRole("menuitemradio", { name: "Bob's own" }).click();
  await page.getByText("You now work for Bob's own.").waitFor();
  await page.getByRole("link", { name: "Keys" }).click();
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByLabel("Name").fill("Newsroom");
  await plane.sql`delete from sessions`;
  await page.getByRole("button", { name: "Create the key" }).click();
  await awaitSignInAgain(tab);
  await assertAccessible(page, "signing in again");
  await tab.screenshot("sign-in-again");
  await page.keyboard.press("Escape");
  const again = page.getByRole("dialog", { name: "Your session has ended" });
  await again.getByLabel("Password", { exact: true }).fill("not the password");
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await again.getByRole("alert").waitFor();
  assert.equal(await keysOf(plane), 0);
  await again.getByLabel("Password", { exact: true }).fill(person.password);
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.locator(".secret code").waitFor();
  assert.deepEqual(
    [...(await plane.sql`select account_id, name from api_keys`)],
    [{ account_id: other.accountId, name: "Newsroom" }],
  );
});

test("what is being entered stays while its person signs in in another tab", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const person = await testPerson(plane);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, person, "/playground");
  const prompt = page.getByLabel("User prompt");
  await prompt.fill("Only what she says of boats");
  await plane.sql`delete from sessions`;
  await page.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
  await awaitSignInAgain(tab);
  await signInElsewhere(tab, person);
  await page.evaluate(`window.dispatchEvent(new Event("focus"))`);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.equal(await prompt.inputValue(), "Only what she says of boats");
});

test("somebody else can sign in where a session has ended, and finds nothing of the one before", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  const other = await testPerson(plane, { email: "bob@example.com", name: "Bob's own" });
  await openAs(tab, await testPerson(plane), "/keys");
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByLabel("Name").fill("Newsroom");
  await plane.sql`delete from sessions`;
  await page.getByRole("button", { name: "Create the key" }).click();
  await awaitSignInAgain(tab);
  await page.getByRole("button", { name: "Sign in as somebody else" }).click();
  await signInByForm(tab, other);
  await page.getByText("No keys yet").waitFor();
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.equal(await keysOf(plane), 0);
});

test("a change is not made for somebody else who has signed in in another tab", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const other = await testPerson(plane, { email: "bob@example.com", name: "Bob's own" });
  await openAs(tab, await testPerson(plane), "/keys");
  await tab.page.getByText("No keys yet").waitFor();
  await signInElsewhere(tab, other);
  await makeKey(tab);
  await tab.page.getByRole("status").getByText("signed in as bob@example.com for Bob's own").waitFor();
  await tab.page.getByRole("button", { name: /Bob's own/ }).waitFor();
  assert.equal(await keysOf(plane), 0);
});

test("a read that the session before cannot make any more ends nothing: the browser has another by now", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const person = await testPerson(plane);
  const tab = await consoleTab(t, plane);
  const { page, context } = tab;
  await openAs(tab, person, "/keys");
  await page.getByText("No keys yet").waitFor();
  const former = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  await signInElsewhere(tab, person);
  // Under way since before, and asked before the sign-in's reply had come: they carry what the browser carried then.
  for (const path of [/\/console\/api\/deliveries/, /\/console\/api\/session$/]) {
    await page.route(
      path,
      async (route) => {
        const refused = await fetch(route.request().url(), { headers: { cookie: former } });
        assert.equal(refused.status, 401);
        await route.fulfill({ status: 401, json: await refused.json() });
      },
      { times: 1 },
    );
  }
  await page.getByRole("link", { name: "Webhooks" }).click();
  await page.getByText("No deliveries here").waitFor();
});

test("nothing is done for an account that was chosen in another window", { skip }, async (t) => {
  const { plane, person, other, tab } = await twoAccounts(t);
  const { page } = tab;
  await openAs(tab, person, "/keys");
  await page.getByText("No keys yet").waitFor();
  await plane.sql`update sessions set account_id = ${other.accountId}`;
  await makeKey(tab);
  await page.getByRole("status").getByText("Nothing was changed: by now you work for Bob's own.").waitFor();
  await page.getByRole("button", { name: /Bob's own/ }).waitFor();
  assert.equal(await keysOf(plane), 0);
});

test("a tab tells who has signed in in another, whatever that person may read", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const other = await testPerson(plane, { email: "bob@example.com", name: "Bob's own", approve: false });
  await openAs(tab, await testPerson(plane), "/keys");
  await tab.page.getByText("No keys yet").waitFor();
  await signInElsewhere(tab, other);
  await tab.page.getByRole("link", { name: "Tasks", exact: true }).click();
  await tab.page.getByRole("status").getByText("signed in as bob@example.com for Bob's own").waitFor();
  await tab.page.getByText("This account waits for approval.").waitFor();
});

test("who signs out is signed out, whichever account was chosen in another tab", { skip }, async (t) => {
  const { plane, person, tab } = await twoAccounts(t);
  const { page } = tab;
  await openAs(tab, person, "/keys");
  await page.getByRole("button", { name: /Harbour Films/ }).click();
  await page.getByRole("menuitemradio", { name: "Bob's own" }).click();
  await page.getByText("You now work for Bob's own.").waitFor();
  await page.getByText("of 0 granted").waitFor();
  await signInElsewhere(tab, person);
  await page.getByRole("button", { name: /Bob's own/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByLabel("E-mail").waitFor();
  const [left] =
    await plane.sql`select count(*)::int as count from sessions where user_id = ${person.userId}`;
  // That of the account's making, in no browser here.
  assert.equal(left?.count, 1);
  assert.equal(await page.getByText("Nothing was changed").count(), 0);
});

test("the overview shows another account's moods at once when one chooses it", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const person = await testPerson(plane, { name: "Harbour Films", moods: "10" });
  const other = await testPerson(plane, { email: "bob@example.com", name: "Bob's own", moods: "20" });
  await plane.sql`
    insert into memberships (account_id, user_id, role) values (${other.accountId}, ${person.userId}, 'member')`;
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await openAs(tab, person);
  await page.getByText("of 10 granted").waitFor();
  await page.getByRole("button", { name: /Harbour Films/ }).click();
  await page.getByRole("menuitemradio", { name: "Bob's own" }).click();
  await page.getByText("You now work for Bob's own.").waitFor();
  // Soon: each half minute it is read anew anyway.
  await page.getByText("of 20 granted").waitFor({ timeout: 25_000 });
  assert.equal(await page.getByText("of 10 granted").count(), 0);
});

test("a page learns that its account is approved, and that its person was taken out of it", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const person = await testPerson(plane, { name: "Harbour Films", approve: false });
  const other = await testPerson(plane, { email: "bob@example.com", name: "Bob's own" });
  await plane.sql`
    insert into memberships (account_id, user_id, role) values (${other.accountId}, ${person.userId}, 'member')`;
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await page.clock.install();
  await openAs(tab, person);
  await page.getByText("This account waits for approval.").waitFor();
  await changeAccount(plane.sql, person.accountId, "approve");
  await page.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
  await page.getByText("of 0 granted").waitFor();
  await page.getByRole("button", { name: /Harbour Films/ }).click();
  await page.getByRole("menuitemradio", { name: "Bob's own" }).click();
  await page.getByText("You now work for Bob's own.").waitFor();
  await plane.sql`delete from memberships where user_id = ${person.userId}`;
  // Within a few seconds it is asked for once.
  await page.clock.fastForward(6_000);
  await page.getByRole("link", { name: "Tasks", exact: true }).click();
  await page.getByText("This page is not for you").waitFor();
  await page.getByRole("link", { name: "Overview" }).first().click();
  await page.locator(".state").getByRole("button", { name: "Harbour Films" }).click();
  await page.getByText("of 0 granted").waitFor();
});

test("a page says of what it asks for by itself that nobody is there, once nobody has been for a while", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await page.clock.install();
  await openAs(tab, await testPerson(plane, { approve: false }));
  await page.getByText("This account waits for approval.").waitFor();
  const next = async (ms: number): Promise<string | undefined> => {
    const answered = page.waitForResponse(`${plane.url}/console/api/session`);
    await page.clock.fastForward(ms);
    const answer = await answered;
    // What the page asks for while it reads an answer is the same question still.
    await answer.finished();
    return answer.request().headers()["x-clipmill-unattended"];
  };
  assert.equal(await next(16_000), undefined);
  assert.equal(await next(6 * 60_000), "1");
  await page.mouse.move(300, 300);
  assert.equal(await next(16_000), undefined, "somebody has come back");
});
