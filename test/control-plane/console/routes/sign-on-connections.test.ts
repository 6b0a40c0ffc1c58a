// Whoever is signed in and connects an identity of the provider, with a real one, over real HTTP.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConsoleClient, TEST_PASSWORD } from "../../../support/control-plane/console-client.ts";
import { testControlPlane } from "../../../support/control-plane/control-plane.ts";
import { localServer } from "../../../support/local-server.ts";
import { SignOnBrowser } from "../../../support/sign-on/sign-on-browser.ts";
import { ADA, connectingPerson, signOnScene } from "../../../support/sign-on/sign-on-scene.ts";
import { testProvider } from "../../../support/sign-on/test-provider.ts";

test("whoever is signed in connects the provider with their password, whatever its address", async (t) => {
  const { plane, provider } = await signOnScene(t);
  provider.people.set("ada", { email: "private@example.com", email_verified: false });
  const { person, userId, ask, connect } = await connectingPerson(plane, ADA.email);
  await plane.sql`update accounts set state = 'APPROVED'`;
  assert.equal((await ask({ password: TEST_PASSWORD }, "")).status, 403);
  assert.equal((await ask({})).status, 400);
  assert.equal((await ask({ password: "not the right one" })).status, 400);
  assert.equal(await connect("ada"), "/console/settings?connected=1");
  const read = await person.call("GET", "/console/api/oidc");
  assert.deepEqual(read.body.data, { name: "Northwind", linked: true });
  const later = new SignOnBrowser(plane);
  await later.signIn("ada");
  assert.equal((await later.session())?.user.id, userId);
});

test("whoever is connected reads so, however the issuer is spelt, also after a start and while the provider is away", async (t) => {
  const provider = await testProvider(t);
  for (const [index, ending] of ["", "/", "/.well-known/openid-configuration"].entries()) {
    const env = provider.settings({ CLIPMILL_OIDC_ISSUER: `${provider.issuer}${ending}` });
    const plane = await testControlPlane(t, { env });
    provider.serve(plane.url);
    provider.people.set("ada", ADA);
    const browser = new SignOnBrowser(plane);
    assert.equal(await browser.signIn("ada"), "/console/");
    const isLinked = async (at: string): Promise<unknown> => {
      const read = await browser.send(`${at}/console/api/oidc`);
      return ((await read.json()) as { data: { linked: boolean } }).data.linked;
    };
    assert.equal(await isLinked(plane.url), true, ending);
    provider.isAway = true;
    assert.equal(await isLinked(plane.url), true, "its document is known");
    provider.isAway = false;
    if (index === 0) continue;
    const { databaseUrl } = plane;
    const started = await testControlPlane(t, { databaseUrl, env });
    for (const [name, value] of browser.cookies)
      browser.cookiesOf(new URL(started.url).origin).set(name, value);
    assert.equal(await isLinked(started.url), true, `${ending} after a start`);
  }
});

test("Settings do not wait for a provider that takes requests and answers none", async (t) => {
  const { url: issuer } = await localServer(t, () => undefined);
  const env = (await testProvider(t)).settings({ CLIPMILL_OIDC_ISSUER: issuer });
  const plane = await testControlPlane(t, { env });
  const person = new ConsoleClient(plane);
  const { user } = await person.enter("accounts", { email: ADA.email, password: TEST_PASSWORD });
  await plane.sql`insert into identities (issuer, subject, user_id) values (${issuer}, 'ada', ${user.id})`;
  const read = await person.call("GET", "/console/api/oidc");
  assert.deepEqual(read.body.data, { name: "Northwind", linked: true });
});

test("nobody connects somebody else's identity, nor by a session that has become another's", async (t) => {
  const { plane } = await signOnScene(t);
  const ada = await connectingPerson(plane, ADA.email);
  await ada.connect("ada");
  const bob = await connectingPerson(plane, "bob@example.com");
  assert.equal(await bob.connect("ada"), "/console/settings?failed=linked");
  const { data } = (await (await bob.ask({ password: TEST_PASSWORD })).json()) as { data: { url: string } };
  bob.browser.cookies.set("clipmill", ada.person.cookie.split("=")[1] ?? "");
  const callback = await bob.browser.answer(await bob.browser.toProvider(data.url), { login: "eve" });
  assert.equal(await bob.browser.comeBack(callback), "/console/settings?failed=other");
  assert.equal((await plane.sql`select from identities`).length, 1);
});
