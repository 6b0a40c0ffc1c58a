// Models, prices, templates, categories and caption presets in the console.
import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  CategoryView,
  OperatorCaptionPresetView,
  OperatorModelView,
  OperatorTemplateView,
} from "../../../../../control-plane/console/api-types/operator.ts";
import { HIGHLIGHT_RENDER } from "../../../../../media-node/reel/highlight-render.ts";
import { failureOf, testControlPlane } from "../../../../support/control-plane/control-plane.ts";
import { readAudit, signInOperator } from "../../../../support/control-plane/operator.ts";
import { REEL_TEMPLATE, TEST_TEMPLATE } from "../../../../support/control-plane/templates.ts";
import { fakeNode, TEST_MODEL } from "../../../../support/media-node/media-node.ts";

test("a price is set for a model and tier, shown beside what holds else, and taken away", async (t) => {
  const plane = await testControlPlane(t, { env: { CLIPMILL_PRICE_MAX: "3" } });
  const operator = await signInOperator(plane);
  const node = await fakeNode(plane.sql, [{ ...TEST_MODEL, tier_prices: { lite: "0.5" } }]);
  const set = (tier: string, moods: string | null) =>
    operator.send("PUT", "/prices", { model: TEST_MODEL.model, tier, moods });
  const pricesOf = async () => {
    const models = await operator.ask<OperatorModelView[]>("GET", "/models");
    const model = models.find((each) => each.model === TEST_MODEL.model);
    assert.deepEqual(model?.nodes, [node.id]);
    return model?.prices;
  };
  const lite = { tier: "lite", moods: 0.5, setMoods: null, ownMoods: 0.5, listMoods: 1 };
  const max = { tier: "max", moods: 3, setMoods: null, ownMoods: null, listMoods: 3 };
  assert.deepEqual(await pricesOf(), [lite, max]);
  assert.equal((await set("max", "4.25")).status, 200);
  assert.deepEqual(await pricesOf(), [lite, { ...max, moods: 4.25, setMoods: 4.25 }]);
  assert.equal((await set("max", null)).status, 200);
  assert.deepEqual(await pricesOf(), [lite, max]);
  assert.equal(failureOf(await set("huge", "1")), "400 INVALID_REQUEST");
  assert.equal(failureOf(await set("max", "cheap")), "400 INVALID_REQUEST");
  const body = { model: "nobody-has-it", tier: "max", moods: "1" };
  assert.equal(failureOf(await operator.send("PUT", "/prices", body)), "404 NOT_FOUND");
  assert.deepEqual(await readAudit(plane.sql), [
    `price set ${TEST_MODEL.model} max {"moods": {"to": 4.25, "from": null}}`,
    `price set ${TEST_MODEL.model} max {"moods": {"to": null, "from": 4.25}}`,
  ]);
});

test("templates are imported, shown, exported, replaced and removed", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  await fakeNode(plane.sql, [TEST_MODEL, HIGHLIGHT_RENDER]);
  const imported = await operator.ask<{ template_id: string }[]>("POST", "/templates", [TEST_TEMPLATE]);
  const id = imported[0]?.template_id ?? "";
  const ours = async () => {
    const list = await operator.ask<OperatorTemplateView[]>("GET", `/templates?model=${TEST_MODEL.model}`);
    return list.filter((template) => !template.isBuiltIn);
  };
  const [shown] = await ours();
  assert.deepEqual(
    [shown?.id, shown?.description, shown?.preview, shown?.previewUrl, shown?.category.slug],
    [id, TEST_TEMPLATE.description, "elsewhere", null, "animals"],
  );
  const exported = await operator.ask<Record<string, unknown>[]>("GET", "/templates/export");
  const again = exported.map((template) =>
    template.template_id === id ? { ...template, description: "A hare" } : template,
  );
  await operator.ask(
    "POST",
    "/templates",
    again.filter((template) => template.template_id === id),
  );
  assert.deepEqual(
    (await ours()).map(({ description }) => description),
    ["A hare"],
  );
  await operator.ask("DELETE", `/templates/${id}`);
  assert.deepEqual(await ours(), []);
  assert.equal(failureOf(await operator.send("DELETE", `/templates/${id}`)), "404 NOT_FOUND");
});

