// The built-in templates: brought once by whoever comes first, updated by newer versions, never against an operator.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import {
  bringBuiltInTemplates,
  restoreBuiltInTemplate,
} from "../../../control-plane/catalog/bring-templates.ts";
import {
  BUILT_IN_TEMPLATES,
  type BuiltInTemplate,
} from "../../../control-plane/catalog/built-in-templates.ts";
import { importTemplates, removeTemplate } from "../../../control-plane/catalog/import-templates.ts";
import { createInputChecks } from "../../../control-plane/catalog/input-checks.ts";
import type { ModelRow } from "../../../control-plane/db/models.ts";
import { describeImageModels } from "../../../media-node/images/describe-image-model.ts";
import { HIGHLIGHT_RENDER } from "../../../media-node/reel/highlight-render.ts";
import { isId } from "../../../shared/ids.ts";
import { createLogger } from "../../../shared/logger.ts";
import { readReelTemplate } from "../../../shared/templates/reel-template.ts";
import { REEL_TEMPLATE } from "../../support/control-plane/templates.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { fakeNode } from "../../support/media-node/media-node.ts";
import { builtInBundles } from "../../support/media-node/media-pools.ts";

const logger = createLogger("test", "silent");

function version(number: number, changes: Partial<BuiltInTemplate> = {}): BuiltInTemplate[] {
  const [template] = BUILT_IN_TEMPLATES;
  assert.ok(template !== undefined);
  return [{ ...template, description: `Version ${number}`, sha256: `hash ${number}`, ...changes }];
}

async function openCatalog(t: TestContext) {
  const { sql } = await accountDatabase(t);
  await fakeNode(sql, MODELS);
  const bring = (templates?: readonly BuiltInTemplate[]) => bringBuiltInTemplates(sql, logger, templates);
  const descriptions = async (): Promise<string[]> =>
    (await sql<{ description: string }[]>`select description from templates order by id`).map(
      (row) => row.description,
    );
  return { sql, bring, descriptions };
}

/** Every model that built-in templates are of. */
const MODELS = [HIGHLIGHT_RENDER, ...describeImageModels(await builtInBundles())];

test("every built-in template has an id, a version of its own, and an input that its model takes", () => {
  const checks = createInputChecks();
  for (const { id, model: slug, input, description } of BUILT_IN_TEMPLATES) {
    assert.ok(isId("template", id), id);
    const model = MODELS.find((each) => each.model === slug);
    assert.ok(model !== undefined, `${description} is of ${slug}, which no node has`);
    const schema = { slug, input_schema: model.input_schema, input_schema_version: slug };
    assert.doesNotThrow(() => checks.check(schema as ModelRow, input), description);
    if (slug === HIGHLIGHT_RENDER.model) readReelTemplate(input);
  }
  const ofImages = BUILT_IN_TEMPLATES.filter(({ model }) => model !== HIGHLIGHT_RENDER.model);
  assert.ok(BUILT_IN_TEMPLATES.length - ofImages.length >= 4);
  assert.ok(ofImages.length >= 8);
  assert.ok(new Set(ofImages.map(({ category }) => category.id)).size >= 3);
  assert.equal(new Set(BUILT_IN_TEMPLATES.map(({ id }) => id)).size, BUILT_IN_TEMPLATES.length);
  assert.equal(new Set(BUILT_IN_TEMPLATES.map(({ sha256 }) => sha256)).size, BUILT_IN_TEMPLATES.length);
});

test("nothing is brought before a media node has announced the model", async (t) => {
  const { sql } = await accountDatabase(t);
  assert.deepEqual(await bringBuiltInTemplates(sql, logger), []);
  await fakeNode(sql, MODELS);
  assert.equal((await bringBuiltInTemplates(sql, logger)).length, BUILT_IN_TEMPLATES.length);
});

test("processes that start at once bring every template once, and ask once for each preview", async (t) => {
  const { sql, bring, descriptions } = await openCatalog(t);
  const brought = await Promise.all(Array.from({ length: 6 }, () => bring()));
  assert.deepEqual(
    brought.flat().sort(),
    BUILT_IN_TEMPLATES.map(({ id }) => id),
  );
  assert.equal((await descriptions()).length, BUILT_IN_TEMPLATES.length);
  const [jobs] = await sql`
    select count(*)::int as jobs, count(distinct queue_name)::int as queues, bool_and(run_at > now() + interval '1 minute') as late
    from graphile_worker.jobs`;
  assert.deepEqual(jobs, { jobs: BUILT_IN_TEMPLATES.length, queues: 1, late: true });
});

test("a newer version replaces an unchanged older one, and an older process does not put it back", async (t) => {
  const { sql, bring, descriptions } = await openCatalog(t);
  await bring(version(1));
  await sql`update templates set usage_count = 3`;
  await bring(version(2));
  assert.deepEqual(await descriptions(), ["Version 2"]);
  assert.deepEqual(await bring(version(1)), []);
  assert.deepEqual(await descriptions(), ["Version 2"]);
  const [row] = await sql`select usage_count::int as uses from templates`;
  assert.equal(row?.uses, 3);
});

test("what an operator made of a built-in template stays", async (t) => {
  const { sql, bring, descriptions } = await openCatalog(t);
  const [template] = version(1);
  await bring(version(1));
  assert.ok(template !== undefined);
  await importTemplates(sql, [{ ...REEL_TEMPLATE, template_id: template.id, description: "Ours" }]);
  assert.deepEqual(await bring(version(2)), []);
  assert.deepEqual(await descriptions(), ["Ours"]);
});

test("a built-in template that was removed does not come back, by any version, until it is restored", async (t) => {
  const { sql, bring, descriptions } = await openCatalog(t);
  const [template] = BUILT_IN_TEMPLATES;
  assert.ok(template !== undefined);
  await bring([template]);
  await removeTemplate(sql, template.id);
  assert.deepEqual([await bring([template]), await bring(version(2))], [[], []]);
  assert.deepEqual(await descriptions(), []);
  await restoreBuiltInTemplate(sql, template.id);
  assert.deepEqual(await descriptions(), [template.description]);
  await assert.rejects(restoreBuiltInTemplate(sql, "tmpl_unknown"), { code: "NOT_FOUND" });
});

test("a category that an operator renamed or made keeps its name and its id", async (t) => {
  const { sql, bring } = await openCatalog(t);
  const { category } = version(1)[0] ?? {};
  await sql`insert into template_categories (id, slug, name) values ('cat_own', ${category?.slug ?? ""}, 'Our reels')`;
  await bring(version(1));
  assert.deepEqual(
    [...(await sql`select id, name from template_categories`)],
    [{ id: "cat_own", name: "Our reels" }],
  );
});
