// By what somebody whose session has ended can sign in again.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SignInView } from "../../../../../../control-plane/console/api-types/session.ts";
import { waysAgain } from "../../../../../../control-plane/console/web/pages/entry/ways-again.ts";

const BOTH: SignInView = {
  asksAllowed: false,
  password: true,
  oidc: { name: "Northwind" },
  setup: false,
  insecure: false,
};
const ALONE = { ...BOTH, password: false };

function somebody(hasPassword: boolean, isOperator = false) {
  return { user: { hasPassword }, isOperator };
}

test("whoever has a password may use it and the provider", () => {
  assert.deepEqual(waysAgain(somebody(true), BOTH), { provider: "Northwind", password: true });
});

test("whoever has none is led to the provider alone", () => {
  assert.deepEqual(waysAgain(somebody(false), BOTH), { provider: "Northwind", password: false });
});

test("where passwords are for operators, only they are asked for theirs", () => {
  assert.equal(waysAgain(somebody(true), ALONE).password, false);
  assert.equal(waysAgain(somebody(true, true), ALONE).password, true);
});

test("where nothing is known of the appliance, a password may be tried", () => {
  assert.deepEqual(waysAgain(somebody(true), undefined), { provider: null, password: true });
  assert.deepEqual(waysAgain(somebody(false), undefined), { provider: null, password: false });
});
