// Whatever changes how somebody signs in waits for a sign-in that is under way, and the other way round.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { beginSession } from "../../../../control-plane/accounts/people/begin-session.ts";
import { resetPassword } from "../../../../control-plane/accounts/people/change-password.ts";
import { makeLink } from "../../../../control-plane/accounts/people/one-time-links.ts";
import {
  ensureNamedOperator,
  setUpOperator,
} from "../../../../control-plane/accounts/people/set-up-operator.ts";
import { WrongSecret } from "../../../../control-plane/accounts/people/throttle.ts";
import { findPersonOf } from "../../../../control-plane/accounts/sign-on/find-person.ts";
import { readSignOnSettings } from "../../../../control-plane/accounts/sign-on/sign-on-settings.ts";
import { deleteIdentitiesOf } from "../../../../control-plane/db/people/identities.ts";
import { deleteResetLinks } from "../../../../control-plane/db/people/one-time-links.ts";
import { hasOperator, lockFirstOperator } from "../../../../control-plane/db/people/operators.ts";
import { lockWaysIn, upsertPassword } from "../../../../control-plane/db/people/people.ts";
import { ensureFirstOperator } from "../../../../control-plane/first-operator.ts";
import { removeSecondFactor, unlinkPerson } from "../../../../control-plane/operators/person-work.ts";
import type { Sql, TransactionSql } from "../../../../shared/db/connect.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { statementsThatWait } from "../../../support/database/waiting-statements.ts";
import { keptLog } from "../../../support/kept-log.ts";
import { until } from "../../../support/until.ts";

const EMAIL = "ada@example.com";
const ISSUER = "https://id.example.com";

/** Somebody with a password, a second factor and an identity. */
async function person(t: TestContext): Promise<Sql> {
  const { sql } = await accountDatabase(t);
  await sql`insert into users (id, email) values ('user_ada', ${EMAIL})`;
  await upsertPassword(sql, "user_ada", "former");
  await sql`insert into identities (issuer, subject, user_id) values (${ISSUER}, 'ada', 'user_ada')`;
  await sql`
    insert into second_factors (user_id, secret, confirmed_at) values ('user_ada', ${Buffer.from("sealed")}, now())`;
  return sql;
}

/** Has something begin while somebody else holds the person's ways in, and change something before they let go. */
async function besides(
  sql: Sql,
  begin: () => Promise<unknown>,
  change: (transaction: TransactionSql) => Promise<unknown>,
): Promise<unknown> {
  let ended = false;
  let outcome: Promise<unknown> | undefined;
  await sql.begin(async (transaction) => {
    await lockWaysIn(transaction, "user_ada");
    outcome = begin()
      .catch((error: unknown) => error)
      .finally(() => {
        ended = true;
      });
    await until("what waits", async () => ended || (await statementsThatWait(sql)) > 0);
    await change(transaction);
  });
  return outcome;
}

for (const [what, work] of [
  ["second factor", removeSecondFactor(EMAIL)],
  ["single sign-on", unlinkPerson(EMAIL)],
] as const) {
  test(`a session that begins while an operator takes somebody's ${what} ends with it`, async (t) => {
    const sql = await person(t);
    const origin = { clientAddress: "192.0.2.1", formerSecret: undefined, userAgent: undefined };
    await besides(
      sql,
      () => sql.begin(work),
      (transaction) => beginSession(transaction, { userId: "user_ada", way: "password", ...origin }),
    );
    assert.equal((await sql`select from sessions`).count, 0);
  });
}

test("nobody signs in by an identity that is taken from its person meanwhile", async (t) => {
  const sql = await person(t);
  const settings = readSignOnSettings({
    CLIPMILL_OIDC_ISSUER: ISSUER,
    CLIPMILL_OIDC_CLIENT_ID: "clipmill",
    CLIPMILL_OIDC_CLIENT_SECRET: "secret",
  });
  assert.ok(settings !== null);
  const provided = { issuer: ISSUER, subject: "ada", email: EMAIL, isEmailVerified: true, groups: [] };
  const coming = { signedInAs: null, asksAllowed: false, origin: "192.0.2.1" };
  const outcome = await besides(
    sql,
    () => sql.begin((transaction) => findPersonOf(transaction, settings, provided, coming)),
    (transaction) => deleteIdentitiesOf(transaction, "user_ada"),
  );
  assert.equal((outcome as { failure?: string }).failure, "known");
});

