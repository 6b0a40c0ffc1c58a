// Arguments with which each command of operators can be run, one after the other, on the appliance of `admin-scene`.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createKey } from "../../../control-plane/accounts/manage-keys.ts";
import { BUILT_IN_TEMPLATES } from "../../../control-plane/catalog/built-in-templates.ts";
import { upsertCatalogue, upsertNodeModels } from "../../../media-node/db/model-installs.ts";
import { HIGHLIGHT_RENDER } from "../../../media-node/reel/highlight-render.ts";
import { describeEntry } from "../../../media-node/worker/installs/node-report.ts";
import { newId } from "../../../shared/ids.ts";
import { newTask } from "../control-plane/tasks.ts";
import { TEST_TEMPLATE } from "../control-plane/templates.ts";
import { makePastPeriod } from "../database/periods.ts";
import { newKeyFor } from "../database/test-account.ts";
import { SMALL_ENTRY } from "../media-node/installing-node.ts";
import { TEST_MODEL } from "../media-node/media-node.ts";
import type { AdminScene } from "./admin-scene.ts";

type Arguments = Readonly<
  Record<string, (scene: AdminScene) => readonly string[] | Promise<readonly string[]>>
>;

export const TEMPLATE_ID = "tmpl_01k0000000000000000000000a";

async function writeTemplateFile({ folder }: AdminScene): Promise<readonly string[]> {
  const path = join(folder, "templates.json");
  await writeFile(path, JSON.stringify([TEST_TEMPLATE]));
  return [path];
}

async function archivedDay({ sql }: AdminScene): Promise<readonly string[]> {
  const { endsAt } = await makePastPeriod(sql, 100, 70);
  return ["--before", new Date(endsAt.getTime() + 86_400_000).toISOString().slice(0, 10)];
}

/** A queue job of a kind that nobody knows any more. */
async function givenUpJob({ sql }: AdminScene): Promise<readonly string[]> {
  const [job] = await sql<
    { id: string }[]
  >`select id::text from graphile_worker.add_job('old', max_attempts => 1)`;
  await sql`update graphile_worker._private_jobs set attempts = 1 where id = ${String(job?.id)}::bigint`;
  return [String(job?.id)];
}

async function anyTask({ sql, accountId }: AdminScene): Promise<readonly string[]> {
  return [await newTask(sql, accountId)];
}

async function emptyCategory({ sql }: AdminScene): Promise<readonly string[]> {
  await sql`insert into template_categories (id, slug, name) values ('cat_empty', 'empty', 'Empty')`;
  return ["empty"];
}

/** The scene's node knows a model that it has not. */
async function nodeWithCatalogue({ sql, nodeId }: AdminScene): Promise<readonly string[]> {
  await upsertCatalogue(sql, [describeEntry(SMALL_ENTRY, 0)]);
  const [known, rest] = [[SMALL_ENTRY.name], { path: "/models", freeBytes: null, installed: [] }];
  await upsertNodeModels(sql, { nodeId, folderId: "mdir_1", canInstall: known, recommended: known, ...rest });
  return ["recommended", nodeId];
}

async function askedInstall({ sql }: AdminScene): Promise<readonly string[]> {
  const [install] = await sql<
    { id: string }[]
  >`select id from model_installs where model = ${SMALL_ENTRY.name}`;
  return [install?.id ?? ""];
}

const ofAccount = ({ accountId }: AdminScene): readonly string[] => [accountId];
const ofKey = ({ keyId }: AdminScene): readonly string[] => [keyId];

/** One that is not revoked yet. */
async function anotherKey({ sql, accountId }: AdminScene): Promise<readonly string[]> {
  const { id } = await createKey(sql, newKeyFor(accountId));
  return [id];
}

/** One who signed in, and another beside who keeps the right. */
async function twoOperators({ sql }: AdminScene): Promise<readonly string[]> {
  for (const name of ["ada", "bea"]) {
    await sql`insert into users (id, email, is_operator) values (${newId("user")}, ${`${name}@example.com`}, true)`;
  }
  return ["ada@example.com"];
}

async function ownerOf({ sql, accountId }: AdminScene): Promise<readonly string[]> {
  const [owner] = await sql<{ email: string }[]>`
    select email from users where id = (select user_id from accounts where id = ${accountId})`;
  return [owner?.email ?? ""];
}

async function ownerWithFactor(scene: AdminScene): Promise<readonly string[]> {
  const [email] = await ownerOf(scene);
  await scene.sql`
    insert into second_factors (user_id, secret, confirmed_at)
    select id, 'sealed', now() from users where email = ${email ?? ""}`;
  return [email ?? ""];
}

async function ownerWithIdentity(scene: AdminScene): Promise<readonly string[]> {
  const [email] = await ownerOf(scene);
  await scene.sql`
    insert into identities (issuer, subject, user_id)
    select 'https://id.example.com', 'one', id from users where email = ${email ?? ""}`;
  return [email ?? ""];
}

const reelId = BUILT_IN_TEMPLATES.find(({ model }) => model === HIGHLIGHT_RENDER.model)?.id ?? "";

export const ADMIN_ARGUMENTS: Arguments = {
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
  "task show": anyTask,
};
