// POST /highlights with a template: which are taken, and that a task keeps its template as it was.
import assert from "node:assert/strict";
import { test } from "node:test";
import { removeTemplate } from "../../../../control-plane/catalog/import-templates.ts";
import { HIGHLIGHT_RENDER } from "../../../../media-node/reel/highlight-render.ts";
import { newId } from "../../../../shared/ids.ts";
import { readReelTemplate } from "../../../../shared/templates/reel-template.ts";
import {
  type ApiReply,
  callApi,
  failureOf,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { moneyOf } from "../../../support/control-plane/tasks.ts";
import { importTestTemplates, REEL_TEMPLATE } from "../../../support/control-plane/templates.ts";
import { fakeNode } from "../../../support/media-node/media-node.ts";

const URL = "https://93.184.215.14/match.mp4";

test("a highlight job takes only a template of the model highlight-render, and counts its use", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const [render, other] = [newId("template"), newId("template")];
  await plane.sql`insert into template_categories (id, name, slug) values ('cat_1', 'Sport', 'sport')`;
  for (const [id, model, capability] of [
    [render, "highlight-render", "HIGHLIGHT_RENDER"],
    [other, "image", "IMAGE_GENERATION"],
  ] as const) {
    await plane.sql`
      insert into models (slug, title, subtitle, capability, input_schema, model_tiers)
      values (${model}, ${model}, '', ${capability}, '{"type":"object","properties":{},"required":[]}', '{lite}')`;
    await plane.sql`
      insert into templates (id, model, category_id, description, media_url, raw_prompt, input)
      values (${id}, ${model}, 'cat_1', '', 'https://example.com/p.png', '{"prompt":""}', '{"uppercase":true}')`;
  }
  const create = (template: string): Promise<ApiReply> =>
    callApi(plane, "POST", "/api/v1/highlights", { key, body: { url: URL, template_id: template } });
  assert.equal(failureOf(await create(other)), "400 INVALID_REQUEST");
  const reply = await create(render);
  assert.equal(reply.status, 201);
  assert.equal(reply.body.data?.template_id, null, "the envelope of video jobs has none");
  const [row] = await plane.sql<{ template: string; document: unknown; uses: string }[]>`
    select t.request->>'templateId' as template, t.request->'template' as document, m.usage_count as uses
    from tasks t join templates m on m.id = t.template_id`;
  assert.deepEqual([row?.template, Number(row?.uses)], [render, 1]);
  assert.deepEqual(row?.document, readReelTemplate({ uppercase: true }), "with every default filled in");
});

test("a highlight job keeps the template as it was, and its repeat is known whatever became of that", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  await fakeNode(plane.sql, [HIGHLIGHT_RENDER]);
  const [id = ""] = await importTestTemplates(plane.sql, REEL_TEMPLATE);
  const create = (): Promise<ApiReply> =>
    callApi(plane, "POST", "/api/v1/highlights", {
      key: account.key,
      body: { url: URL, template_id: id, idempotency_key: "one" },
    });
  const first = await create();
  await plane.sql`update templates set input = '{"colors":{"primary":"#00FF00"}}' where id = ${id}`;
  const second = await create();
  await removeTemplate(plane.sql, id);
  const third = await create();
  const ids = [first, second, third].map((reply) => reply.body.data?.task_id);
  assert.equal(new Set(ids).size, 1, JSON.stringify(third.body));
  const rows = await plane.sql<{ document: unknown }[]>`select request->'template' as document from tasks`;
  assert.deepEqual(
    rows.map(({ document }) => document),
    [readReelTemplate(REEL_TEMPLATE.input)],
  );
  assert.equal((await moneyOf(plane.sql, account.id)).used, 1);
});

test("a stored template that this version cannot render is refused by name, and nothing is charged", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  await fakeNode(plane.sql, [HIGHLIGHT_RENDER]);
  const [id = ""] = await importTestTemplates(plane.sql, REEL_TEMPLATE);
  await plane.sql`update templates set input = '{"confetti":true}' where id = ${id}`;
  const body = { url: URL, template_id: id };
  const reply = await callApi(plane, "POST", "/api/v1/highlights", { key: account.key, body });
  assert.equal(failureOf(reply), "400 INVALID_REQUEST");
  assert.match(String(reply.body.error?.details?.[0]?.message), /confetti/);
  assert.equal((await moneyOf(plane.sql, account.id)).used, 0);
});
