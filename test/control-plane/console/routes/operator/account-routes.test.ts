// What operators do with accounts in the console: the list, terms, moods, states, and the audit log's lines.
import assert from "node:assert/strict";
import { test } from "node:test";
import { addOperator } from "../../../../../control-plane/accounts/people/operators.ts";
import { grantMoods } from "../../../../../control-plane/billing/grant-moods.ts";
import type {
  OperatorAccountView,
  OperatorKeyView,
  OperatorLedgerPageView,
  OperatorUsageView,
  OwnerLinkView,
} from "../../../../../control-plane/console/api-types/operator-accounts.ts";
import { LEDGER_LIMITS } from "../../../../../shared/limits/database.ts";
import {
  approvedOwner,
  ConsoleClient,
  TEST_PASSWORD,
} from "../../../../support/control-plane/console-client.ts";
import { callApi, failureOf, testControlPlane } from "../../../../support/control-plane/control-plane.ts";
import { OPERATOR_EMAIL, readAudit, signInOperator } from "../../../../support/control-plane/operator.ts";
import { setUpFactor } from "../../../../support/control-plane/second-factor.ts";

test("an operator finds an account that was asked for, approves it and grants moods", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const asked = await plane.account({ moods: "0", approve: false });
  await plane.account();
  const pending = await operator.ask<OperatorAccountView[]>("GET", "/accounts?state=pending&search=PERSON");
  assert.deepEqual(
    pending.map(({ id, state }) => [id, state]),
    [[asked.id, "PENDING"]],
  );
  const path = `/accounts/${asked.id}`;
  assert.equal((await operator.ask<OperatorAccountView>("POST", `${path}/approve`, {})).state, "APPROVED");
  const granted = await operator.ask<OperatorAccountView>("POST", `${path}/grants`, { moods: "12.5" });
  assert.equal(granted.moodsBalance, 12.5);
  const balance = await callApi(plane, "GET", "/api/v1/balance", { key: asked.key });
  assert.equal(balance.body.data?.moodsBalance, 12.5);
  assert.deepEqual(await readAudit(plane.sql), [
    `account approve ${asked.id} {"state": {"to": "APPROVED", "from": "PENDING"}}`,
    `account grant ${asked.id} {"moodsBalance": {"to": 12.5, "from": 0}, "moodsGranted": {"to": 12.5, "from": 0}}`,
  ]);
});

test("an account is approved with the moods that it begins with, or not at all", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const { id } = await plane.account({ moods: "0", approve: false });
  const approve = (body: object) => operator.send("POST", `/accounts/${id}/approve`, body);
  assert.equal(failureOf(await approve({ grant: "plenty" })), "400 INVALID_REQUEST");
  assert.equal(failureOf(await approve({ grant: "20", moodsGranted: 1 })), "400 INVALID_REQUEST");
  assert.equal((await operator.ask<OperatorAccountView>("GET", `/accounts/${id}`)).state, "PENDING");
  assert.equal((await approve({ grant: "20", moodsGranted: 0 })).status, 201);
  // As where the answer was lost, and the form is sent again.
  assert.equal(failureOf(await approve({ grant: "20", moodsGranted: 0 })), "400 INVALID_REQUEST");
  const { state, moodsBalance } = await operator.ask<OperatorAccountView>("GET", `/accounts/${id}`);
  assert.deepEqual([state, moodsBalance], ["APPROVED", 20]);
  assert.deepEqual(await readAudit(plane.sql), [
    `account approve ${id} {"state": {"to": "APPROVED", "from": "PENDING"}, "moodsBalance": {"to": 20, "from": 0}, "moodsGranted": {"to": 20, "from": 0}}`,
  ]);
});

test("pages of accounts say how many there are, and what comes next", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  for (const _ of [1, 2, 3]) await plane.account({ moods: "0" });
  const reply = await operator.send("GET", "/accounts?limit=3");
  const { pagination } = JSON.parse(reply.text) as { pagination: unknown };
  assert.deepEqual(pagination, { total: 4, nextPage: 2, limit: 3, currentPage: 1, totalPage: 2 });
  for (const query of ["limit=0", "limit=201", "page=0", "state=closed"]) {
    assert.equal(failureOf(await operator.send("GET", `/accounts?${query}`)), "400 INVALID_REQUEST", query);
  }
});

