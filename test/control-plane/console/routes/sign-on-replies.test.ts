// The way to the provider and back: what is believed of a reply, and where a browser is led, over real HTTP.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SIGN_ON_LIMITS } from "../../../../shared/limits/people.ts";
import { ConsoleClient, TEST_PASSWORD } from "../../../support/control-plane/console-client.ts";
import { TEST_SECRET, testControlPlane } from "../../../support/control-plane/control-plane.ts";
import { keptLog } from "../../../support/kept-log.ts";
import { failureIn, SignOnBrowser } from "../../../support/sign-on/sign-on-browser.ts";
import { ADA, signOnScene, startSignOn } from "../../../support/sign-on/sign-on-scene.ts";
import { testProvider } from "../../../support/sign-on/test-provider.ts";
import { until } from "../../../support/until.ts";

const PAUSE_MS = 600_000;

test("a reply with another state, for another browser, or after its time leads nobody in", async (t) => {
  const { plane, browser } = await signOnScene(t);
  const callback = await browser.answer(await startSignOn(browser, plane), { login: "ada" });
  const stranger = new SignOnBrowser(plane);
  assert.equal(failureIn(await stranger.comeBack(callback)), "expired", "a browser that has begun none");
  await startSignOn(stranger, plane);
  assert.equal(failureIn(await stranger.comeBack(callback)), "other", "a browser that has begun another one");
  assert.equal(await stranger.session(), undefined);
  const forged = new URL(callback);
  forged.searchParams.set("state", "guessed");
  const { cookies } = browser;
  const carried = cookies.get("clipmill-sign-on") ?? "";
  assert.equal(failureIn(await browser.comeBack(forged.href)), "other");
  assert.equal(cookies.size, 0, "a failure ends what was begun");
  cookies.set("clipmill-sign-on", `${carried.slice(0, -4)}AAAA`);
  assert.equal(failureIn(await browser.comeBack(callback)), "expired", "what nobody here has sealed");
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 11 * 60_000 });
  cookies.set("clipmill-sign-on", carried);
  assert.equal(failureIn(await browser.comeBack(callback)), "expired", "eleven minutes later");
  t.mock.timers.reset();
  assert.equal(await browser.session(), undefined);
});

test("a reply works once, with the browser's cookie put back, too", async (t) => {
  const { plane, browser } = await signOnScene(t);
  const callback = await browser.answer(await startSignOn(browser, plane), { login: "ada" });
  const carried = browser.cookies.get("clipmill-sign-on") ?? "";
  assert.equal(await browser.comeBack(callback), "/console/");
  const thief = new SignOnBrowser(plane);
  thief.cookies.set("clipmill-sign-on", carried);
  assert.equal(failureIn(await thief.comeBack(callback)), "refused");
  assert.equal(await thief.session(), undefined);
});

test("a token for another sign-in, and one that was changed on its way, are not believed", async (t) => {
  const { plane, provider, browser } = await signOnScene(t);
  const authorize = new URL(await browser.step(`${plane.url}/console/api/oidc/start`));
  authorize.searchParams.set("nonce", "of-another-sign-in");
  const callback = await browser.answer(await browser.toProvider(authorize.href), { login: "ada" });
  assert.equal(failureIn(await browser.comeBack(callback)), "refused", "the nonce is another one");
  provider.people.set("eve", { email: "eve@northwind.example", email_verified: true });
  provider.changeToken = (token) => {
    const [head = "", body = "", signature = ""] = token.split(".");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: "ada", email: ADA.email })).toString(
      "base64url",
    );
    return [head, forged, signature].join(".");
  };
  assert.equal(failureIn(await browser.signIn("eve")), "refused", "the signature is of something else");
  assert.equal(await browser.session(), undefined);
  assert.equal((await plane.sql`select from users`).length, 0);
});

