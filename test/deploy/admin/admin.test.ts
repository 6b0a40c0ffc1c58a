// The operator's command line: what it prints with --json, and how it refuses. What a process adds to it, its outputs and
// its exit code, is tested with processes.
import assert from "node:assert/strict";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { createAccount } from "../../../control-plane/accounts/manage-accounts.ts";
import { keepSecret } from "../../../deploy/appliance/kept-secrets.ts";
import { connectDatabase } from "../../../shared/db/connect.ts";
import { newId } from "../../../shared/ids.ts";
import { type Ended, runAdminHere, runAdminProcess } from "../../support/control-plane/admin.ts";
import { TEST_TEMPLATE } from "../../support/control-plane/templates.ts";
import { createTestDatabase } from "../../support/database/test-database.ts";
import { fakeNode } from "../../support/media-node/media-node.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

function admin(databaseUrl: string, ...args: readonly string[]): Promise<Ended> {
  return runAdminHere({ CLIPMILL_DATABASE_URL: databaseUrl }, ...args);
}

function adminProcess(databaseUrl: string, ...args: readonly string[]): Promise<Ended> {
  return runAdminProcess({ CLIPMILL_DATABASE_URL: databaseUrl }, ...args);
}

async function json(databaseUrl: string, ...args: readonly string[]): Promise<Record<string, unknown>> {
  return readJson(await admin(databaseUrl, ...args, "--json"));
}

function readJson({ code, stdout, stderr }: Ended): Record<string, unknown> {
  assert.equal(code, 0, stderr);
  assert.equal(stdout.trim().split("\n").length, 1, "one object and nothing else");
  return JSON.parse(stdout) as Record<string, unknown>;
}

async function jsonList(databaseUrl: string, ...args: readonly string[]): Promise<Record<string, unknown>[]> {
  return (await json(databaseUrl, ...args)) as unknown as Record<string, unknown>[];
}

test("accounts and keys go through their whole life", async (t) => {
  const { databaseUrl: db } = await createTestDatabase(t);
  const account = await json(db, "account", "create", "--email", "Ada@example.com");
  const id = String(account.id);
  assert.match(id, /^acct_[0-9a-z]{26}$/);
  assert.deepEqual([account.state, account.blocked, account.moodsBalance], ["PENDING", false, 0]);
  const early = await admin(db, "key", "create", id);
  assert.deepEqual([early.code, early.stdout], [1, ""]);
  assert.match(early.stderr, /not approved/);
  assert.equal((await json(db, "account", "approve", id)).state, "APPROVED");
  assert.equal((await json(db, "account", "grant", id, "12.5")).moodsBalance, 12.5);
  assert.equal((await json(db, "account", "block", id)).blocked, true);
  assert.equal((await json(db, "account", "unblock", id)).blocked, false);
  const options = [
    "--name",
    "newsroom",
    "--scopes",
    "CLIPPING,BALANCE",
    "--ips",
    "10.1.2.3/8,192.0.2.1",
    "--per-minute",
    "7",
  ];
  const key = await json(db, "key", "create", id, ...options, "--expires", "2100-01-01T00:00:00Z");
  assert.match(String(key.id), /^key_/);
  assert.match(String(key.key), /^clipmill_[A-Za-z0-9_-]{43}$/);
  assert.deepEqual(
    [key.name, key.scopes, key.ips, key.perMinute, key.perDay, key.expiresAt],
    [
      "newsroom",
      ["CLIPPING", "BALANCE"],
      ["10.0.0.0/8", "192.0.2.1/32"],
      7,
      null,
      "2100-01-01T00:00:00.000Z",
    ],
  );
  const rotated = await json(db, "key", "rotate", String(key.id));
  assert.deepEqual([rotated.id, rotated.name], [key.id, "newsroom"]);
  const renamed = async (name: string) => (await json(db, "key", "set", String(key.id), "--name", name)).name;
  assert.deepEqual([await renamed("archive"), await renamed("none")], ["archive", null]);
  assert.notEqual(rotated.key, key.key);
  const revoked = await json(db, "key", "revoke", String(key.id));
  assert.equal(revoked.key, undefined, "the plaintext is shown once");
  assert.match(String(revoked.revokedAt), /Z$/);
});