test("nobody becomes an operator by a password that is changed meanwhile", async (t) => {
  const sql = await person(t);
  await sql`delete from second_factors`;
  const { path } = await makeLink(sql, { kind: "operator", madeBy: "test" });
  const token = path.split("#")[1] ?? "";
  const hasher = { verify: async (hash: string | undefined, password: string) => hash === password };
  const outcome = await besides(
    sql,
    () =>
      sql.begin((transaction) =>
        setUpOperator(transaction, hasher as never, token, { email: EMAIL, password: "former" }),
      ),
    (transaction) => upsertPassword(transaction, "user_ada", "new"),
  );
  assert.ok(outcome instanceof WrongSecret);
  assert.equal(await hasOperator(sql), false);
});

const HASHER = { hash: async (password: string) => password } as never;

test("the operator of the settings is made besides a sign-in of theirs that makes an operator", async (t) => {
  const sql = await person(t);
  const outcome = await besides(
    sql,
    () =>
      sql.begin((transaction) => ensureNamedOperator(transaction, HASHER, { email: EMAIL, password: "new" })),
    lockFirstOperator,
  );
  assert.deepEqual(outcome, { id: "user_ada", email: EMAIL });
});

/** Has something begin while somebody of the same address asks for an account, and is not done. */
async function besidesRequest(sql: Sql, email: string, begin: () => Promise<unknown>): Promise<unknown> {
  let outcome: Promise<unknown> | undefined;
  await sql.begin(async (transaction) => {
    await transaction`insert into users (id, email) values ('user_new', ${email})`;
    outcome = begin().catch((error: unknown) => error);
    await until("what waits", async () => (await statementsThatWait(sql)) > 0);
  });
  return outcome;
}

test("the operator of the settings is made besides their own request for an account", async (t) => {
  const { sql } = await accountDatabase(t);
  const credentials = { email: EMAIL, password: "new" };
  const { logger } = keptLog();
  const failure = await besidesRequest(sql, EMAIL, () =>
    ensureFirstOperator({
      sql,
      hasher: HASHER,
      settings: { firstOperator: credentials } as never,
      publicAddress: { publicUrl: "http://localhost" },
      logger,
    }),
  );
  assert.equal(failure, undefined);
  const operators = await sql`
    select u.id, p.hash from users u join passwords p on p.user_id = u.id where u.is_operator`;
  assert.deepEqual([...operators], [{ id: "user_new", hash: "new" }]);
  assert.equal((await sql`select from operator_actions`).count, 1);
});

test("a link for operators is kept where somebody of the same address comes to be meanwhile", async (t) => {
  const { sql } = await accountDatabase(t);
  const { path } = await makeLink(sql, { kind: "operator", madeBy: "test" });
  const token = path.split("#")[1] ?? "";
  const credentials = { email: EMAIL, password: "a new password of hers" };
  const failure = await besidesRequest(sql, EMAIL, () =>
    sql.begin((transaction) => setUpOperator(transaction, HASHER, token, credentials)),
  );
  assert.equal((failure as { code?: string }).code, "UNAVAILABLE", String(failure));
  assert.equal((await sql`select from one_time_links where used_at is null`).count, 1);
});

test("a link for a new password gives way to a password that is changed meanwhile, with which it ends", async (t) => {
  const sql = await person(t);
  const { path } = await makeLink(sql, { kind: "reset", userId: "user_ada", madeBy: "test" });
  const token = path.split("#")[1] ?? "";
  const outcome = await besides(
    sql,
    () =>
      resetPassword({ sql, hasher: HASHER }, { token, password: "a new password of hers" }, {
        clientAddress: "192.0.2.1",
      } as never),
    (transaction) => deleteResetLinks(transaction, "user_ada"),
  );
  assert.ok(outcome instanceof WrongSecret, String(outcome));
});