test("any control plane with the secret takes the reply, also while it is changed for a new one", async (t) => {
  const { plane, provider, browser } = await signOnScene(t);
  const callback = new URL(await browser.answer(await startSignOn(browser, plane), { login: "ada" }));
  const CLIPMILL_SECRET = `${"n".repeat(40)},${TEST_SECRET}`;
  const env = provider.settings({ CLIPMILL_SECRET, CLIPMILL_PUBLIC_URL: plane.url });
  const other = await testControlPlane(t, { databaseUrl: plane.databaseUrl, env });
  const carried = browser.cookies.get("clipmill-sign-on") ?? "";
  const elsewhere = new SignOnBrowser(other);
  elsewhere.cookies.set("clipmill-sign-on", carried);
  assert.equal(await elsewhere.comeBack(`${other.url}${callback.pathname}${callback.search}`), "/console/");
  assert.equal((await elsewhere.session())?.user.email, ADA.email);
});

test("the provider's document is read again after an hour, behind those who sign in", async (t) => {
  const { provider, browser } = await signOnScene(t);
  await browser.signIn("ada");
  await browser.signIn("ada");
  assert.equal(provider.documents(), 1);
  const now = performance.now.bind(performance);
  t.mock.method(performance, "now", () => now() + 61 * 60_000);
  assert.equal(await browser.signIn("ada"), "/console/");
  await until("the document to be read again", () => provider.documents() === 2);
  t.mock.restoreAll();
});

test("whoever says no at the provider is told so, in our words", async (t) => {
  const { plane, browser } = await signOnScene(t);
  const callback = await browser.answer(await startSignOn(browser, plane), { cancel: "1" });
  assert.match(callback, /They/);
  assert.equal(await browser.comeBack(callback), "/console/sign-in?failed=denied");
});

test("the log tells an address that is not verified from one of which the provider says nothing", async (t) => {
  const provider = await testProvider(t);
  const { logger, lines } = keptLog("warn");
  const plane = await testControlPlane(t, { env: provider.settings(), logger });
  provider.serve(plane.url);
  for (const claims of [{ email_verified: false }, {}]) {
    provider.people.set("ada", { email: ADA.email, ...claims });
    assert.equal(failureIn(await new SignOnBrowser(plane).signIn("ada")), "unverified-email");
  }
  assert.deepEqual(
    lines.map(({ problem }) => problem).filter((problem) => problem !== undefined),
    [
      `the provider says that it has not verified ${ADA.email}`,
      `the provider does not say that it has verified ${ADA.email}`,
    ],
  );
});

test("nobody is led to another site, nor to an address that does something", async (t) => {
  const { plane, browser } = await signOnScene(t);
  const asked = [
    "https://evil.example/",
    "//evil.example/console/",
    "/\\evil.example",
    "/console/../../evil",
    "/console/%2e%2e/%2e%2e/x",
    "/console//evil.example/..//..//",
    "/console/api/session",
    "/console/./api/session",
    "javascript:alert(1)",
    `/console/${"x".repeat(1_000)}`,
  ];
  for (const path of asked) {
    const led = await browser.signIn("ada", { return: path });
    assert.equal(failureIn(led), undefined, led);
    assert.ok(led.startsWith("/console/") && !led.startsWith("/console/api"), `${path} leads to ${led}`);
  }
  assert.equal((await browser.session())?.user.email, ADA.email, plane.url);
});

test("a provider that is away is said so soon, named in the log, and used when it is back", async (t) => {
  const provider = await testProvider(t);
  const { logger, lines } = keptLog("warn");
  const plane = await testControlPlane(t, { env: provider.settings(), logger });
  provider.serve(plane.url);
  provider.people.set("ada", ADA);
  const browser = new SignOnBrowser(plane);
  // Longer than any machine stands still.
  const limits: { pauseMs: number } = SIGN_ON_LIMITS;
  t.mock.property(limits, "pauseMs", PAUSE_MS);
  provider.isAway = true;
  const where = await browser.toProvider(`${plane.url}/console/api/oidc/start?return=/console/tasks`);
  assert.equal(where, `${plane.url}/console/sign-in?failed=unreachable&next=%2Ftasks`);
  const asked = provider.documents();
  assert.equal(asked, 2, "one retry");
  await browser.toProvider(`${plane.url}/console/api/oidc/start`);
  assert.equal(provider.documents(), asked, "not asked again at once");
  provider.isAway = false;
  const told = lines.filter(({ msg }) => msg.includes("CLIPMILL_OIDC_ISSUER"));
  assert.deepEqual(
    told.map(({ issuer }) => issuer),
    [provider.issuer],
  );
  const now = performance.now.bind(performance);
  t.mock.method(performance, "now", () => now() + PAUSE_MS);
  assert.equal(await browser.signIn("ada"), "/console/", "it is asked again after the pause");
  const callback = await browser.answer(await startSignOn(browser, plane), { login: "ada" });
  provider.isAway = true;
  assert.equal(failureIn(await browser.comeBack(callback)), "unreachable");
});