test("an account gets a weight and a bound of its own among the jobs, and the usual ones again", async (t) => {
  const { databaseUrl: db } = await createTestDatabase(t);
  const account = await json(db, "account", "create", "--email", "a@example.com");
  const share = async (...options: string[]): Promise<unknown[]> => {
    const { shareWeight, maxRunningJobs } = await json(
      db,
      "account",
      "share",
      String(account.id),
      ...options,
    );
    return [shareWeight, maxRunningJobs];
  };
  assert.deepEqual([account.shareWeight, account.maxRunningJobs], [1, null]);
  assert.deepEqual(await share("--weight", "2.5"), [2.5, null]);
  assert.deepEqual(await share("--running", "3"), [2.5, 3]);
  assert.deepEqual(await share("--weight", "default", "--running", "default"), [1, null]);
  for (const wrong of [
    ["--weight", "0"],
    ["--weight", "1001"],
    ["--weight", "much"],
    ["--running", "1.5"],
    ["--running", "0"],
  ]) {
    await assert.rejects(json(db, "account", "share", String(account.id), ...wrong), wrong.join(" "));
  }
});

test("an account gets a quota of uploads of its own, and the appliance's again", async (t) => {
  const { databaseUrl: db } = await createTestDatabase(t);
  const account = await json(db, "account", "create", "--email", "ada@example.com");
  assert.equal(account.uploadQuotaGb, null);
  assert.equal((await json(db, "account", "quota", String(account.id), "5")).uploadQuotaGb, 5);
  assert.equal((await json(db, "account", "quota", String(account.id), "default")).uploadQuotaGb, null);
  for (const quota of ["0", "1.5", "-1", "much"]) {
    const { code, stderr } = await admin(db, "account", "quota", String(account.id), quota);
    assert.equal(code, 64, quota);
    assert.match(stderr, /^The quota must be/);
  }
  assert.match((await admin(db, "account", "quota", newId("account"), "5")).stderr, /There is no account/);
});

test("an account can be made, approved and granted in one call, and is shown to people without --json", async (t) => {
  const { databaseUrl: db } = await createTestDatabase(t);
  const create = ["account", "create", "--email", "b@example.com", "--approve", "--grant", "3", "--json"];
  const made = readJson(await adminProcess(db, ...create));
  assert.deepEqual([made.state, made.moodsGranted, made.email], ["APPROVED", 3, "b@example.com"]);
  const { stdout } = await adminProcess(db, "account", "grant", String(made.id), "1");
  assert.match(stdout, /^moodsBalance: 4$/m);
  const { id } = await json(db, "account", "create", "--email", "c@example.com");
  const approved = await json(db, "account", "approve", String(id), "--grant", "7");
  assert.deepEqual([approved.state, approved.moodsBalance], ["APPROVED", 7]);
  assert.deepEqual(await json(db, "nodes"), []);
  assert.deepEqual(await json(db, "queue"), []);
});

test("an address has one account: a second one is refused with the first one's id", async (t) => {
  const { databaseUrl: db } = await createTestDatabase(t);
  const first = await json(db, "account", "create", "--email", "Ada@example.com");
  const second = await admin(db, "account", "create", "--email", "ada@EXAMPLE.com", "--grant", "5");
  assert.deepEqual([second.code, second.stdout], [1, ""]);
  assert.equal(second.stderr.trim(), `Ada@example.com has an account already: ${first.id}.`);
});

test("of two accounts that are made for one address at once, one is refused", async (t) => {
  const { databaseUrl: db } = await createTestDatabase(t);
  const sql = connectDatabase(db, { applicationName: "test", connections: 2 });
  t.after(() => sql.end({ timeout: 1 }));
  const make = (): Promise<unknown> =>
    sql.begin((transaction) => createAccount(transaction, { email: "two@example.com", approve: true }));
  const outcomes = await Promise.allSettled([make(), make()]);
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
});

