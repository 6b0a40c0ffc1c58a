// The second factor and the list of sessions, in a real browser: a QR code that a camera reads, codes, recovery codes.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, type TestContext, test } from "node:test";
import type { Locator } from "playwright-core";
import { decodeQR } from "qr/decode.js";
import sharp from "sharp";
import { assertAccessible } from "../../../support/browser/axe.ts";
import { NO_CHROMIUM } from "../../../support/browser/chromium.ts";
import { type ConsoleTab, consoleTab, type TabOptions } from "../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../support/browser/ensure-console.ts";
import { openAs, type TestPerson, testPerson } from "../../../support/browser/people.ts";
import { ConsoleClient } from "../../../support/control-plane/console-client.ts";
import { type TestControlPlane, testControlPlane } from "../../../support/control-plane/control-plane.ts";
import { AuthenticatorApp, forgetSteps, setUpFactor } from "../../../support/control-plane/second-factor.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

interface Scene {
  readonly plane: TestControlPlane;
  readonly tab: ConsoleTab;
  readonly person: TestPerson;
}

async function scene(t: TestContext, options: TabOptions = {}): Promise<Scene> {
  const plane = await testControlPlane(t);
  return { plane, tab: await consoleTab(t, plane, options), person: await testPerson(plane) };
}

/** The same person's session elsewhere. */
async function sessionOf(plane: TestControlPlane, { email, password }: TestPerson): Promise<ConsoleClient> {
  const client = new ConsoleClient(plane);
  await client.enter("session", { email, password });
  return client;
}

/** What a camera reads in a part of the page. */
async function readQr(drawn: Locator): Promise<string> {
  const { data, info } = await sharp(await drawn.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) });
}

/** From the settings as they are to the QR code. */
async function beginInPage({ tab: { page }, person }: Scene): Promise<AuthenticatorApp> {
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByLabel("Your password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Continue" }).click();
  const drawn = page.getByRole("img", { name: "QR code for your authenticator app" });
  const uri = new URL(await readQr(drawn));
  const typed = (await page.locator(".secret code").textContent()) ?? "";
  assert.equal(uri.searchParams.get("secret"), typed.replaceAll(" ", ""), "what is scanned is what is typed");
  assert.ok(decodeURIComponent(uri.pathname).endsWith(`:${person.email}`));
  return new AuthenticatorApp(typed.replaceAll(" ", ""));
}