test("an adjustment needs its reason, and no balance falls below zero", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const { id } = await plane.account({ moods: "5" });
  const adjust = (body: unknown) => operator.send("POST", `/accounts/${id}/adjustments`, body);
  assert.equal(failureOf(await adjust({ moods: "1" })), "400 INVALID_REQUEST");
  assert.equal(failureOf(await adjust({ moods: "1", note: "  " })), "400 INVALID_REQUEST");
  assert.equal(failureOf(await adjust({ moods: "much", note: "why" })), "400 INVALID_REQUEST");
  assert.equal(failureOf(await adjust({ moods: "1", note: "why", by: "me" })), "400 INVALID_REQUEST");
  assert.equal(failureOf(await adjust({ moods: "-6", note: "too much" })), "402 INSUFFICIENT_MOODS");
  assert.equal((await adjust({ moods: "-2", note: "charged by mistake" })).status, 201);
  const ledger = await operator.ask<OperatorLedgerPageView>("GET", `/accounts/${id}/ledger`);
  assert.deepEqual(
    ledger.entries.map(({ kind, moods, note }) => [kind, moods, note]),
    [
      ["adjustment", -2, "charged by mistake"],
      ["grant", 5, null],
    ],
  );
  assert.equal(ledger.next, null);
  assert.equal((await readAudit(plane.sql)).length, 1, "what was refused is not in the log");
});

test("an account's ledger goes on behind the last entry of a page, however many came meanwhile", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const { id } = await plane.account({ moods: "0" });
  const grant = (note: string) => grantMoods(plane.sql, { accountId: id, moods: "1", note });
  for (let count = 0; count <= LEDGER_LIMITS.pageEntries; count += 1) await grant(`grant ${count}`);
  const path = `/accounts/${id}/ledger`;
  const first = await operator.ask<OperatorLedgerPageView>("GET", path);
  assert.equal(first.entries.length, LEDGER_LIMITS.pageEntries);
  await grant("meanwhile");
  const second = await operator.ask<OperatorLedgerPageView>(
    "GET",
    `${path}?before=${encodeURIComponent(first.next ?? "")}`,
  );
  assert.deepEqual(
    second.entries.map(({ note }) => note),
    ["grant 0"],
  );
  assert.equal(second.next, null);
  assert.equal(failureOf(await operator.send("GET", `${path}?before=x`)), "400 INVALID_REQUEST");
});

test("terms, share and quota change one by one, and null stands for the appliance's own", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const { id } = await plane.account();
  const put = (what: string, body: unknown) =>
    operator.ask<OperatorAccountView>("PUT", `/accounts/${id}/${what}`, body);
  assert.equal((await put("terms", { multiplier: "0.8" })).priceMultiplier, 0.8);
  const limited = await put("terms", { perMinute: 30, perDay: 1_000 });
  assert.deepEqual([limited.priceMultiplier, limited.perMinute, limited.perDay], [0.8, 30, 1_000]);
  assert.equal((await put("terms", { perMinute: null })).perMinute, null);
  const share = await put("share", { weight: 2.5, runningJobs: 4 });
  assert.deepEqual([share.shareWeight, share.maxRunningJobs], [2.5, 4]);
  assert.equal((await put("share", { runningJobs: null })).maxRunningJobs, null);
  assert.equal((await put("quota", { quotaGb: 7 })).uploadQuotaGb, 7);
  assert.equal((await put("quota", { quotaGb: null })).uploadQuotaGb, null);
  const refused = [
    ["terms", { multiplier: "-1" }],
    ["terms", { perMinute: 0 }],
    ["terms", { state: "APPROVED" }],
    ["share", { weight: 0 }],
    ["quota", { quotaGb: 1.5 }],
    ["quota", {}],
  ] as const;
  for (const [what, body] of refused) {
    const reply = await operator.send("PUT", `/accounts/${id}/${what}`, body);
    assert.equal(failureOf(reply), "400 INVALID_REQUEST", JSON.stringify(body));
  }
});