test("a key cannot be made that expires at a time that does not exist", async (t) => {
  const { databaseUrl: db } = await createTestDatabase(t);
  const account = await json(db, "account", "create", "--email", "c@example.com", "--approve");
  for (const time of ["2999-02-30", "2999-01-01T25:00Z", "1 Jan 2999"]) {
    const { code, stderr } = await admin(db, "key", "create", String(account.id), "--expires", time);
    assert.deepEqual([code, stderr], [64, `--expires must be an ISO 8601 time, not "${time}".\n`]);
  }
  const zoneless = await json(db, "key", "create", String(account.id), "--expires", "2999-01-01T12:00");
  assert.equal(zoneless.expiresAt, "2999-01-01T12:00:00.000Z");
});

test("a key cannot be made that has expired already", async (t) => {
  const { databaseUrl: db } = await createTestDatabase(t);
  const account = await json(db, "account", "create", "--email", "c@example.com", "--approve");
  const past = await admin(db, "key", "create", String(account.id), "--expires", "2020-01-01T00:00:00Z");
  assert.deepEqual([past.code, past.stdout], [1, ""]);
  assert.match(past.stderr, /^A key cannot expire in the past: 2020-01-01T00:00:00.000Z\.$/m);
});

test("help that is asked for is the command's result", async () => {
  const { code, stdout, stderr } = await runAdminHere({}, "key", "--help");
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /^Usage: npm run admin -- COMMAND \[--json\]\n {2}key /);
});

test("what cannot be done is refused in one line, with a status that says so and nothing changed", async (t) => {
  const { databaseUrl: db } = await createTestDatabase(t);
  const unknown = newId("account");
  const refused: readonly [number, RegExp, readonly string[]][] = [
    [1, /There is no account/, ["account", "approve", unknown]],
    [1, /There is no account/, ["account", "grant", unknown, "1"]],
    [1, /no key/, ["key", "revoke", newId("key")]],
    [1, /not an e-mail address/, ["account", "create", "--email", "nobody"]],
    [1, /positive number of moods/, ["account", "create", "--email", "c@example.com", "--grant", "much"]],
    [64, /There is no command account destroy\.\nUsage/, ["account", "destroy"]],
    [64, /--emial/, ["account", "create", "--emial", "c@example.com"]],
    [64, /key create does not take CLIPPING\./, ["key", "create", unknown, "CLIPPING"]],
    [64, /account block does not take two\./, ["account", "block", unknown, "two"]],
    [
      64,
      /account create does not take --scopes\./,
      ["account", "create", "--email", "c@d.e", "--scopes", "X"],
    ],
    [64, /queue does not take list\./, ["queue", "list"]],
    [
      64,
      /^ID is missing\.\nUsage: npm run admin -- account approve ID \[--grant N\]\n$/,
      ["account", "approve"],
    ],
    [64, /^--email is missing\.\nUsage/, ["account", "create", "--approve"]],
    [64, /^ID\|--all is missing\.\nUsage/, ["queue", "retry"]],
    [64, /^--page must be a positive whole number, not "0"\.\n$/, ["account", "list", "--page", "0"]],
    [64, /not "-1"/, ["key", "create", unknown, "--per-minute", "-1"]],
    [64, /--scopes must be "all" or a list/, ["key", "create", unknown, "--scopes", ""]],
    [64, /--ips must be "any" or a list/, ["key", "create", unknown, "--ips", " ,"]],
  ];
  for (const [expected, message, args] of refused) {
    const call = args.join(" ");
    // One that the database refuses and one that the words do.
    const asProcess = call.startsWith("key revoke") || call === "account destroy";
    const { code, stdout, stderr } = await (asProcess ? adminProcess : admin)(db, ...args);
    assert.equal(code, expected, call);
    assert.match(stderr, message, call);
    assert.doesNotMatch(stderr, /\n\s+at /, "no stack");
    assert.equal(stdout, "", call);
  }
  const again = await json(db, "account", "create", "--email", "c@example.com");
  assert.equal(again.moodsGranted, 0, "nothing is left of the refused one");
});