async function signOut({ tab: { page } }: Scene): Promise<void> {
  await page.getByRole("button", { name: /Northwind Studio/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

/** To the form that asks for a code. */
async function givePassword({ tab: { page }, person }: Scene): Promise<void> {
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Second factor", exact: true }).waitFor();
}

async function giveCode({ page }: ConsoleTab, code: string): Promise<void> {
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
}

test("a second factor is set up by its QR code and asked for at the next sign-in", {
  skip,
}, async (t) => {
  const all = await scene(t, { theme: "dark" });
  const { plane, tab, person } = all;
  const { page } = tab;
  await openAs(tab, person, "/settings");
  await page.getByRole("button", { name: "Set up" }).waitFor();
  await assertAccessible(page, "settings");
  await tab.screenshot("factor-off");
  const app = await beginInPage(all);
  await assertAccessible(page, "settings with the QR code");
  await page.getByLabel("Code", { exact: true }).fill(app.code(-9));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("alert").waitFor();
  await tab.screenshot("factor-setup");
  await page.getByLabel("Code", { exact: true }).fill(app.code());
  await page.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await codes.first().waitFor();
  assert.equal(await codes.count(), 10);
  await assertAccessible(page, "settings with recovery codes");
  await tab.screenshot("factor-codes");
  await page.getByRole("button", { name: "I have kept them" }).click();
  await page.getByText("10 of 10").waitFor();
  await assertAccessible(page, "settings with a second factor");
  await tab.screenshot("factor-on");
  await forgetSteps(plane);
  await signOut(all);
  await givePassword(all);
  const field = page.getByLabel("Code", { exact: true });
  assert.equal(await field.getAttribute("autocomplete"), "one-time-code");
  assert.equal(await page.evaluate("document.activeElement.name"), "code", "the keyboard is there already");
  await assertAccessible(page, "the form for the code");
  await tab.screenshot("sign-in-code");
  await giveCode(tab, app.code(-9));
  await page.getByRole("alert").getByText("This code is wrong").waitFor();
  const code = app.code();
  await giveCode(tab, `${code.slice(0, 3)} ${code.slice(3)}`);
  await page.locator(".shell").waitFor();
});

test("recovery codes are downloaded, sign in, and are made anew", { skip }, async (t) => {
  const all = await scene(t);
  const { plane, tab, person } = all;
  const { page } = tab;
  await openAs(tab, person, "/settings");
  const app = await beginInPage(all);
  await page.getByLabel("Code", { exact: true }).fill(app.code());
  await page.getByRole("button", { name: "Turn on" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const file = await (await download).path();
  const codes = (await readFile(file, "utf8")).match(/^\w{4}(-\w{4}){3}$/gm) ?? [];
  assert.equal(codes.length, 10);
  await page.getByRole("button", { name: "I have kept them" }).click();
  await page.getByText("10 of 10").waitFor();
  await signOut(all);
  await givePassword(all);
  await giveCode(tab, codes[0] ?? "");
  await page.locator(".shell").waitFor();
  await tab.open("/settings");
  await page.getByText("9 of 10").waitFor();
  await forgetSteps(plane);
  await page.getByRole("button", { name: "Make new recovery codes" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password", { exact: true }).fill("not the password");
  await dialog.getByLabel("Code", { exact: true }).fill(app.code());
  await dialog.getByRole("button", { name: "Make new ones" }).click();
  await dialog.getByRole("alert").waitFor();
  await assertAccessible(page, "the dialog for new recovery codes");
  await tab.screenshot("factor-renew");
  await dialog.getByLabel("Your password", { exact: true }).fill(person.password);
  await dialog.getByRole("button", { name: "Make new ones" }).click();
  await page.getByRole("list", { name: "Recovery codes" }).waitFor();
  await page.getByRole("button", { name: "I have kept them" }).click();
  await page.getByText("10 of 10").waitFor();
});

test("a second factor is turned off with password and recovery code, on a phone", { skip }, async (t) => {
  const all = await scene(t, { width: 360, height: 740 });
  const { plane, tab, person } = all;
  const { page } = tab;
  const { recoveryCodes } = await setUpFactor(plane, await sessionOf(plane, person));
  await tab.open("/sign-in?next=/settings");
  await givePassword(all);
  await tab.screenshot("sign-in-code-360");
  await giveCode(tab, recoveryCodes[0] ?? "");
  await page.getByRole("button", { name: "Turn off" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password", { exact: true }).fill(person.password);
  await dialog.getByLabel("Code", { exact: true }).fill(recoveryCodes[1] ?? "");
  await tab.screenshot("factor-turn-off-360");
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("button", { name: "Set up" }).waitFor();
  await beginInPage(all);
  await assertAccessible(page, "settings with the QR code at 360 px");
  await page.getByRole("heading", { name: "Second factor", exact: true }).scrollIntoViewIfNeeded();
  await tab.screenshot("factor-setup-360");
  const width = await page.evaluate("document.documentElement.scrollWidth");
  assert.equal(width, 360, "nothing reaches beyond the screen");
});

test("a new password takes a code, also on a page that was open before the second factor was on", {
  skip,
}, async (t) => {
  const { plane, tab, person } = await scene(t);
  const { page } = tab;
  await openAs(tab, person, "/settings");
  const change = async (current: string, next: string): Promise<void> => {
    await page.getByLabel("Current password", { exact: true }).fill(current);
    await page.getByLabel("New password", { exact: true }).fill(next);
    await page.getByRole("button", { name: "Change the password" }).click();
  };
  await page.getByRole("button", { name: "Change the password" }).waitFor();
  assert.equal(await page.getByLabel("Code", { exact: true }).count(), 0);
  const [cookie] = await page.context().cookies();
  const here = await sessionOf(plane, person);
  // The other tab's session is this one.
  here.cookie = `${cookie?.name}=${cookie?.value}`;
  here.csrf = String((await here.call("GET", "/console/api/session")).body.data?.csrf);
  const { app } = await setUpFactor(plane, here);
  await change(person.password, "another long password");
  await page.getByRole("alert").getByText("Give the code that your authenticator app shows").waitFor();
  await page.getByLabel("Code", { exact: true }).fill(app.code());
  await page.getByRole("button", { name: "Change the password" }).click();
  await page.getByText("Your password is changed").waitFor();
  await assertAccessible(page, "settings with a code for a new password");
  await tab.screenshot("factor-new-password");
});

test("people see where they are signed in, and end it elsewhere", { skip }, async (t) => {
  const { plane, tab, person } = await scene(t);
  const { page } = tab;
  const others = [await sessionOf(plane, person), await sessionOf(plane, person)];
  await openAs(tab, person, "/settings");
  const rows = page.getByRole("table", { name: "Your sessions, this one first" }).locator("tbody tr");
  await rows.nth(3).waitFor();
  assert.equal(await rows.count(), 4, "this one, the two, and the one that asked for the account");
  assert.match(
    (await rows.first().textContent()) ?? "",
    /Chrome on Linux127\.0\.0\.1.*This browser.*Password.*Now/,
  );
  await assertAccessible(page, "settings with sessions");
  await page.getByRole("heading", { name: "Where you are signed in", exact: true }).scrollIntoViewIfNeeded();
  await tab.screenshot("sessions");
  await rows.nth(1).getByRole("button", { name: "End" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End the session" }).click();
  await page.getByText("The session has ended.").waitFor();
  await rows.nth(3).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "End all others" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End all others" }).click();
  await page.getByText("2 sessions have ended.").waitFor();
  await rows.nth(1).waitFor({ state: "detached" });
  for (const other of others) assert.equal((await other.call("GET", "/console/api/session")).status, 401);
  assert.equal(await page.getByRole("button", { name: "End all others" }).count(), 0);
});

test("an invitation asks for a code where there is a second factor", { skip }, async (t) => {
  const { plane, tab, person } = await scene(t);
  const { page } = tab;
  const { app } = await setUpFactor(plane, await sessionOf(plane, person));
  const inviter = await testPerson(plane, { name: "Southwind Studio" });
  const owner = await sessionOf(plane, inviter);
  const invited = { email: person.email, role: "member" };
  const reply = await owner.call("POST", "/console/api/people", { body: invited });
  const { pathname, hash } = new URL(String(reply.body.data?.url));
  await page.goto(`${pathname}${hash}`);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByLabel("Code", { exact: true }).fill(app.code());
  assert.equal(await page.getByRole("alert").count(), 0, "nothing is wrong yet");
  await assertAccessible(page, "the invitation with a code");
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByText("You now work for Southwind Studio.").waitFor();
});

test("an operator turns a lost second factor off on the account's page", { skip }, async (t) => {
  const { plane, tab, person } = await scene(t);
  const { page } = tab;
  const client = await sessionOf(plane, person);
  await setUpFactor(plane, client);
  const operator = await testPerson(plane, { operator: true });
  await openAs(tab, operator, `/operator/accounts/${person.accountId}`);
  await page.getByRole("button", { name: "Turn second factor off" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
  await page.getByText("The owner's second factor is off.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Turn second factor off" }).count(), 0);
  assert.equal((await client.call("GET", "/console/api/session")).status, 401);
  await sessionOf(plane, person);
});

test("recovery codes stay on the page while the control plane cannot say who is signed in", {
  skip,
}, async (t) => {
  const all = await scene(t);
  const { tab, person } = all;
  const { page } = tab;
  await openAs(tab, person, "/settings");
  const app = await beginInPage(all);
  const isAsked = Promise.withResolvers<void>();
  await page.route(/\/console\/api\/session$/, async (route) => {
    const error = { code: "UNAVAILABLE", message: "The database is busy." };
    await route.fulfill({ status: 503, json: { error } });
    isAsked.resolve();
  });
  await page.getByLabel("Code", { exact: true }).fill(app.code());
  await page.getByRole("button", { name: "Turn on" }).click();
  await isAsked.promise;
  await page
    .getByText("10 of 10")
    .or(page.getByRole("button", { name: "I have kept them" }))
    .waitFor();
  // The next read of who is signed in is drawn by then.
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
  assert.equal(await page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").count(), 10);
});