test("a block ends its owner's sessions and keys, and nobody blocks themselves", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const { id, key } = await plane.account();
  const blocked = await operator.ask<OperatorAccountView>("POST", `/accounts/${id}/block`);
  assert.equal(blocked.blocked, true);
  assert.equal(failureOf(await callApi(plane, "GET", "/api/v1/balance", { key })), "403 ACCOUNT_BLOCKED");
  await operator.ask("POST", `/accounts/${id}/unblock`);
  assert.equal((await callApi(plane, "GET", "/api/v1/balance", { key })).status, 200);
  const [own] = await operator.ask<OperatorAccountView[]>("GET", `/accounts?search=${OPERATOR_EMAIL}`);
  const refused = await operator.send("POST", `/accounts/${own?.id}/block`);
  assert.equal(failureOf(refused), "400 INVALID_REQUEST");
  assert.equal((await operator.send("GET", "/accounts")).status, 200);
});

test("an account's keys and use are shown without their secrets, and an unknown account is not found", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const { id, key, keyId } = await plane.account();
  const keys = await operator.send("GET", `/accounts/${id}/keys`);
  assert.deepEqual(
    (keys.body.data as unknown as OperatorKeyView[]).map((each) => each.id),
    [keyId],
  );
  assert.equal(keys.text.includes(key), false);
  const usage = await operator.ask<OperatorUsageView>("GET", `/accounts/${id}/usage`);
  assert.equal(usage.totals.charged_moods, 0);
  for (const part of ["", "/keys", "/ledger", "/usage"]) {
    assert.equal(failureOf(await operator.send("GET", `/accounts/acct_none${part}`)), "404 NOT_FOUND", part);
  }
});

test("an operator makes an account for somebody, once for each address", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const body = { email: "new@example.com", approve: true, grant: "3" };
  const made = await operator.ask<OperatorAccountView>("POST", "/accounts", body);
  assert.deepEqual([made.email, made.state, made.moodsBalance], ["new@example.com", "APPROVED", 3]);
  assert.equal(failureOf(await operator.send("POST", "/accounts", body)), "400 INVALID_REQUEST");
  assert.equal(failureOf(await operator.send("POST", "/accounts", { email: "no" })), "400 INVALID_REQUEST");
});

test("an operator turns off a second factor that an owner has lost, and never their own", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const ada = await approvedOwner(plane, "ada@example.com");
  await setUpFactor(plane, ada.client);
  const path = `/accounts/${ada.accountId}`;
  assert.equal((await operator.ask<OperatorAccountView>("GET", path)).totp, true);
  assert.equal((await operator.ask<OperatorAccountView>("POST", `${path}/remove-factor`)).totp, false);
  assert.equal(
    (await ada.client.call("GET", "/console/api/session")).status,
    401,
    "their sessions have ended",
  );
  await new ConsoleClient(plane).enter("session", { email: ada.email, password: TEST_PASSWORD });
  const again = await operator.send("POST", `${path}/remove-factor`);
  assert.match(again.text, /ada@example\.com has no second factor/);
  await setUpFactor(plane, operator);
  const [own] = await operator.ask<OperatorAccountView[]>("GET", "/accounts?search=olga");
  const refused = await operator.send("POST", `/accounts/${own?.id}/remove-factor`);
  assert.match(refused.text, /turn it off in your settings/);
  const details = `{"email": "ada@example.com"}`;
  assert.deepEqual(await readAudit(plane.sql), [`person remove-factor ${ada.userId} ${details}`]);
});

