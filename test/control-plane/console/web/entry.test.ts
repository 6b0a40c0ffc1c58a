// The ways into the console, in a real browser.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Route } from "playwright-core";
import { makeResetLink } from "../../../../control-plane/accounts/people/change-password.ts";
import { makeFirstLink } from "../../../../control-plane/accounts/people/set-up-operator.ts";
import { assertAccessible } from "../../../support/browser/axe.ts";
import { NO_CHROMIUM } from "../../../support/browser/chromium.ts";
import { consoleTab } from "../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../support/browser/ensure-console.ts";
import { openAs, signInByForm, testPerson } from "../../../support/browser/people.ts";
import { TEST_PASSWORD } from "../../../support/control-plane/console-client.ts";
import { testControlPlane } from "../../../support/control-plane/control-plane.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

test("who is not signed in signs in, and comes to where they wanted to go", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const person = await testPerson(plane);
  const tab = await consoleTab(t, plane);
  await tab.open("/settings");
  await tab.page.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
  await signInByForm(tab, person);
  await tab.page.getByRole("heading", { name: "Settings", exact: true }).waitFor();
  assert.equal(new URL(tab.page.url()).pathname, "/console/settings");
  await tab.page.reload();
  await tab.page.getByRole("heading", { name: "Settings", exact: true }).waitFor();
});

test("a page that others could read on its way says so before one signs in", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  // What browsers heed over HTTPS alone.
  const tab = await consoleTab(t, plane, {
    expects: /^The Cross-Origin-Opener-Policy header has been ignored/,
  });
  const warning = tab.page.getByText("This page did not come by HTTPS.");
  await tab.open("/sign-in");
  await tab.page.getByLabel("E-mail").waitFor();
  assert.equal(await warning.count(), 0, "on the machine itself nobody is on the way");
  await tab.page.route("**/console/api/sign-in", async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...reply, data: { ...reply.data, insecure: true } } });
  });
  await tab.open("/sign-in");
  await warning.waitFor();
  await assertAccessible(tab.page, "signing in over HTTP");
  // The same machine by a name that says nothing of it, as others on the network call it.
  await tab.page.goto(`http://[::ffff:127.0.0.1]:${new URL(plane.url).port}/console/sign-in`);
  await tab.page.getByText("This connection is not encrypted.").waitFor();
  await tab.page.getByLabel("E-mail").waitFor();
  assert.equal(await warning.count(), 0, "it is said once");
});

test("where there is no operator to ask, the page for signing in says which commands help", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const { page, open } = await consoleTab(t, plane);
  const asks = page.getByText("An operator can give you a link");
  await open("/sign-in");
  await page.getByText("npm run admin -- operator link").waitFor();
  await page.getByText("npm run admin -- person reset EMAIL").waitFor();
  assert.equal(await asks.count(), 0);
  await assertAccessible(page, "/sign-in without an operator");
  await testPerson(plane, { operator: true });
  await open("/sign-in");
  await asks.waitFor();
  assert.equal(await page.getByText("npm run admin").count(), 0);
});

test("the first operator is in at once, makes an account for themselves, and can begin", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const link = await plane.sql.begin((transaction) => makeFirstLink(transaction, "test"));
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  await tab.open((link?.path ?? "").replace("/console", ""));
  await page.getByLabel("E-mail").fill("olga@example.com");
  await page.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole("button", { name: "Become the operator" }).click();
  await page.getByText("You have no account yet").waitFor();
  await assertAccessible(page, "an operator without an account");
  await tab.screenshot("operator-alone");
  await page.getByRole("button", { name: "Make an account for yourself" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Moods to grant").fill("12");
  await assertAccessible(page, "an account for oneself");
  await tab.screenshot("operator-own-account");
  // Its answer does not come: the account that there is by then is gone on with.
  await page.route("**/console/api/session/account", (route) => route.fulfill({ status: 503 }), { times: 1 });
  await dialog.getByRole("button", { name: "Make it" }).click();
  await dialog.getByRole("alert").waitFor();
  await dialog.getByRole("button", { name: "Make it" }).click();
  await page.getByRole("heading", { name: "Playground", exact: true }).waitFor();
  await page.getByRole("link", { name: "Overview", exact: true }).click();
  await page.getByText("of 12 granted").waitFor();
});

test("a wrong password says so and leaves one outside", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const { email } = await testPerson(plane);
  const { page, open } = await consoleTab(t, plane);
  await open("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").waitFor();
  assert.match((await page.getByRole("alert").textContent()) ?? "", /password/i);
  assert.equal(new URL(page.url()).pathname, "/console/sign-in");
});

test("a password can be looked at while it is typed", { skip }, async (t) => {
  const { page, open } = await consoleTab(t, await testControlPlane(t));
  await open("/sign-in");
  const field = page.getByLabel("Password", { exact: true });
  assert.equal(await field.getAttribute("type"), "password");
  await page.getByRole("button", { name: "Show the password" }).click();
  assert.equal(await field.getAttribute("type"), "text");
});

test("an account that was asked for can be looked at, and says that it waits", { skip }, async (t) => {
  const { page, open } = await consoleTab(t, await testControlPlane(t));
  await open("/sign-in");
  await page.getByRole("link", { name: "Ask for an account" }).click();
  await page.getByLabel("E-mail").fill("new@example.com");
  await page.getByLabel("Account name").fill("New Studio");
  await page.getByLabel("Password", { exact: true }).fill("a long enough password");
  await page.getByRole("button", { name: "Ask for the account" }).click();
  await page.getByText("This account waits for approval.").waitFor();
});

