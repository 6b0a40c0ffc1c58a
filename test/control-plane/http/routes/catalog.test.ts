// GET /models and GET /templates over HTTP, with a media node that exists only in the database.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Pagination } from "../../../../shared/pagination.ts";
import {
  callApi,
  failureOf,
  type TestControlPlane,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { importTestTemplates, TEST_TEMPLATE } from "../../../support/control-plane/templates.ts";
import { fakeNode, TEST_MODEL } from "../../../support/media-node/media-node.ts";

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

interface Page {
  readonly ids: readonly string[];
  readonly pagination: Pagination;
}

async function listTemplates(plane: TestControlPlane, key: string, query: string): Promise<Page> {
  const reply = await callApi(plane, "GET", `/api/v1/templates${query}`, { key });
  assert.equal(reply.status, 200, query);
  const body = reply.body as unknown as { data: { template_id: string }[]; pagination: Pagination };
  return { ids: body.data.map((template) => template.template_id), pagination: body.pagination };
}

async function listModels(plane: TestControlPlane, key: string): Promise<unknown[]> {
  const reply = await callApi(plane, "GET", "/api/v1/models", { key });
  assert.equal(reply.status, 200);
  assert.equal(typeof reply.body.message, "string");
  return reply.body.data as unknown as unknown[];
}

/** Moves templates' times apart, since an import gives all of them the time of its transaction. */
async function spreadTimes(plane: TestControlPlane, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    await plane.sql`update templates set created_at = created_at + ${index} * interval '1 second',
      updated_at = updated_at - ${index} * interval '1 second' where id = ${id}`;
  }
}

test("the model list is empty while no media node offers a model", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  assert.deepEqual(await listModels(plane, key), []);
});

/** Models that are gone with their last node. */
const FORGETFUL = { env: { CLIPMILL_MODEL_MEMORY_HOURS: "0" } };

/** As clients read it: with what one task may make, and what it costs by the appliance's own prices. */
const LISTED_MODEL = { ...TEST_MODEL, max_output_count: 8, tier_prices: { lite: 1, max: 2 } };

test("a model is listed, field by field and in its schema's own order, while a lease offers it", async (t) => {
  const plane = await testControlPlane(t, FORGETFUL);
  const { key } = await plane.account();
  const node = await fakeNode(plane.sql);
  const models = await listModels(plane, key);
  assert.deepEqual(models, [LISTED_MODEL]);
  assert.equal(JSON.stringify(models), JSON.stringify([LISTED_MODEL]));
  await node.leave();
  assert.deepEqual(await listModels(plane, key), []);
});

test("a model is remembered for 24 hours after its last node was there", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const node = await fakeNode(plane.sql);
  await node.leave();
  assert.deepEqual(await listModels(plane, key), [LISTED_MODEL]);
  await plane.sql`update model_offers set offered_at = now() - interval '23 hours 59 minutes'`;
  assert.deepEqual(await listModels(plane, key), [LISTED_MODEL]);
  await plane.sql`update model_offers set offered_at = now() - interval '24 hours 1 minute'`;
  assert.deepEqual(await listModels(plane, key), []);
});

test("a lease that was not renewed in time offers nothing", async (t) => {
  const plane = await testControlPlane(t, FORGETFUL);
  const { key } = await plane.account();
  const node = await fakeNode(plane.sql);
  await plane.sql`update worker_leases set renewed_at = now() - interval '21 seconds' where id = ${node.id}`;
  assert.deepEqual(await listModels(plane, key), []);
});

test("a model that two nodes offer is listed once, as the last of them described it", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  await fakeNode(plane.sql);
  const newer = { ...TEST_MODEL, title: "Test painter 2", model_tiers: ["max"] };
  await fakeNode(plane.sql, [newer]);
  assert.deepEqual(await listModels(plane, key), [
    { ...newer, max_output_count: 8, tier_prices: { max: 2 } },
  ]);
});

test("models that only render highlight templates are not listed for generation", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  await fakeNode(plane.sql, [{ ...TEST_MODEL, model: "highlight-render", capability: "HIGHLIGHT_RENDER" }]);
  assert.deepEqual(await listModels(plane, key), []);
});

test("a template is read with exactly the fields of the specification", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  await fakeNode(plane.sql);
  const [id = ""] = await importTestTemplates(plane.sql, {});
  const reply = await callApi(plane, "GET", `/api/v1/templates/${id}`, { key });
  assert.equal(reply.status, 200);
  const { created_at: createdAt, updated_at: updatedAt, category, ...rest } = reply.body.data ?? {};
  assert.match(String(createdAt), TIME);
  assert.match(String(updatedAt), TIME);
  const { id: categoryId, ...named } = category as Record<string, unknown>;
  assert.match(String(categoryId), /^cat_/);
  assert.deepEqual(named, { name: "Animals", slug: "animals" });
  const { category: _, ...imported } = TEST_TEMPLATE;
  assert.deepEqual(rest, {
    ...imported,
    template_id: id,
    model_title: TEST_MODEL.title,
    capability: TEST_MODEL.capability,
    model_tiers: TEST_MODEL.model_tiers,
    usage_count: 0,
  });
});

