// What is believed of a provider whose replies are made up here, without a network.
import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import { type TestContext, test } from "node:test";
import { Provider } from "../../../../control-plane/accounts/sign-on/provider.ts";
import { readSignOnSettings } from "../../../../control-plane/accounts/sign-on/sign-on-settings.ts";
import { keptLog } from "../../../support/kept-log.ts";
import { PENDING } from "../../../support/sign-on/pending.ts";

const MICROSOFT = "https://login.microsoftonline.com";
const TENANT = "11111111-1111-1111-1111-111111111111";
const OTHER_TENANT = "99999999-9999-9999-9999-999999999999";
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });

function tokenOf(claims: object): string {
  const nowS = Math.floor(Date.now() / 1_000);
  const all = { aud: "clipmill", nonce: PENDING.nonce, sub: "ada", iat: nowS, exp: nowS + 300, ...claims };
  const parts = [{ alg: "RS256", kid: "one" }, all].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  const signature = sign("sha256", Buffer.from(parts.join(".")), privateKey).toString("base64url");
  return [...parts, signature].join(".");
}

/** Microsoft's replies, with this issuer in the document, and a token of this tenant. Returns how codes were sent. */
function serveMicrosoft(t: TestContext, issuer: string, tenant: string, more: object = {}): RequestInit[] {
  const asked: RequestInit[] = [];
  const document = {
    ...more,
    issuer,
    authorization_endpoint: `${MICROSOFT}/authorize`,
    token_endpoint: `${MICROSOFT}/token`,
    jwks_uri: `${MICROSOFT}/keys`,
  };
  const keys = [{ ...publicKey.export({ format: "jwk" }), kid: "one", use: "sig", alg: "RS256" }];
  // Mocks of mocks are taken back in the order in which they were made: the last to come back would be one of these.
  t.mock.restoreAll();
  t.mock.method(globalThis, "fetch", async (url: string, request: RequestInit) => {
    if (url.includes(".well-known")) return Response.json(document);
    if (url === document.jwks_uri) return Response.json({ keys });
    asked.push(request);
    const claims = { iss: `${MICROSOFT}/${tenant}/v2.0`, tid: tenant, email: "ada@northwind.example" };
    return Response.json({ access_token: "token", token_type: "Bearer", id_token: tokenOf(claims) });
  });
  return asked;
}

function providerAt(
  issuer: string,
  more: Readonly<Record<string, string>> = {},
): { provider: Provider; lines: ReturnType<typeof keptLog>["lines"] } {
  const settings = readSignOnSettings({
    CLIPMILL_OIDC_ISSUER: issuer,
    CLIPMILL_OIDC_CLIENT_ID: "clipmill",
    CLIPMILL_OIDC_CLIENT_SECRET: "secret",
    ...more,
  });
  assert.ok(settings !== null);
  const { logger, lines } = keptLog("error");
  return { provider: new Provider(settings, logger), lines };
}

test("one tenant's people come in, and nobody of another one", async (t) => {
  for (const name of [TENANT, "northwind.onmicrosoft.com"]) {
    const { provider } = providerAt(`${MICROSOFT}/${name}/v2.0`);
    serveMicrosoft(t, `${MICROSOFT}/${TENANT}/v2.0`, TENANT);
    assert.equal((await provider.personOf("code=1&state=state", PENDING)).subject, "ada");
    serveMicrosoft(t, `${MICROSOFT}/${TENANT}/v2.0`, OTHER_TENANT);
    await assert.rejects(provider.personOf("code=1&state=state", PENDING), { failure: "refused" });
  }
});

test("an issuer that stands for every tenant lets nobody in, and the log says why", async (t) => {
  serveMicrosoft(t, `${MICROSOFT}/{tenantid}/v2.0`, OTHER_TENANT);
  for (const name of ["common", "organizations"]) {
    const { provider, lines } = providerAt(`${MICROSOFT}/${name}/v2.0`);
    await assert.rejects(provider.personOf("code=1&state=state", PENDING), { failure: "unreachable" });
    assert.match(String(lines[0]?.problem), /\{tenantid\}.* every tenant/);
  }
});

test("the secret goes where the settings say, or else where the provider's document does", async (t) => {
  const issuer = `${MICROSOFT}/${TENANT}/v2.0`;
  const [post, basic] = ["client_secret_post", "client_secret_basic"];
  const ways = [
    { setting: "auto", listed: [basic, post], isInHeader: false },
    { setting: "auto", listed: [basic], isInHeader: true },
    { setting: "basic", listed: [basic, post], isInHeader: true },
    { setting: "post", listed: [basic], isInHeader: false },
  ];
  for (const { setting, listed, isInHeader } of ways) {
    const asked = serveMicrosoft(t, issuer, TENANT, { token_endpoint_auth_methods_supported: listed });
    const { provider } = providerAt(issuer, { CLIPMILL_OIDC_CLIENT_AUTH: setting });
    await provider.personOf("code=1&state=state", PENDING);
    const { headers, body } = asked[0] ?? {};
    assert.equal(new Headers(headers).has("authorization"), isInHeader, `${setting}, ${listed}`);
    assert.equal(
      new URLSearchParams(String(body)).has("client_secret"),
      !isInHeader,
      `${setting}, ${listed}`,
    );
  }
});