test("an import that is wrong names the entry and imports nothing, and a large body is refused", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  await fakeNode(plane.sql, [TEST_MODEL, HIGHLIGHT_RENDER]);
  const missing = { ...REEL_TEMPLATE, input: { logo: { image: "assets/tmpl_1/none.png" } } };
  const reply = await operator.send("POST", "/templates", [TEST_TEMPLATE, missing]);
  assert.equal(failureOf(reply), "400 INVALID_REQUEST");
  assert.match(reply.body.error?.details?.[0]?.path ?? "", /^\/1\//);
  for (const body of [{}, [], [{ model: TEST_MODEL.model }], [7]]) {
    assert.equal(failureOf(await operator.send("POST", "/templates", body)), "400 INVALID_REQUEST");
  }
  const huge = { ...TEST_TEMPLATE, nobody_knows: "x".repeat(9 * 2 ** 20) };
  assert.equal(failureOf(await operator.send("POST", "/templates", [huge])), "413 BODY_TOO_LARGE");
  const [templates] =
    await plane.sql`select count(*)::int as number from templates where built_in_sha256 is null`;
  assert.equal(templates?.number, 0);
  assert.deepEqual(await readAudit(plane.sql), []);
  // Beyond what any other route takes, and within what this one does.
  const wide = { ...TEST_TEMPLATE, raw_prompt: { prompt: "x".repeat(2 * 2 ** 20) } };
  assert.equal((await operator.send("POST", "/templates", [wide])).status, 201);
});

test("a preview is asked for where nodes make them", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  await fakeNode(plane.sql, [TEST_MODEL, HIGHLIGHT_RENDER]);
  const [template] = await operator.ask<{ template_id: string }[]>("POST", "/templates", [REEL_TEMPLATE]);
  await operator.ask("POST", `/templates/${template?.template_id}/preview`);
  const list = await operator.ask<OperatorTemplateView[]>(
    "GET",
    `/templates?model=${HIGHLIGHT_RENDER.model}`,
  );
  assert.equal(list.find(({ id }) => id === template?.template_id)?.preview, "awaited");
  assert.equal(failureOf(await operator.send("POST", "/templates/tmpl_none/preview")), "404 NOT_FOUND");
  assert.equal((await readAudit(plane.sql)).at(-1), `template preview ${template?.template_id} {}`);
});

test("a category is renamed, and removed only when it is empty", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  await fakeNode(plane.sql);
  const [template] = await operator.ask<{ template_id: string }[]>("POST", "/templates", [TEST_TEMPLATE]);
  const renamed = await operator.ask<CategoryView>("PUT", "/categories/animals", { name: "Beasts" });
  assert.deepEqual([renamed.name, renamed.templates], ["Beasts", 1]);
  assert.equal(failureOf(await operator.send("DELETE", "/categories/animals")), "400 INVALID_REQUEST");
  await operator.ask("DELETE", `/templates/${template?.template_id}`);
  await operator.ask("DELETE", "/categories/animals");
  const left = await operator.ask<CategoryView[]>("GET", "/categories");
  assert.equal(
    left.some(({ slug }) => slug === "animals"),
    false,
  );
  assert.equal(failureOf(await operator.send("PUT", "/categories/animals", { name: "x" })), "404 NOT_FOUND");
});

test("caption presets are listed with their styles", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const presets = await operator.ask<OperatorCaptionPresetView[]>("GET", "/caption-presets");
  assert.ok(presets.some(({ name, style }) => name === "bold" && typeof style.fontSizePx === "number"));
});
