// A control plane beside a provider that knows one person, and browsers of people who sign in there.
import type { TestContext } from "node:test";
import { ConsoleClient, TEST_PASSWORD } from "../control-plane/console-client.ts";
import { type TestControlPlane, testControlPlane } from "../control-plane/control-plane.ts";
import { SignOnBrowser } from "./sign-on-browser.ts";
import { type TestProvider, testProvider } from "./test-provider.ts";

export const ADA = { email: "ada@northwind.example", email_verified: true };

export async function signOnScene(
  t: TestContext,
  more: Readonly<Record<string, string>> = {},
): Promise<{ plane: TestControlPlane; provider: TestProvider; browser: SignOnBrowser }> {
  const provider = await testProvider(t);
  const plane = await testControlPlane(t, { env: provider.settings(more) });
  provider.serve(plane.url);
  provider.people.set("ada", ADA);
  return { plane, provider, browser: new SignOnBrowser(plane) };
}

/** Begins a sign-in; where the provider asks who it is. */
export async function startSignOn(browser: SignOnBrowser, plane: TestControlPlane): Promise<string> {
  return browser.toProvider(`${plane.url}/console/api/oidc/start`);
}

/** A browser of somebody with a password, who asks to connect the provider. */
export async function connectingPerson(plane: TestControlPlane, email: string) {
  const person = new ConsoleClient(plane);
  const view = await person.enter("accounts", { email, password: TEST_PASSWORD });
  const browser = new SignOnBrowser(plane);
  browser.cookies.set("clipmill", person.cookie.split("=")[1] ?? "");
  const ask = (body: object, csrf = person.csrf): Promise<Response> =>
    browser.send(`${plane.url}/console/api/oidc/link`, {
      method: "POST",
      headers: {
        "x-clipmill-csrf": csrf,
        "sec-fetch-site": "same-origin",
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
  const connect = async (login: string): Promise<string> => {
    const { data } = (await (await ask({ password: TEST_PASSWORD })).json()) as { data: { url: string } };
    return browser.comeBack(await browser.answer(await browser.toProvider(data.url), { login }));
  };
  return { person, userId: view.user.id, browser, ask, connect };
}
