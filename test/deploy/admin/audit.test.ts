// The audit log: every command that changes something leaves one line in it, whatever commands there are.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { createKey } from "../../../control-plane/accounts/manage-keys.ts";
import { BUILT_IN_TEMPLATES } from "../../../control-plane/catalog/built-in-templates.ts";
import { importTemplates } from "../../../control-plane/catalog/import-templates.ts";
import { deleteOldActions } from "../../../control-plane/db/operator-actions.ts";
import { ADMIN_COMMANDS } from "../../../deploy/admin/admin-commands.ts";
import { nameOf, wordsOf } from "../../../deploy/admin/command-usage.ts";
import { keepSecret } from "../../../deploy/appliance/kept-secrets.ts";
import { upsertCatalogue, upsertNodeModels } from "../../../media-node/db/model-installs.ts";
import { HIGHLIGHT_RENDER } from "../../../media-node/reel/highlight-render.ts";
import { describeEntry } from "../../../media-node/worker/installs/node-report.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { newId } from "../../../shared/ids.ts";
import { runAdminHere } from "../../support/control-plane/admin.ts";
import { newKeyFor } from "../../support/control-plane/control-plane.ts";
import { TEST_TEMPLATE } from "../../support/control-plane/templates.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { makePastPeriod } from "../../support/database/periods.ts";
import { SMALL_ENTRY } from "../../support/media-node/installing-node.ts";
import { fakeNode, TEST_MODEL } from "../../support/media-node/media-node.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

interface Scene {
  readonly sql: Sql;
  readonly accountId: string;
  readonly keyId: string;
  readonly folder: string;
  readonly nodeId: string;
  /** Runs a command, which must succeed, and returns what it printed. */
  readonly admin: (...args: readonly string[]) => Promise<unknown>;
}

async function openScene(t: TestContext, more: NodeJS.ProcessEnv = {}): Promise<Scene> {
  const { sql, databaseUrl, account } = await accountDatabase(t, "7");
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, "storage"));
  const env = { CLIPMILL_DATABASE_URL: databaseUrl, CLIPMILL_DATA_DIR: folder, ...more };
  const admin = async (...args: readonly string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await runAdminHere(env, ...args, "--json");
    assert.equal(code, 0, `${args.join(" ")}: ${stderr}`);
    return JSON.parse(stdout);
  };
  const { id: nodeId } = await fakeNode(sql, [TEST_MODEL, HIGHLIGHT_RENDER]);
  return { sql, accountId: account.id, keyId: account.keyId, folder, nodeId, admin };
}

/** The arguments with which each command of the table can be run, one after the other. */
type Arguments = Readonly<Record<string, (scene: Scene) => readonly string[] | Promise<readonly string[]>>>;

const TEMPLATE_ID = "tmpl_01k0000000000000000000000a";

async function writeTemplateFile({ folder }: Scene): Promise<readonly string[]> {
  const path = join(folder, "templates.json");
  await writeFile(path, JSON.stringify([TEST_TEMPLATE]));
  return [path];
}

async function archivedDay({ sql }: Scene): Promise<readonly string[]> {
  const { endsAt } = await makePastPeriod(sql, 100, 70);
  return ["--before", new Date(endsAt.getTime() + 86_400_000).toISOString().slice(0, 10)];
}

/** A queue job of a kind that nobody knows any more. */
async function givenUpJob({ sql }: Scene): Promise<readonly string[]> {
  const [job] = await sql<
    { id: string }[]
  >`select id::text from graphile_worker.add_job('old', max_attempts => 1)`;
  await sql`update graphile_worker._private_jobs set attempts = 1 where id = ${String(job?.id)}::bigint`;
  return [String(job?.id)];
}

async function emptyCategory({ sql }: Scene): Promise<readonly string[]> {
  await sql`insert into template_categories (id, slug, name) values ('cat_empty', 'empty', 'Empty')`;
  return ["empty"];
}

/** The scene's node knows a model that it has not. */
async function nodeWithCatalogue({ sql, nodeId }: Scene): Promise<readonly string[]> {
  await upsertCatalogue(sql, [describeEntry(SMALL_ENTRY, 0)]);
  const [known, rest] = [[SMALL_ENTRY.name], { path: "/models", freeBytes: null, installed: [] }];
  await upsertNodeModels(sql, { nodeId, folderId: "mdir_1", canInstall: known, recommended: known, ...rest });
  return ["recommended", nodeId];
}

async function askedInstall({ sql }: Scene): Promise<readonly string[]> {
  const [install] = await sql<
    { id: string }[]
  >`select id from model_installs where model = ${SMALL_ENTRY.name}`;
  return [install?.id ?? ""];
}

const ofAccount = ({ accountId }: Scene): readonly string[] => [accountId];
const ofKey = ({ keyId }: Scene): readonly string[] => [keyId];

