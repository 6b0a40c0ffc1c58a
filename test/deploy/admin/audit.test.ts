// The audit log: every command that changes something leaves one line in it, whatever commands there are.
import assert from "node:assert/strict";
import { hostname, userInfo } from "node:os";
import { test } from "node:test";
import { importTemplates } from "../../../control-plane/catalog/import-templates.ts";
import { deleteOldActions } from "../../../control-plane/db/operator-actions.ts";
import { ADMIN_COMMANDS } from "../../../deploy/admin/admin-commands.ts";
import { nameOf, wordsOf } from "../../../deploy/admin/command-usage.ts";
import { keepSecret } from "../../../deploy/appliance/kept-secrets.ts";
import { runAdminHere } from "../../support/control-plane/admin.ts";
import { TEST_TEMPLATE } from "../../support/control-plane/templates.ts";
import { ADMIN_ARGUMENTS, TEMPLATE_ID } from "../../support/deploy/admin-arguments.ts";
import { openAdminScene } from "../../support/deploy/admin-scene.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** Commands that bring their own database; their lines are looked at where they are tested. */
const ALONE: readonly string[] = ["restore"];

/** That an object, or those of a list, have fields as all commands name them. */
function assertCamelCase(told: unknown, command: string): void {
  for (const name of [told].flat().flatMap((each) => Object.keys(each ?? {})))
    assert.match(name, /^[a-z]+([A-Z][a-z]+|\d+)*$/, `${command}: ${name}`);
}

test("each command that changes something leaves one line, and none that reads does", async (t) => {
  const scene = await openAdminScene(t);
  const { sql } = scene;
  await importTemplates(sql, [{ ...TEST_TEMPLATE, template_id: TEMPLATE_ID }]);
  await keepSecret(scene.folder);
  const commands = ADMIN_COMMANDS.map(nameOf);
  const tried = [...Object.keys(ADMIN_ARGUMENTS), ...ALONE];
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
    const told = await scene.admin(...wordsOf(command), ...((await ADMIN_ARGUMENTS[name]?.(scene)) ?? []));
    // Those are the API's own, as `template import` takes them.
    if (!name.startsWith("template ")) assertCamelCase(told, name);
    const expected = "read" in command ? before : [...before, name];
    assert.deepEqual(await actions(), expected, name);
  }
});

test("a line says who did what to whom, from where, and what it was before", async (t) => {
  const { admin, accountId, keyId } = await openAdminScene(t, {
    SSH_CONNECTION: "192.0.2.7 50000 192.0.2.1 22",
  });
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
  const { sql, admin, accountId } = await openAdminScene(t);
  await assert.rejects(admin("account", "grant", accountId, "much"));
  await assert.rejects(admin("account", "adjust", accountId, "-100", "--note", "too much"));
  await assert.rejects(admin("key", "set", "key_unknown", "--scopes", "CLIPPING"));
  assert.deepEqual([...(await sql`select from operator_actions`)], []);
});

test("the log is read by account, by action, by time, and a page at a time", async (t) => {
  const { sql, admin, accountId, keyId } = await openAdminScene(t);
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
  const { sql, admin, accountId } = await openAdminScene(t);
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
