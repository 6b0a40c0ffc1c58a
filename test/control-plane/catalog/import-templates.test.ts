import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { importTemplates } from "../../../control-plane/catalog/import-templates.ts";
import { HIGHLIGHT_RENDER } from "../../../media-node/reel/highlight-render.ts";
import { newId } from "../../../shared/ids.ts";
import { importTestTemplates, REEL_TEMPLATE, TEST_TEMPLATE } from "../../support/control-plane/templates.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { fakeNode } from "../../support/media-node/media-node.ts";

async function openCatalog(t: TestContext) {
  const { sql } = await accountDatabase(t);
  await fakeNode(sql);
  return sql;
}

test("a file with one wrong template is refused whole, and the entry is named", async (t) => {
  const sql = await openCatalog(t);
  const id = newId("template");
  const wrong: [unknown, string][] = [
    [{ ...TEST_TEMPLATE, input: { prompt: 7 } }, "/1/input/prompt"],
    [{ ...TEST_TEMPLATE, input: {} }, "/1/input/prompt"],
    [{ ...TEST_TEMPLATE, model: "unknown" }, "/1/model"],
    [{ ...TEST_TEMPLATE, template_id: "mine" }, "/1/template_id"],
    [{ ...TEST_TEMPLATE, template_id: id }, "/1/template_id"],
    [{ ...TEST_TEMPLATE, media_url: "javascript:alert(1)" }, "/1/media_url"],
    [{ ...TEST_TEMPLATE, category: undefined }, "/1/category"],
    [{ ...TEST_TEMPLATE, media_url: "storage:tasks/x/clips/y/video.mp4" }, "/1/media_url"],
    [{ ...TEST_TEMPLATE, input: { prompt: `assets/${newId("template")}-logo.png` } }, "/1/input/prompt"],
    [{ ...TEST_TEMPLATE, raw_prompt: {} }, "/1/raw_prompt/prompt"],
    [{ ...TEST_TEMPLATE, raw_promt: { prompt: "a fox" } }, "/1/raw_promt"],
    [{ ...TEST_TEMPLATE, category: { ...TEST_TEMPLATE.category, title: "Animals" } }, "/1/category/title"],
    ["text", "/1"],
  ];
  for (const [template, path] of wrong) {
    const file = [{ ...TEST_TEMPLATE, template_id: id }, template];
    await assert.rejects(importTemplates(sql, file), (error: { details?: { path: string }[] }) => {
      assert.equal(error.details?.[0]?.path, path);
      return true;
    });
  }
  await assert.rejects(importTemplates(sql, { templates: [] }), { code: "INVALID_REQUEST" });
  const [row] = await sql`select count(*)::int as templates from templates`;
  assert.equal(row?.templates, 0);
});

test("a field that nobody knows is told with the one that was meant, and what clients read may be in a file", async (t) => {
  const sql = await openCatalog(t);
  const { preview_results: results = [] } = TEST_TEMPLATE;
  const misspelt = {
    ...TEST_TEMPLATE,
    preview_results: results.map((each) => ({ ...each, file_name: "a" })),
  };
  await assert.rejects(importTemplates(sql, [misspelt]), {
    code: "INVALID_REQUEST",
    message: "/0/preview_results/0/file_name is not known, did you mean preview_results[].filename?",
  });
  const read = {
    ...TEST_TEMPLATE,
    category: { id: newId("category"), ...TEST_TEMPLATE.category },
    model_title: "A test model",
    capability: "IMAGE_GENERATION",
    model_tiers: ["lite"],
    usage_count: 3,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
  };
  assert.equal((await importTemplates(sql, [read])).length, 1);
});

test("templates of one category slug share its id, and the last file names it", async (t) => {
  const sql = await openCatalog(t);
  await importTestTemplates(sql, {}, {});
  const [before] = await sql`select id from template_categories`;
  await importTestTemplates(sql, { category: { slug: "animals", name: "Beasts" } });
  assert.deepEqual(
    [...(await sql`select id, name from template_categories`)],
    [{ id: before?.id, name: "Beasts" }],
  );
});

test("a template that is imported again keeps its creation time and its uses", async (t) => {
  const sql = await openCatalog(t);
  const [id = ""] = await importTestTemplates(sql, {});
  await sql`update templates set usage_count = 7, created_at = created_at - interval '1 day'`;
  const [before] = await sql`select created_at, usage_count from templates`;
  await importTestTemplates(sql, { template_id: id, description: "A fox at night" });
  const [after] = await sql`select created_at, usage_count, description from templates`;
  assert.deepEqual(after, { ...before, description: "A fox at night" });
});

test("a template without raw_prompt shows the prompt of its input there, and none where its model takes none", async (t) => {
  const sql = await openCatalog(t);
  const { raw_prompt: _, ...plain } = TEST_TEMPLATE;
  await fakeNode(sql, [HIGHLIGHT_RENDER]);
  await importTemplates(sql, [plain, REEL_TEMPLATE]);
  const rows = await sql`select model, raw_prompt from templates order by model`;
  assert.deepEqual(Object.fromEntries(rows.map(({ model, raw_prompt }) => [model, raw_prompt])), {
    [TEST_TEMPLATE.model]: { prompt: "a fox in the snow" },
    [REEL_TEMPLATE.model]: { prompt: "" },
  });
});