/** One that is not revoked yet. */
async function anotherKey({ sql, accountId }: Scene): Promise<readonly string[]> {
  const { id } = await createKey(sql, newKeyFor(accountId));
  return [id];
}

/** One who signed in, and another beside who keeps the right. */
async function twoOperators({ sql }: Scene): Promise<readonly string[]> {
  for (const name of ["ada", "bea"]) {
    await sql`insert into users (id, email, is_operator) values (${newId("user")}, ${`${name}@example.com`}, true)`;
  }
  return ["ada@example.com"];
}

async function ownerOf({ sql, accountId }: Scene): Promise<readonly string[]> {
  const [owner] = await sql<{ email: string }[]>`
    select email from users where id = (select user_id from accounts where id = ${accountId})`;
  return [owner?.email ?? ""];
}

async function ownerWithFactor(scene: Scene): Promise<readonly string[]> {
  const [email] = await ownerOf(scene);
  await scene.sql`
    insert into second_factors (user_id, secret, confirmed_at)
    select id, 'sealed', now() from users where email = ${email ?? ""}`;
  return [email ?? ""];
}

async function ownerWithIdentity(scene: Scene): Promise<readonly string[]> {
  const [email] = await ownerOf(scene);
  await scene.sql`
    insert into identities (issuer, subject, user_id)
    select 'https://id.example.com', 'one', id from users where email = ${email ?? ""}`;
  return [email ?? ""];
}

const reelId = BUILT_IN_TEMPLATES.find(({ model }) => model === HIGHLIGHT_RENDER.model)?.id ?? "";

const ARGUMENTS: Arguments = {
  "account create": () => ["--email", "new@example.com", "--grant", "2"],
  "account list": () => [],
  "account show": ofAccount,
  "account set": ({ accountId }) => [accountId, "--multiplier", "0.5", "--per-minute", "9"],
  "account approve": ofAccount,
  "account block": ofAccount,
  "account unblock": ofAccount,
  "account grant": ({ accountId }) => [accountId, "5"],
  "account quota": ({ accountId }) => [accountId, "5"],
  "account share": ({ accountId }) => [accountId, "--weight", "2"],
  "account adjust": ({ accountId }) => [accountId, "-1", "--note", "an error"],
  "key create": ofAccount,
  "key list": ofAccount,
  "key set": ({ keyId }) => [keyId, "--scopes", "CLIPPING"],
  "key rotate": anotherKey,
  "key revoke": ofKey,
  "operator link": () => [],
  "operator list": () => [],
  "operator add": ownerOf,
  "operator remove": twoOperators,
  "person reset": ownerOf,
  "person remove-factor": ownerWithFactor,
  "person unlink": ownerWithIdentity,
  "price list": () => [],
  "price set": () => [TEST_MODEL.model, "max", "0.25"],
  "template import": writeTemplateFile,
  "template list": () => [],
  "template preview": () => [TEMPLATE_ID],
  "template remove": () => [TEMPLATE_ID],
  "template restore": () => [reelId],
  "category list": () => [],
  "category rename": () => ["animals", "--name", "Beasts"],
  "category remove": emptyCategory,
  "secret rotate": () => [],
  "secret forget-old": () => [],
  "ledger show": ofAccount,
  "ledger check": () => [],
  "ledger archive": archivedDay,
  "database migrate": () => [],
  audit: () => [],
  backup: ({ folder }) => ["--to", join(folder, "backup")],
  "node drain": ({ nodeId }) => [nodeId],
  "node undrain": ({ nodeId }) => [nodeId],
  nodes: () => [],
  "model installs": () => [],
  "model install": nodeWithCatalogue,
  "model cancel": askedInstall,
  "model dismiss": askedInstall,
  queue: () => [],
  "queue failed": () => [],
  "queue retry": () => ["--all"],
  "queue drop": givenUpJob,
};

/** Commands that bring their own database; their lines are looked at where they are tested. */
const ALONE: readonly string[] = ["restore"];

/** That an object, or those of a list, have fields as all commands name them. */
function assertCamelCase(told: unknown, command: string): void {
  for (const name of [told].flat().flatMap((each) => Object.keys(each ?? {})))
    assert.match(name, /^[a-z]+([A-Z][a-z]+|\d+)*$/, `${command}: ${name}`);
}

