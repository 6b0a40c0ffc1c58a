// Requests of people whose rights end while they are under way: with a body that is held back, or a moment too late.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { removePerson } from "../../../../control-plane/accounts/people/members.ts";
import { addOperator, removeOperator } from "../../../../control-plane/accounts/people/operators.ts";
import { lockWaysIn, upsertPassword } from "../../../../control-plane/db/people/people.ts";
import type { TransactionSql } from "../../../../shared/db/connect.ts";
import {
  approvedOwner,
  type ConsoleClient,
  joinAs,
  type SignedIn,
  TEST_PASSWORD,
} from "../../../support/control-plane/console-client.ts";
import {
  type ApiReply,
  type TestControlPlane,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { rawConnection } from "../../../support/control-plane/http/raw-http.ts";
import { setUpFactor } from "../../../support/control-plane/second-factor.ts";
import { until } from "../../../support/until.ts";

/** Sends a request but for its body's last byte; the result sends that, and resolves with the status. */
async function heldBack(
  t: TestContext,
  plane: TestControlPlane,
  { cookie, csrf }: ConsoleClient,
  path: string,
  body: object,
): Promise<() => Promise<number>> {
  const text = JSON.stringify(body);
  const connection = await rawConnection(t, plane.url);
  const head = [
    `POST ${path} HTTP/1.1`,
    "host: localhost",
    `cookie: ${cookie}`,
    `x-clipmill-csrf: ${csrf}`,
    "sec-fetch-site: same-origin",
    "content-type: application/json",
    `content-length: ${text.length}`,
  ];
  connection.send(`${head.join("\r\n")}\r\n\r\n${text.slice(0, -1)}`);
  return async () => {
    connection.send(text.slice(-1));
    const answer = await connection.waitFor(/^HTTP\/1\.1 \d{3}/);
    return Number(answer.slice(9, 12));
  };
}

/** Waits until the console has counted another request of this person: it was admitted. */
async function whileAdmitted<T>(
  { sql }: TestControlPlane,
  { userId }: SignedIn,
  send: () => Promise<T>,
): Promise<T> {
  const count = async (): Promise<number> => {
    const [row] = await sql<{ day_count: number }[]>`
      select day_count from person_windows where name = ${userId}`;
    return row?.day_count ?? 0;
  };
  const before = await count();
  const sent = await send();
  await until("the request's admission", async () => (await count()) > before);
  return sent;
}

async function countKeys({ sql }: TestControlPlane, accountId: string): Promise<number> {
  return (await sql`select from api_keys where account_id = ${accountId} and revoked_at is null`).count;
}

test("who is removed while they hold a body back gets no key that outlasts them", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await approvedOwner(plane, "ada@example.com");
  const bob = await approvedOwner(plane, "bob@example.com");
  await joinAs(plane, bob, ada.accountId, "member");
  const finish = await whileAdmitted(plane, bob, () =>
    heldBack(t, plane, bob.client, "/console/api/keys", {}),
  );
  const removed = await ada.client.call("DELETE", `/console/api/people/${bob.userId}`);
  assert.equal(removed.status, 200, removed.text);
  assert.equal(await finish(), 403);
  assert.equal(await countKeys(plane, ada.accountId), 0);
});

test("an operator who is removed while they hold a body back changes nothing", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await approvedOwner(plane, "ada@example.com");
  const bob = await approvedOwner(plane, "bob@example.com");
  for (const { email } of [ada, bob]) await plane.sql.begin((transaction) => addOperator(transaction, email));
  const grant = `/console/api/operator/accounts/${bob.accountId}/grants`;
  const finish = await whileAdmitted(plane, bob, () =>
    heldBack(t, plane, bob.client, grant, { moods: "1000" }),
  );
  await plane.sql.begin((transaction) => removeOperator(transaction, bob.email));
  assert.equal(await finish(), 403);
  const [account] = await plane.sql`select moods_granted from accounts where id = ${bob.accountId}`;
  assert.equal(Number(account?.moods_granted), 0);
});

/** Waits until so many requests wait for what the transaction holds. */
function untilWaiting(transaction: TransactionSql, count: number): Promise<unknown> {
  return until("requests that wait", async () => {
    const waiting = await transaction`
      select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
    return waiting.count >= count;
  });
}

test("a second factor that two requests turn off at once is off once, and one that a new password came before stays", async (t) => {
  const plane = await testControlPlane(t);
  const { client, userId } = await approvedOwner(plane, "ada@example.com");
  const turnOff = (code: string | undefined): Promise<ApiReply> =>
    client.call("DELETE", "/console/api/totp", { body: { password: TEST_PASSWORD, code } });
  const whileLocked = async (codes: readonly string[], change: (sql: TransactionSql) => Promise<void>) => {
    const late: Promise<ApiReply>[] = [];
    await plane.sql.begin(async (transaction) => {
      await lockWaysIn(transaction, userId);
      late.push(...codes.map(turnOff));
      await untilWaiting(transaction, codes.length);
      await change(transaction);
    });
    return (await Promise.all(late)).map(({ status }) => status).sort();
  };
  const first = await setUpFactor(plane, client);
  assert.deepEqual(await whileLocked(first.recoveryCodes.slice(0, 2), async () => undefined), [200, 400]);
  const second = await setUpFactor(plane, client);
  const setPassword = (sql: TransactionSql) => upsertPassword(sql, userId, "the hash of another one");
  assert.deepEqual(await whileLocked(second.recoveryCodes.slice(0, 1), setPassword), [401]);
  assert.equal((await plane.sql`select from second_factors where user_id = ${userId}`).count, 1);
});

test("what a person's removal waits with is done before them or not at all", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await approvedOwner(plane, "ada@example.com");
  const bob = await approvedOwner(plane, "bob@example.com");
  await joinAs(plane, bob, ada.accountId, "owner");
  const made = await ada.client.call("POST", "/console/api/keys", { body: {} });
  const rotate = `/console/api/keys/${made.body.data?.id}/rotate`;
  const invite = { body: { email: "eve@example.com", role: "owner" } };
  const late: Promise<ApiReply>[] = [];
  await plane.sql.begin(async (transaction) => {
    await removePerson(transaction, ada.accountId, { id: bob.userId, keepsKeys: false });
    late.push(
      bob.client.call("POST", "/console/api/keys", { body: {} }),
      bob.client.call("POST", rotate),
      bob.client.call("POST", "/console/api/people", invite),
    );
    // The lane of writes lets two of a person in: these wait for the removal, and the third for them.
    await untilWaiting(transaction, 2);
  });
  for (const reply of await Promise.all(late)) {
    assert.equal(reply.status, 403, reply.text);
  }
  const [key] = await plane.sql`select made_by from api_keys where account_id = ${ada.accountId}`;
  assert.equal(key?.made_by, ada.userId);
  assert.equal(await countKeys(plane, ada.accountId), 1);
  assert.equal((await plane.sql`select from one_time_links where kind = 'invitation'`).count, 0);
});