test("templates are imported, listed as they were imported, replaced by id, and removed", async (t) => {
  const { databaseUrl: db } = await createTestDatabase(t);
  const sql = connectDatabase(db, { applicationName: "test", connections: 1 });
  t.after(() => sql.end({ timeout: 1 }));
  await fakeNode(sql);
  const file = join(await temporaryFolder(t), "templates.json");
  const write = (templates: unknown): Promise<void> => writeFile(file, JSON.stringify(templates));
  await write([TEST_TEMPLATE]);
  const [imported] = await jsonList(db, "template", "import", file);
  const id = String(imported?.template_id);
  assert.deepEqual(imported, { template_id: id, model: TEST_TEMPLATE.model, category: "animals" });
  const [listed] = await jsonList(db, "template", "list");
  assert.deepEqual([listed?.template_id, listed?.input], [id, TEST_TEMPLATE.input]);
  assert.deepEqual(
    [listed?.media_url, listed?.preview_results],
    [TEST_TEMPLATE.media_url, TEST_TEMPLATE.preview_results],
  );
  await write([{ ...listed, description: "A fox at night" }]);
  await jsonList(db, "template", "import", file);
  const after = await jsonList(db, "template", "list");
  assert.deepEqual(
    after.map((template) => [template.template_id, template.description]),
    [[id, "A fox at night"]],
  );
  assert.deepEqual(await json(db, "template", "remove", id), { template_id: id });
  assert.deepEqual(await jsonList(db, "template", "list"), []);
  assert.equal((await admin(db, "template", "remove", id)).code, 1);
});

test("an account is adjusted up and down with a reason", async (t) => {
  const { databaseUrl: db } = await createTestDatabase(t);
  const created = await json(db, "account", "create", "--email", "a@example.com", "--grant", "5");
  const id = String(created.id);
  const down = await json(db, "account", "adjust", id, "-1.5", "--note", "billing error");
  assert.deepEqual([down.moodsBalance, down.moodsGranted, down.moodsUsed], [3.5, 3.5, 0]);
  assert.equal((await json(db, "account", "adjust", id, "2", "--note", "gift")).moodsBalance, 5.5);
  assert.match((await admin(db, "account", "adjust", id, "-1")).stderr, /--note is missing/);
});

test("the kept secret is rotated without a database: the new one first, the old one accepted until it is forgotten", async (t) => {
  const dataDir = await temporaryFolder(t);
  const secret = (...args: string[]): Promise<Ended> =>
    runAdminHere({ CLIPMILL_DATA_DIR: dataDir }, "secret", ...args, "--json");
  const missing = await secret("rotate");
  assert.deepEqual([missing.code, missing.stdout], [1, ""]);
  assert.match(missing.stderr, /^There is no .*CLIPMILL_SECRET/);
  const old = await keepSecret(dataDir);
  assert.equal((JSON.parse((await secret("rotate")).stdout) as { accepted: number }).accepted, 2);
  const [fresh, second, ...others] = (await keepSecret(dataDir)).split("\n");
  assert.match(String(fresh), /^[0-9a-f]{64}$/);
  assert.deepEqual([second, others], [old, []]);
  assert.equal((await stat(join(dataDir, "secret"))).mode & 0o777, 0o600);
  assert.equal((await secret("forget-old")).code, 0);
  assert.equal(await keepSecret(dataDir), fresh);
});

test("a database that needs newer code is told of in one line", async (t) => {
  const { databaseUrl: db } = await createTestDatabase(t);
  const sql = connectDatabase(db, { applicationName: "test", connections: 1 });
  t.after(() => sql.end({ timeout: 1 }));
  await sql`insert into schema_migrations (version, name, sha256, needs) values (9999, '9999-later.sql', '', 9999)`;
  const { code, stdout, stderr } = await admin(db, "database", "migrate");
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(
    stderr,
    /^This version of Clipmill is too old for the database: .* Start the newer version.*\n$/,
  );
});