test("each command that changes something leaves one line, and none that reads does", async (t) => {
  const scene = await openScene(t);
  const { sql } = scene;
  await importTemplates(sql, [{ ...TEST_TEMPLATE, template_id: TEMPLATE_ID }]);
  await keepSecret(scene.folder);
  const commands = ADMIN_COMMANDS.map(nameOf);
  const tried = [...Object.keys(ARGUMENTS), ...ALONE];
  assert.deepEqual(commands.toSorted(), tried.sort(), "each command is tried here");
  const actions = async (): Promise<string[]> =>
    (await sql<{ action: string }[]>`select action from operator_actions order by id`).map(
      ({ action }) => action,
    );
  for (const command of ADMIN_COMMANDS.filter((each) => !("changeAlone" in each))) {
    const name = nameOf(command);
    const before = await actions();
    // The node lives on, however long all of them take.
    await sql`update worker_leases set renewed_at = now()`;
    const told = await scene.admin(...wordsOf(command), ...((await ARGUMENTS[name]?.(scene)) ?? []));
    // Those are the API's own, as `template import` takes them.
    if (!name.startsWith("template ")) assertCamelCase(told, name);
    const expected = "read" in command ? before : [...before, name];
    assert.deepEqual(await actions(), expected, name);
  }
});

test("a line says who did what to whom, from where, and what it was before", async (t) => {
  const { admin, accountId, keyId } = await openScene(t, { SSH_CONNECTION: "192.0.2.7 50000 192.0.2.1 22" });
  await admin("account", "set", accountId, "--multiplier", "0.5");
  const made = (await admin("key", "create", accountId)) as { id: string; key: string };
  await admin("key", "rotate", keyId);
  const lines = (await admin("audit")) as Record<string, unknown>[];
  assert.deepEqual(
    lines.map(({ action, target, accountId: of }) => [action, target, of]),
    [
      ["key rotate", keyId, accountId],
      ["key create", made.id, accountId],
      ["account set", accountId, accountId],
    ],
  );
  const [, created, changed] = lines;
  assert.deepEqual(changed?.details, { priceMultiplier: { from: 1, to: 0.5 } });
  assert.deepEqual(
    [changed?.operator, changed?.via, changed?.origin],
    [`${userInfo().username}@${hostname()}`, "command", "192.0.2.7"],
  );
  assert.ok(!JSON.stringify(created).includes(made.key), "no secret in the log");
  assert.match(String(changed?.at), /Z$/);
});

test("what is refused leaves no line", async (t) => {
  const { sql, admin, accountId } = await openScene(t);
  await assert.rejects(admin("account", "grant", accountId, "much"));
  await assert.rejects(admin("account", "adjust", accountId, "-100", "--note", "too much"));
  await assert.rejects(admin("key", "set", "key_unknown", "--scopes", "CLIPPING"));
  assert.deepEqual([...(await sql`select from operator_actions`)], []);
});

test("the log is read by account, by action, by time, and a page at a time", async (t) => {
  const { sql, admin, accountId, keyId } = await openScene(t);
  const other = (await admin("account", "create", "--email", "b@example.com")) as { id: string };
  await admin("account", "grant", accountId, "1");
  await admin("account", "grant", accountId, "2");
  await admin("key", "revoke", keyId);
  const read = async (...options: string[]): Promise<unknown[]> =>
    ((await admin("audit", ...options)) as { action: string; target: string }[]).map(
      ({ action, target }) => `${action} ${target}`,
    );
  const grant = `account grant ${accountId}`;
  assert.deepEqual(await read("--account", other.id), [`account create ${other.id}`]);
  assert.deepEqual(await read("--action", "account grant"), [grant, grant]);
  assert.deepEqual(await read("--action", "account"), [grant, grant, `account create ${other.id}`]);
  assert.deepEqual(await read("--limit", "1", "--page", "2"), [grant]);
  const [first] = await sql<{ at: Date }[]>`select done_at + interval '1 hour' as at from operator_actions`;
  assert.deepEqual(await read("--since", String(first?.at.toISOString())), []);
});

test("nobody changes a line, and none goes before a month is over", async (t) => {
  const { sql, admin, accountId } = await openScene(t);
  await admin("account", "grant", accountId, "1");
  await assert.rejects(sql`update operator_actions set operator = 'nobody'`, /only added to/);
  await assert.rejects(sql`truncate operator_actions`, /only added to/);
  await assert.rejects(sql`delete from operator_actions`, /only added to/);
  await sql`
    insert into operator_actions (done_at, operator, via, origin, action, target)
    select now() - days * interval '1 day', 'somebody', 'command', 'local', 'nothing', days
    from unnest(array[31, 89, 91]) as days`;
  assert.equal(await deleteOldActions(sql, 90, 100), 1);
  assert.deepEqual(
    (await sql`select target from operator_actions where action = 'nothing' order by target`).map(
      ({ target }) => target,
    ),
    ["31", "89"],
  );
});

test("a secret is rotated where no database answers, and says that the log does not know", async (t) => {
  const folder = await temporaryFolder(t);
  await keepSecret(folder);
  const { code, stdout, stderr } = await runAdminHere({ CLIPMILL_DATA_DIR: folder }, "secret", "rotate");
  assert.equal(code, 0);
  assert.match(stdout, /^accepted: 2$/m);
  assert.match(stderr, /not in the audit log/);
});
