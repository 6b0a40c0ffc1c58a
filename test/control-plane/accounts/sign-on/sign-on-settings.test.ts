import assert from "node:assert/strict";
import { test } from "node:test";
import { readConsoleSettings } from "../../../../control-plane/accounts/people/console-settings.ts";
import { newId } from "../../../../shared/ids.ts";

const REQUIRED = {
  CLIPMILL_OIDC_ISSUER: "https://id.example.com/realms/clips/",
  CLIPMILL_OIDC_CLIENT_ID: "clipmill",
  CLIPMILL_OIDC_CLIENT_SECRET: "secret",
};

test("three settings are enough, and trust nobody more than they have to", () => {
  assert.equal(readConsoleSettings({}).signOn, null);
  assert.deepEqual(readConsoleSettings(REQUIRED), {
    asksAllowed: true,
    firstOperator: null,
    passwordsFor: "everybody",
    signOn: {
      issuer: "https://id.example.com/realms/clips/",
      clientId: "clipmill",
      clientSecret: "secret",
      clientAuth: "auto",
      name: "single sign-on",
      scopes: "openid email profile",
      groupsClaim: "groups",
      operatorGroups: [],
      roles: [],
      allowedGroups: [],
      allowedDomains: [],
      trustsEmail: false,
      linksByEmail: false,
    },
  });
});

test("groups may have spaces, colons and equals signs in their names", () => {
  const [first, second] = [newId("account"), newId("account")];
  const env = { ...REQUIRED, CLIPMILL_OIDC_ROLES: `Video Team=${first}:member, cn=leads:a=${second}:owner` };
  assert.deepEqual(readConsoleSettings(env).signOn?.roles, [
    { group: "Video Team", accountId: first, role: "member" },
    { group: "cn=leads:a", accountId: second, role: "owner" },
  ]);
});

test("what cannot be meant is refused by name", () => {
  const wrong: Record<string, string>[] = [
    { CLIPMILL_OIDC_ISSUER: "id.example.com" },
    { CLIPMILL_OIDC_ISSUER: "http://id.example.com" },
    { CLIPMILL_OIDC_ISSUER: "https://id.example.com/?tenant=1" },
    { CLIPMILL_OIDC_CLIENT_ID: "" },
    { CLIPMILL_OIDC_CLIENT_SECRET: " " },
    { CLIPMILL_OIDC_CLIENT_AUTH: "client_secret_basic" },
    { CLIPMILL_OIDC_NAME: "n".repeat(41) },
    { CLIPMILL_OIDC_SCOPES: "email" },
    { CLIPMILL_OIDC_ROLES: "editors=acct_1:member" },
    { CLIPMILL_OIDC_ROLES: `editors=${newId("account")}:operator` },
    { CLIPMILL_OIDC_ROLES: `editors=${newId("account")}` },
    { CLIPMILL_OIDC_ALLOWED_DOMAINS: "@example.com" },
    { CLIPMILL_OIDC_TRUST_EMAIL: "yes" },
    { CLIPMILL_OIDC_LINK_BY_EMAIL: "1" },
    { CLIPMILL_PASSWORDS: "off" },
  ];
  for (const setting of wrong) {
    const [name = ""] = Object.keys(setting);
    const read = (): unknown => readConsoleSettings({ ...REQUIRED, ...setting });
    assert.throws(
      read,
      { name: "SettingError", message: new RegExp(`^${name} must `) },
      JSON.stringify(setting),
    );
  }
  assert.throws(
    () => readConsoleSettings({ CLIPMILL_OIDC_NAME: "Okta" }),
    /^SettingError: CLIPMILL_OIDC_ISSUER must/,
  );
  assert.throws(
    () => readConsoleSettings({ CLIPMILL_PASSWORDS: "operators" }),
    /^SettingError: CLIPMILL_PASSWORDS must/,
  );
});

test("a provider on this machine may be reached without TLS", () => {
  for (const host of ["localhost:8180", "127.0.0.1", "[::1]:9000"]) {
    const env = { ...REQUIRED, CLIPMILL_OIDC_ISSUER: `http://${host}` };
    assert.equal(readConsoleSettings(env).signOn?.issuer, `http://${host}`);
  }
});