test("the list shows a template as its own read does, whether its model can run now or not", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const node = await fakeNode(plane.sql);
  const [id = ""] = await importTestTemplates(plane.sql, {});
  await node.leave();
  const list = await callApi(plane, "GET", "/api/v1/templates", { key });
  const read = await callApi(plane, "GET", `/api/v1/templates/${id}`, { key });
  assert.deepEqual(list.body.data, [read.body.data]);
});

test("an unknown or malformed template id answers 404", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  for (const id of ["tmpl_01k9zzzzzzzzzzzzzzzzzzzzzz", "nonsense", "%00", "..%2f..", "task_1"]) {
    const reply = await callApi(plane, "GET", `/api/v1/templates/${id}`, { key });
    assert.equal(failureOf(reply), "404 NOT_FOUND", id);
  }
});

test("pages hold 20 templates unless asked otherwise, newest first, and say what comes next", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  await fakeNode(plane.sql);
  const ids = await importTestTemplates(plane.sql, ...Array.from({ length: 45 }, () => ({})));
  await spreadTimes(plane, ids);
  const newestFirst = [...ids].reverse();
  const pages = [
    await listTemplates(plane, key, ""),
    await listTemplates(plane, key, "?page=2"),
    await listTemplates(plane, key, "?page=3"),
    await listTemplates(plane, key, "?page=4"),
  ];
  assert.deepEqual(
    pages.flatMap((page) => page.ids),
    newestFirst,
  );
  const common = { total: 45, limit: 20, totalPage: 3 };
  assert.deepEqual(
    pages.map((page) => page.pagination),
    [
      { ...common, currentPage: 1, nextPage: 2 },
      { ...common, currentPage: 2, nextPage: 3 },
      { ...common, currentPage: 3, nextPage: null },
      { ...common, currentPage: 4, nextPage: null },
    ],
  );
  assert.equal((await listTemplates(plane, key, "?limit=100")).ids.length, 45);
});

test("an empty catalogue has a first page without a next one", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  assert.deepEqual(await listTemplates(plane, key, ""), {
    ids: [],
    pagination: { total: 0, nextPage: null, limit: 20, currentPage: 1, totalPage: 0 },
  });
});

test("templates sort by each field in both directions", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  await fakeNode(plane.sql);
  const [a = "", b = "", c = ""] = await importTestTemplates(plane.sql, {}, {}, {});
  await spreadTimes(plane, [a, b, c]);
  await plane.sql`update templates set usage_count = case id when ${a} then 5 when ${b} then 9 else 1 end`;
  const orders: [string, string[]][] = [
    ["created_at", [a, b, c]],
    ["-created_at", [c, b, a]],
    ["updated_at", [c, b, a]],
    ["-updated_at", [a, b, c]],
    ["usage_count", [c, a, b]],
    ["-usage_count", [b, a, c]],
  ];
  for (const [sort, ids] of orders) {
    assert.deepEqual((await listTemplates(plane, key, `?sort=${sort}`)).ids, ids, sort);
  }
});

test("templates are filtered by model and by category, alone and together", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  await fakeNode(plane.sql, [TEST_MODEL, { ...TEST_MODEL, model: "other" }]);
  const category = { slug: "cars", name: "Cars" };
  const [a = "", b = "", c = ""] = await importTestTemplates(
    plane.sql,
    {},
    { model: "other" },
    { model: "other", category },
  );
  const [cars] = await plane.sql<{ id: string }[]>`select id from template_categories where slug = 'cars'`;
  const filtered = async (query: string): Promise<string[]> => [
    ...(await listTemplates(plane, key, query)).ids,
  ];
  assert.deepEqual((await filtered("?model=other")).sort(), [b, c].sort());
  assert.deepEqual(await filtered(`?templateCategoryId=${cars?.id}`), [c]);
  assert.deepEqual(await filtered(`?model=test-painter&templateCategoryId=${cars?.id}`), []);
  assert.deepEqual(await filtered("?model=test-painter"), [a]);
  assert.equal((await listTemplates(plane, key, "?model=other&limit=1")).pagination.total, 2);
  assert.deepEqual(await filtered("?model=unknown"), []);
});

test("a query parameter out of bounds answers 400 and names it", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const wrong = {
    page: ["0", "-1", "1.5", "x", "", "99999999999999999999"],
    limit: ["0", "101", "ten"],
    sort: ["id", "--created_at", "created_at;drop", ""],
    model: ["%00", "x".repeat(101)],
    templateCategoryId: ["%00"],
  };
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      const reply = await callApi(plane, "GET", `/api/v1/templates?${name}=${value}`, { key });
      assert.equal(failureOf(reply), "400 INVALID_REQUEST", `${name}=${value}`);
      assert.equal(reply.body.error?.details?.[0]?.path, `/${name}`);
    }
  }
});

test("the catalogue needs the scope SERVICES", async (t) => {
  const plane = await testControlPlane(t);
  const { id } = await plane.account();
  const { key } = await plane.key(id, { scopes: ["GENERATE", "CLIPPING"] });
  for (const path of ["/api/v1/models", "/api/v1/templates", "/api/v1/templates/tmpl_1"]) {
    assert.equal(failureOf(await callApi(plane, "GET", path, { key })), "403 SCOPE_MISSING", path);
  }
});
