// A command whose COMMIT is not answered: it says what became of the change, so that nobody makes it twice.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { selectTransactionId } from "../../../control-plane/db/in-transaction.ts";
import { insertAction, selectActionState } from "../../../control-plane/db/operator-actions.ts";
import { grantToAccount } from "../../../control-plane/operators/account-work.ts";
import { actByCommand } from "../../../deploy/admin/act-by-command.ts";
import { connectDatabase, type Sql, type TransactionSql } from "../../../shared/db/connect.ts";
import { cleanUp } from "../../support/clean-up.ts";
import { type Ended, runAdminHere } from "../../support/control-plane/admin.ts";
import { moneyOf } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { statementsThatWait } from "../../support/database/waiting-statements.ts";
import { startTcpProxy, type TcpProxy } from "../../support/network/tcp-proxy.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const LOCK = 7_041;

interface Scene {
  readonly sql: Sql;
  readonly accountId: string;
  readonly proxy: TcpProxy;
  /** The database's address by way of the proxy. */
  readonly databaseUrl: string;
  admin(...args: readonly string[]): Promise<Ended>;
  granted(): Promise<number>;
  /** Does something while a COMMIT of the log is under way, which ends only after it. */
  duringCommit(act: () => unknown): Promise<void>;
}

/** A database behind a proxy, where each COMMIT that wrote into the log can be held up. */
async function openScene(t: TestContext): Promise<Scene> {
  const { sql, databaseUrl, account } = await accountDatabase(t, "7");
  await sql.unsafe(`
    create function hold_commit() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${LOCK}); return null; end $$;
    create constraint trigger hold_commit after insert on operator_actions deferrable initially deferred
      for each row execute function hold_commit()`);
  const url = new URL(databaseUrl);
  const proxy = await startTcpProxy({ port: Number(url.port) });
  cleanUp(t, () => proxy.close());
  url.port = String(proxy.port);
  const env = { CLIPMILL_DATABASE_URL: url.href, CLIPMILL_DATA_DIR: await temporaryFolder(t) };
  return {
    sql,
    accountId: account.id,
    proxy,
    databaseUrl: url.href,
    admin: (...args) => runAdminHere(env, ...args),
    granted: async () => (await moneyOf(sql, account.id)).granted,
    duringCommit: (act) =>
      sql.begin(async (holder) => {
        await holder`select pg_advisory_xact_lock(${LOCK})`;
        await until("the COMMIT", async () => (await statementsThatWait(sql)) > 0);
        await act();
      }) as Promise<void>,
  };
}

test("a grant whose COMMIT was carried out is told as done, though its answer was lost", async (t) => {
  const { admin, accountId, duringCommit, granted, proxy } = await openScene(t);
  const ended = admin("account", "grant", accountId, "50", "--json");
  await duringCommit(() => proxy.silence("to-client"));
  const { code, stdout, stderr } = await ended;
  assert.deepEqual([code, stderr], [0, ""]);
  assert.equal((JSON.parse(stdout) as { moodsGranted: number }).moodsGranted, 57);
  assert.equal(await granted(), 57);
});

test("a correction whose COMMIT was not carried out is told as not done, in one line", async (t) => {
  const { admin, accountId, duringCommit, granted, sql } = await openScene(t);
  const ended = admin("account", "adjust", accountId, "5", "--note", "an error");
  await duringCommit(
    () => sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  const { code, stdout, stderr } = await ended;
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^Nothing was changed, since the database did not take it: .+\n$/);
  assert.equal(await granted(), 7);
});

test("a command that does not reach the database at all says in one line that nothing was changed", async (t) => {
  const { admin, accountId, granted, proxy } = await openScene(t);
  proxy.admit("refused");
  const { code, stdout, stderr } = await admin("account", "grant", accountId, "50");
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^Nothing was changed, since the database did not take it: .+\n$/);
  assert.equal(await granted(), 7);
});

test("a command that only reads says in one line where the database is that it does not reach", async (t) => {
  const { admin, databaseUrl, proxy } = await openScene(t);
  proxy.admit("refused");
  const { code, stdout, stderr } = await admin("account", "list");
  assert.deepEqual([code, stdout], [1, ""]);
  const { host } = new URL(databaseUrl);
  assert.match(
    stderr,
    new RegExp(`^The database at ${host} cannot be reached now: .+; see CLIPMILL_DATABASE_URL\\.\n$`),
  );
});

test("a database that is none of Clipmill's is told as that", async (t) => {
  const empty = new URL((await openScene(t)).databaseUrl);
  empty.pathname = "/postgres";
  const { code, stderr } = await runAdminHere({ CLIPMILL_DATABASE_URL: empty.href }, "account", "list");
  assert.equal(code, 1);
  assert.match(stderr, /^The database at .+ is none of Clipmill's, or .+; see CLIPMILL_DATABASE_URL\.\n$/);
});

test("a database that refuses the login or the change is not told as one that is away, nor with the password", async (t) => {
  const { databaseUrl, sql, admin, accountId } = await openScene(t);
  const wrong = new URL(databaseUrl);
  wrong.password = "hush";
  const refused = await runAdminHere({ CLIPMILL_DATABASE_URL: wrong.href }, "account", "list");
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /^The database at .+ does not let this login in: .+; see CLIPMILL_DATABASE_URL\.\n$/,
  );
  assert.doesNotMatch(refused.stderr, /hush|\n\s+at /);
  await sql`alter database ${sql(new URL(databaseUrl).pathname.slice(1))} set default_transaction_read_only = on`;
  const { code, stderr } = await admin("account", "grant", accountId, "50");
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^Nothing was changed, since the database did not take it: .+ in a read-only transaction .+\n$/,
  );
});

test("where the database stays away, it is said that the change may have been made, and where that stands", async (t) => {
  const { accountId, databaseUrl, duringCommit, proxy } = await openScene(t);
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
  cleanUp(t, () => sql.end({ timeout: 1 }));
  const operator = { name: "ada", via: "command", origin: "local" } as const;
  const acted = actByCommand(sql, operator, "account grant", grantToAccount(accountId, "50"), 1_000);
  const refused = assert.rejects(acted, {
    code: "UNAVAILABLE",
    message: /^It is not known whether this was carried out.+ admin -- audit --action "account grant"/,
  });
  await duringCommit(() => {
    proxy.admit("refused");
    proxy.cut();
  });
  await refused;
});

test("a transaction whose id another one had is told by its line in the log", async (t) => {
  const { sql } = await openScene(t);
  const committed = async (work: (transaction: TransactionSql) => Promise<unknown>): Promise<string> =>
    sql.begin(async (transaction) => {
      await work(transaction);
      return await selectTransactionId(transaction);
    }) as Promise<string>;
  const action = { operator: "ada", via: "command", origin: "local", target: "x", accountId: null } as const;
  const own = await committed((transaction) =>
    insertAction(transaction, { ...action, action: "test", details: {} }),
  );
  const stranger = await committed((transaction) => transaction`select 1`);
  assert.equal(await selectActionState(sql, own), "committed");
  assert.equal(await selectActionState(sql, stranger), "aborted");
});
