// What the log has of a provider that refuses: the words by which an operator finds what to change, over real HTTP.
import assert from "node:assert/strict";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { Provider } from "../../../../control-plane/accounts/sign-on/provider.ts";
import type { SignOnRefused } from "../../../../control-plane/accounts/sign-on/sign-on-refused.ts";
import { readSignOnSettings } from "../../../../control-plane/accounts/sign-on/sign-on-settings.ts";
import { cleanUp } from "../../../support/clean-up.ts";
import { keptLog } from "../../../support/kept-log.ts";
import { PENDING } from "../../../support/sign-on/pending.ts";

function reply(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** A provider whose realm is `main`, and which answers codes so; what the log has of a sign-in there. */
async function problemAt(
  t: TestContext,
  realm: string,
  answerCode: (response: ServerResponse) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === "/token") return answerCode(response);
    if (!request.url?.startsWith("/realms/main/"))
      return reply(response, 404, { error: "Realm does not exist" });
    const endpoints = {
      authorization_endpoint: `${url}/a`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/k`,
    };
    reply(response, 200, { issuer: `${url}/realms/main`, ...endpoints });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUp(t, () => server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = readSignOnSettings({
    CLIPMILL_OIDC_ISSUER: `${url}/realms/${realm}`,
    CLIPMILL_OIDC_CLIENT_ID: "clipmill",
    CLIPMILL_OIDC_CLIENT_SECRET: "secret",
  });
  assert.ok(settings !== null);
  const provider = new Provider(settings, keptLog("fatal").logger);
  const refused = await provider.personOf("code=1&state=state", PENDING).then(
    () => assert.fail("somebody came in"),
    (error: SignOnRefused) => error,
  );
  return refused.message.replaceAll(url, "");
}

const EXPIRED = {
  error: "invalid_client",
  error_description: "AADSTS7000222: The client secret has expired.",
};

test("the log has the provider's words of a code that it refuses, with and without a challenge", async (t) => {
  const plain = await problemAt(t, "main", (response) => reply(response, 400, EXPIRED));
  assert.match(plain, /status 400: invalid_client: AADSTS7000222: The client secret has expired\./);
  const challenge = { "www-authenticate": 'Basic realm="main"' };
  const challenged = await problemAt(t, "main", (response) => reply(response, 401, EXPIRED, challenge));
  assert.match(challenged, /status 401: Basic realm="main": .*AADSTS7000222/);
});

test("words of any length are cut, and tokens never stand there", async (t) => {
  const long = { error: "invalid_grant", error_description: "x".repeat(100_000) };
  assert.equal((await problemAt(t, "main", (response) => reply(response, 400, long))).length, 1_000);
  const tokens = { access_token: "a-token-of-somebody" };
  const strange = await problemAt(t, "main", (response) => reply(response, 201, tokens));
  assert.match(strange, /status 201$/);
  assert.doesNotMatch(strange, /a-token/);
});

test("the log says of a wrong issuer what the document has, or how the provider answers", async (t) => {
  const never = (): void => assert.fail("no code is asked for");
  const slash = await problemAt(t, "main/", never);
  assert.match(slash, /\/realms\/main\/ was expected: its issuer is "\/realms\/main"$/);
  assert.match(await problemAt(t, "other", never), /status 404: .*Realm does not exist/);
});
