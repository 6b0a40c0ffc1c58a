// People of the console for browser tests: asked for by its own API, raised in the database, signed in by the browser.

import { changeAccount } from "../../../control-plane/accounts/manage-accounts.ts";
import { grantMoods } from "../../../control-plane/billing/grant-moods.ts";
import type { SessionView } from "../../../control-plane/console/api-types/session.ts";
import { ConsoleClient, TEST_PASSWORD } from "../control-plane/console-client.ts";
import type { TestControlPlane } from "../control-plane/control-plane.ts";
import type { ConsoleTab } from "./console-tab.ts";

export interface TestPerson {
  readonly email: string;
  readonly password: string;
  readonly userId: string;
  readonly accountId: string;
}

export interface PersonOptions {
  readonly email?: string;
  readonly name?: string;
  readonly approve?: boolean;
  readonly moods?: string;
  readonly operator?: boolean;
}

let count = 0;

/** Makes a person with an account of their own. */
export async function testPerson(plane: TestControlPlane, options: PersonOptions = {}): Promise<TestPerson> {
  count += 1;
  const {
    email = `person-${count}@example.com`,
    name = "Northwind Studio",
    approve = true,
    moods = "0",
  } = options;
  const asked = { email, password: TEST_PASSWORD, name };
  const view: SessionView = await new ConsoleClient(plane).enter("accounts", asked);
  const accountId = view.account?.id ?? "";
  if (approve) await changeAccount(plane.sql, accountId, "approve");
  if (Number(moods) > 0) await grantMoods(plane.sql, { accountId, moods, note: null });
  if (options.operator === true)
    await plane.sql`update users set is_operator = true where id = ${view.user.id}`;
  return { email, password: TEST_PASSWORD, userId: view.user.id, accountId };
}

/** Signs in by the form, as a person does. */
export async function signInByForm({ page }: ConsoleTab, { email, password }: TestPerson): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator(".shell").waitFor();
}

/** Signs a tab in and opens a path. */
export async function openAs(tab: ConsoleTab, person: TestPerson, path = "/"): Promise<void> {
  await tab.open(`/sign-in?${new URLSearchParams({ next: path })}`);
  await signInByForm(tab, person);
}