test("a second factor of another operator is not turned off in the console", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const ada = await approvedOwner(plane, "ada@example.com");
  await setUpFactor(plane, ada.client);
  await plane.sql.begin((transaction) => addOperator(transaction, ada.email));
  const refused = await operator.send("POST", `/accounts/${ada.accountId}/remove-factor`);
  assert.equal(failureOf(refused), "400 INVALID_REQUEST");
  assert.match(refused.text, /is an operator: turn it off by the command person remove-factor/);
  const account = await operator.ask<OperatorAccountView>("GET", `/accounts/${ada.accountId}`);
  assert.deepEqual([account.operator, account.totp], [true, true]);
  assert.deepEqual(await readAudit(plane.sql), []);
});

test("an operator makes a link by which an account's owner sets a password, and none for operators", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const made = await operator.ask<OperatorAccountView>("POST", "/accounts", { email: "new@example.com" });
  const link = await operator.ask<OwnerLinkView>("POST", `/accounts/${made.id}/password-link`);
  const [page, token] = link.path.split("#");
  assert.equal(page, "/console/reset");
  const owner = new ConsoleClient(plane);
  const body = { token, password: TEST_PASSWORD };
  assert.equal((await owner.call("POST", "/console/api/password-resets", { body })).status, 200);
  await owner.enter("session", { email: "new@example.com", password: TEST_PASSWORD });
  const [own] = await operator.ask<OperatorAccountView[]>("GET", "/accounts?search=olga");
  const refused = await operator.send("POST", `/accounts/${own?.id}/password-link`);
  assert.match(refused.text, /in your settings/);
  const lines = await readAudit(plane.sql);
  assert.equal(lines.length, 2);
  assert.match(lines[1] ?? "", /^person reset \S+ \{"email": "new@example.com", "expiresAt": "[^"]+"\}$/);
});

test("no link made in the console sets an operator's password, nor one of who comes by single sign-on alone", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const ada = await approvedOwner(plane, "ada@example.com");
  const link = await operator.ask<OwnerLinkView>("POST", `/accounts/${ada.accountId}/password-link`);
  await plane.sql.begin((transaction) => addOperator(transaction, "ADA@example.com"));
  const body = { token: link.path.split("#")[1], password: "another long password" };
  const late = await new ConsoleClient(plane).call("POST", "/console/api/password-resets", { body });
  assert.match(late.text, /This link has been used/, "it is from before somebody became an operator");
  const asOperator = await operator.send("POST", `/accounts/${ada.accountId}/password-link`);
  assert.match(asOperator.text, /is an operator: make the link by the command person reset/);
  const bob = await operator.ask<OperatorAccountView>("POST", "/accounts", { email: "bob@example.com" });
  assert.deepEqual([bob.operator, bob.signOnAlone], [false, false]);
  await plane.sql`
    insert into identities (issuer, subject, user_id) select 'https://id.example.com', 'b', id from users where email = ${bob.email}`;
  const path = `/accounts/${bob.id}`;
  assert.equal((await operator.ask<OperatorAccountView>("GET", path)).signOnAlone, true);
  const alone = await operator.send("POST", `${path}/password-link`);
  assert.match(alone.text, /comes by single sign-on and has no password: make the link by the command/);
  await plane.sql`insert into passwords (user_id, hash) select id, 'hash' from users where email = ${bob.email}`;
  assert.equal((await operator.send("POST", `${path}/password-link`)).status, 201);
});

test("moods are granted and adjusted once for what the account had been granted before", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const { id } = await plane.account({ moods: "5" });
  const send = (path: string, body: unknown) => operator.send("POST", `/accounts/${id}/${path}`, body);
  const grant = { moods: "2.5", moodsGranted: 5 };
  assert.equal((await send("grants", grant)).status, 201);
  assert.equal(failureOf(await send("grants", grant)), "400 INVALID_REQUEST");
  const adjustment = { moods: "-1", note: "why", moodsGranted: 7.5 };
  assert.equal((await send("adjustments", adjustment)).status, 201);
  assert.equal(failureOf(await send("adjustments", adjustment)), "400 INVALID_REQUEST");
  const { moodsGranted } = await operator.ask<OperatorAccountView>("GET", `/accounts/${id}`);
  assert.equal(moodsGranted, 6.5);
});