test("codes that the provider refuses are tries, of which one address has few, apart from passwords", async (t) => {
  const { plane, browser } = await signOnScene(t);
  const operator = { email: "operator@example.com", password: TEST_PASSWORD };
  await new ConsoleClient(plane).enter("accounts", operator);
  const interaction = await startSignOn(browser, plane);
  const callback = new URL(await browser.answer(interaction, { login: "ada" }));
  callback.searchParams.set("code", "guessed");
  const carried = browser.cookies.get("clipmill-sign-on") ?? "";
  const found = [];
  for (let count = 0; count < 31; count += 1) {
    browser.cookies.set("clipmill-sign-on", carried);
    found.push(failureIn(await browser.comeBack(callback.href)));
  }
  assert.deepEqual([...new Set(found)], ["refused", "throttled"]);
  assert.equal(found.indexOf("throttled"), 30);
  await new ConsoleClient(plane).enter("session", operator);
});

test("wrong codes of a stranger behind a trusted proxy hold up nobody else behind it", async (t) => {
  const { plane, browser } = await signOnScene(t, { CLIPMILL_TRUSTED_PROXIES: "127.0.0.0/8" });
  const callback = new URL(await browser.answer(await startSignOn(browser, plane), { login: "ada" }));
  callback.searchParams.set("code", "guessed");
  const carried = browser.cookies.get("clipmill-sign-on") ?? "";
  const comeBackFrom = async (address: string): Promise<string | undefined> => {
    browser.cookies.set("clipmill-sign-on", carried);
    return failureIn(await browser.step(callback.href, { headers: { "x-forwarded-for": address } }));
  };
  assert.equal(await comeBackFrom("203.0.113.66"), "refused");
  await plane.sql`update sign_in_windows set tries = 1000`;
  assert.equal(await comeBackFrom("203.0.113.66"), "throttled");
  assert.equal(await comeBackFrom("203.0.113.9"), "refused");
});

test("a provider that does not know the appliance's secret makes no guessers of those who come back", async (t) => {
  const { plane, browser } = await signOnScene(t, { CLIPMILL_OIDC_CLIENT_SECRET: "that-has-run-out" });
  const callback = await browser.answer(await startSignOn(browser, plane), { login: "ada" });
  const carried = browser.cookies.get("clipmill-sign-on") ?? "";
  for (let count = 0; count < 32; count += 1) {
    browser.cookies.set("clipmill-sign-on", carried);
    assert.equal(failureIn(await browser.comeBack(callback)), "refused", `the try after ${count} others`);
  }
});

test("a browser that came by another host begins at the one to which it is sent back", async (t) => {
  const provider = await testProvider(t);
  const env = provider.settings({ CLIPMILL_PUBLIC_URL: "https://clips.example.com" });
  const plane = await testControlPlane(t, { env });
  provider.serve("https://clips.example.com");
  const browser = new SignOnBrowser(plane);
  const moved = new URL(await browser.step(`${plane.url}/console/api/oidc/start?return=/console/tasks`));
  assert.equal(moved.origin, "https://clips.example.com");
  const behindProxy = await browser.send(`${plane.url}${moved.pathname}${moved.search}`);
  const url = new URL(behindProxy.headers.get("location") ?? "");
  assert.equal(url.origin, provider.issuer, "once only, for proxies that change the host");
  assert.equal(url.searchParams.get("redirect_uri"), "https://clips.example.com/console/api/oidc/callback");
  assert.equal(url.searchParams.get("code_challenge_method"), "S256");
  const [cookie = ""] = behindProxy.headers.getSetCookie();
  assert.match(cookie, /^__Host-clipmill-sign-on=.*; Secure; Max-Age=600$/);
});