test("whoever signs out is outside, also by the browser's way back", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  await openAs(tab, await testPerson(plane), "/settings");
  const { page } = tab;
  await page.getByRole("button", { name: /Northwind Studio/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
});

test("a session that ends meanwhile is asked for again, and the page goes on", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const person = await testPerson(plane);
  await openAs(tab, person, "/settings");
  await tab.page.getByRole("heading", { name: "Settings", exact: true }).waitFor();
  const endSession = async (route: Route): Promise<void> => {
    await plane.sql`delete from sessions`;
    await route.continue();
  };
  await tab.page.route(/\/api\/v1\/usage/, endSession, { times: 1 });
  await tab.page.getByRole("link", { name: "Overview" }).click();
  const again = tab.page.getByRole("dialog", { name: "Your session has ended" });
  await again.getByLabel("Password", { exact: true }).fill(person.password);
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await again.waitFor({ state: "detached" });
  await tab.page.getByText("of 0 granted").waitFor();
});

test("no link leads from signing in to another site", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const person = await testPerson(plane);
  for (const next of ["//example.com/", "https://example.com/", "/\\example.com"]) {
    await tab.open(`/sign-in?${new URLSearchParams({ next })}`);
    if (next === "//example.com/") await signInByForm(tab, person);
    await tab.page.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(new URL(tab.page.url()).origin, new URL(plane.url).origin);
  }
});

test("an invitation tells whose it is, and joins with a password", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  const sent: unknown[] = [];
  const envelope = (data: unknown): { contentType: string; body: string } => ({
    contentType: "application/json",
    body: JSON.stringify({ status: 200, message: "", data }),
  });
  await page.route("**/console/api/invitations/read", (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill(envelope({ account: "Harbour Films", email: "new@example.com", role: "member" }));
  });
  const user = { id: "user_1", email: "new@example.com", hasPassword: true, totp: false };
  const account = {
    id: "account_1",
    name: "Harbour Films",
    state: "PENDING",
    blocked: false,
    role: "member",
  };
  await page.route("**/console/api/invitations", (route) => {
    sent.push(route.request().postDataJSON());
    const view = {
      user,
      isOperator: false,
      account,
      accounts: [account],
      csrf: "x",
      expiresAt: "2026-12-01T00:00:00.000Z",
    };
    return route.fulfill(envelope(view));
  });
  await tab.open("/invitation#secret-token");
  await page.getByText("Harbour Films").waitFor();
  assert.equal(new URL(page.url()).hash, "", "the token does not stay in the address");
  await assertAccessible(page, "invitation");
  await tab.screenshot("entry-invitation");
  await page.getByLabel("Password", { exact: true }).fill("a long enough password");
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByText("You now work for Harbour Films.").waitFor();
  assert.deepEqual(sent, [
    { token: "secret-token" },
    { token: "secret-token", password: "a long enough password" },
  ]);
});

test("a new link for a password that is opened in the tab of the former one takes its place", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const { email } = await testPerson(plane);
  const { page, open } = await consoleTab(t, plane);
  const makeLink = async (): Promise<string> => {
    const { path } = await plane.sql.begin((transaction) => makeResetLink(transaction, email, "test"));
    return path.replace("/console", "");
  };
  const [former, link] = [await makeLink(), await makeLink()];
  const setPassword = async (): Promise<void> => {
    await page.getByLabel("New password").fill("a long enough password");
    await page.getByRole("button", { name: "Set the password" }).click();
  };
  await open(former);
  await setPassword();
  const refusal = page.getByText("This link has been used, has expired, or was never given out.");
  await refusal.waitFor();
  await open(link);
  await refusal.waitFor({ state: "detached" });
  assert.equal(new URL(page.url()).hash, "", "the token does not stay in the address");
  await setPassword();
  await page.getByText("Your password is set. Sign in with it.").waitFor();
});

test("another invitation that is opened in the tab of one tells whose it is", { skip }, async (t) => {
  const { page, open } = await consoleTab(t, await testControlPlane(t));
  await page.route("**/console/api/invitations/read", (route) => {
    const { token } = route.request().postDataJSON() as { token: string };
    const data = { account: `Studio ${token}`, email: "new@example.com", role: "member" };
    return route.fulfill({ json: { status: 200, message: "", data } });
  });
  await open("/invitation#first");
  await page.getByText("Studio first").waitFor();
  await open("/invitation#second");
  await page.getByText("Studio second").waitFor();
});

test("who has a former session's cookie from HTTPS at this host signs in over plain HTTP", {
  skip,
}, async (t) => {
  const plane = await testControlPlane(t);
  const tab = await consoleTab(t, plane);
  const former = {
    name: "__Host-clipmill",
    value: "x".repeat(43),
    domain: "127.0.0.1",
    path: "/",
    secure: true,
  };
  await tab.context.addCookies([former]);
  await openAs(tab, await testPerson(plane), "/settings");
  await tab.page.getByRole("heading", { name: "Settings", exact: true }).waitFor();
  const names = (await tab.context.cookies(plane.url)).map(({ name }) => name);
  assert.deepEqual(names, ["clipmill"]);
});
