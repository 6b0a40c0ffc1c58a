// Single sign-on in a real browser: to the provider, back, and into the page.
import assert from "node:assert/strict";
import { before, type TestContext, test } from "node:test";
import { assertAccessible } from "../../../support/browser/axe.ts";
import { NO_CHROMIUM } from "../../../support/browser/chromium.ts";
import { type ConsoleTab, consoleTab, type TabOptions } from "../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../support/browser/ensure-console.ts";
import { openAs, signInByForm, testPerson } from "../../../support/browser/people.ts";
import { TEST_PASSWORD } from "../../../support/control-plane/console-client.ts";
import { type TestControlPlane, testControlPlane } from "../../../support/control-plane/control-plane.ts";
import { testProvider } from "../../../support/sign-on/test-provider.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

async function scene(
  t: TestContext,
  more: Readonly<Record<string, string>> = {},
  options: TabOptions = {},
): Promise<{ plane: TestControlPlane; tab: ConsoleTab }> {
  const provider = await testProvider(t);
  const plane = await testControlPlane(t, { env: provider.settings(more) });
  provider.serve(plane.url);
  provider.people.set("ada", { email: "ada@northwind.example", email_verified: true });
  return { plane, tab: await consoleTab(t, plane, options) };
}

test("who signs in at the provider comes to where they wanted to go, and stays signed in", {
  skip,
}, async (t) => {
  const { plane, tab } = await scene(t);
  const { page } = tab;
  await tab.open("/settings");
  await page.getByRole("link", { name: "Sign in with Northwind" }).click();
  await page.getByRole("button", { name: "Continue as ada" }).click();
  await page.getByRole("heading", { name: "Settings", exact: true }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/console/settings");
  await page.getByText("You can sign in with Northwind.").waitFor();
  await page.reload();
  await page.getByText("ada@northwind.example").first().waitFor();
  await assertAccessible(page, "/settings");
  await tab.screenshot("sign-on-settings");
  const cookies = await tab.context.cookies(plane.url);
  const session = cookies.find(({ name }) => name === "clipmill");
  assert.equal(session?.httpOnly, true);
  assert.equal(session?.sameSite, "Lax");
});

test("who says no at the provider reads so, and no more than that", { skip }, async (t) => {
  const { tab } = await scene(t);
  const { page } = tab;
  await tab.open("/sign-in");
  await page.getByRole("link", { name: "Sign in with Northwind" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Northwind did not let you in, or you said no there.").waitFor();
  await assertAccessible(page, "/sign-in?failed=denied");
  await tab.screenshot("sign-on-denied");
  await tab.open("/sign-in?failed=Call%20this%20number");
  await page.getByText("Something went wrong here.").waitFor();
  assert.equal(await page.getByText("Call this number").count(), 0);
});

for (const [width, height] of [
  [1_280, 800],
  [360, 740],
] as const) {
  test(`the page for signing in is in order with both ways, at ${width}`, { skip }, async (t) => {
    const { tab } = await scene(t, {}, { width, height });
    await tab.open("/sign-in");
    await tab.page.getByRole("link", { name: "Sign in with Northwind" }).waitFor();
    await assertAccessible(tab.page, "/sign-in");
    await tab.screenshot(`sign-on-${width}`);
  });
}

test("where passwords are for operators, the page shows the provider and a way for them", {
  skip,
}, async (t) => {
  const { tab } = await scene(t, { CLIPMILL_PASSWORDS: "operators" });
  const { page } = tab;
  await tab.open("/sign-in");
  await page.getByRole("link", { name: "Sign in with Northwind" }).waitFor();
  assert.equal(await page.getByLabel("E-mail").count(), 0);
  await assertAccessible(page, "/sign-in without passwords");
  await tab.screenshot("sign-on-alone");
  await page.getByRole("link", { name: "Sign in with a password" }).click();
  await page.getByLabel("E-mail").waitFor();
  await page.getByText("npm run admin -- person reset EMAIL").waitFor();
});

test("where passwords are for operators, an account's page offers no link for one", { skip }, async (t) => {
  const { plane } = await scene(t);
  const operator = await testPerson(plane, { operator: true });
  const { accountId } = await testPerson(plane);
  const provider = await testProvider(t);
  const env = provider.settings({ CLIPMILL_PASSWORDS: "operators" });
  const strict = await testControlPlane(t, { databaseUrl: plane.databaseUrl, env });
  const tab = await consoleTab(t, strict);
  const { page } = tab;
  const next = `/operator/accounts/${accountId}`;
  await tab.open(`/sign-in?${new URLSearchParams({ password: "", next })}`);
  await signInByForm(tab, operator);
  await page.getByRole("button", { name: "Grant moods" }).waitFor();
  const isRead = page.waitForResponse("**/console/api/sign-in");
  await page.reload();
  await isRead;
  await page.getByRole("button", { name: "Grant moods" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Link for a password" }).count(), 0);
  await tab.open("/operator/accounts");
  await page.getByRole("button", { name: "Make an account" }).click();
  await page.getByRole("dialog").getByText("Its owner signs in at Northwind.").waitFor();
});

test("who has a password connects the provider in Settings", { skip }, async (t) => {
  const { plane, tab } = await scene(t);
  const { page } = tab;
  await openAs(tab, await testPerson(plane), "/settings");
  const connect = async (password: string): Promise<void> => {
    await page.getByRole("button", { name: "Connect Northwind" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Your password").fill(password);
    await dialog.getByRole("button", { name: "Continue" }).click();
  };
  await connect("not the right one");
  await page.locator(".field-error", { hasText: "This is not your password." }).waitFor();
  await assertAccessible(page, "/settings with the dialog");
  await tab.screenshot("sign-on-connect");
  await page.getByRole("button", { name: "Cancel" }).click();
  await connect(TEST_PASSWORD);
  // The dialog has a button of this name, too.
  await page.getByRole("heading", { name: "Provider", exact: true }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Northwind is not connected.").waitFor();
  const notice = await page.getByText("Northwind is not connected.").boundingBox();
  assert.ok(notice !== null && notice.y > 0 && notice.y < 800, "it is in view");
  await tab.screenshot("sign-on-not-connected");
  await connect(TEST_PASSWORD);
  await page.getByRole("button", { name: "Continue as ada" }).click();
  await page.getByText("You can sign in with Northwind from now on.").waitFor();
  await page.getByText("You can sign in with Northwind.").waitFor();
  assert.equal(new URL(page.url()).search, "", "said once");
  await tab.screenshot("sign-on-connected");
});

test("who has no password signs in again at the provider, in another tab", { skip }, async (t) => {
  const { plane, tab } = await scene(t);
  const { page, context } = tab;
  await tab.open("/keys");
  await page.getByRole("link", { name: "Sign in with Northwind" }).click();
  await page.getByRole("button", { name: "Continue as ada" }).click();
  await page.getByRole("heading", { name: "Keys", exact: true }).waitFor();
  await plane.sql`delete from sessions`;
  const held = Promise.withResolvers<void>();
  await page.route("**/console/api/sign-in", (route) => held.promise.then(() => route.continue()));
  await page.getByRole("link", { name: "Settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  const status = dialog.getByRole("status");
  await status.waitFor();
  held.resolve();
  await status.waitFor({ state: "detached" });
  assert.equal(await dialog.getByLabel("Password").count(), 0);
  await assertAccessible(page, "signing in again at the provider");
  await tab.screenshot("sign-in-again-provider");
  const focused = (): Promise<string> => page.evaluate("document.activeElement.textContent.trim()");
  assert.match(
    await focused(),
    /^Sign in with Northwind in another tab/,
    "what took the place of the grey lines",
  );
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "Sign in with Northwind in another tab");
  const opened = context.waitForEvent("page");
  await page.keyboard.press("Enter");
  const other = await opened;
  await other.locator(".shell").waitFor();
  await page.evaluate(`window.dispatchEvent(new Event("focus"))`);
  await dialog.waitFor({ state: "detached" });
  await page.getByText("You can sign in with Northwind.").waitFor();
});
