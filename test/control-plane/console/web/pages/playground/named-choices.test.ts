// Names that requests take, as the playground offers them.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { withNamedChoices } from "../../../../../../control-plane/console/web/pages/playground/named-choices.ts";
import { HIGHLIGHT_RENDER } from "../../../../../../media-node/reel/highlight-render.ts";
import { NO_CHROMIUM } from "../../../../../support/browser/chromium.ts";
import { consoleTab } from "../../../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../../../support/browser/people.ts";
import { testControlPlane } from "../../../../../support/control-plane/control-plane.ts";
import { importTestTemplates, REEL_TEMPLATE } from "../../../../../support/control-plane/templates.ts";
import { fakeNode } from "../../../../../support/media-node/media-node.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

test("fields that take names are choices where there are names, and texts where there are none", () => {
  const text = { type: "string" };
  const schema = {
    properties: {
      category: { ...text, examples: ["FOOTBALL", "OTHER"] },
      template_id: text,
      title: { ...text, examples: ["a", "b"] },
      subtitle: { properties: { preset: text, font_color: text } },
    },
  };
  const presets = [{ const: "bold", title: "bold · heavy" }];
  const named = new Map([
    ["subtitle.preset", presets],
    ["template_id", []],
  ]);
  const { properties } = schema;
  assert.deepEqual(withNamedChoices(schema, named), {
    properties: {
      ...properties,
      category: { ...properties.category, anyOf: [{ const: "FOOTBALL" }, { const: "OTHER" }] },
      subtitle: { properties: { preset: { ...text, anyOf: presets }, font_color: text } },
    },
  });
});

async function optionsOf(select: Locator): Promise<string[]> {
  return await select.locator("option").allTextContents();
}

async function sentBody(page: Page): Promise<Record<string, unknown>> {
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Start" }).click();
  return (await sent).postDataJSON() as Record<string, unknown>;
}

test("presets, fonts, sports and templates are chosen from those that there are", { skip }, async (t) => {
  const plane = await testControlPlane(t);
  await fakeNode(plane.sql, [HIGHLIGHT_RENDER]);
  const [templateId] = await importTestTemplates(plane.sql, REEL_TEMPLATE);
  const tab = await consoleTab(t, plane);
  await openAs(tab, await testPerson(plane, { moods: "50" }), "/playground?make=highlights");
  const { page } = tab;
  await page.getByRole("tab", { name: "An address" }).click();
  await page.getByLabel("Address", { exact: true }).fill("https://93.184.215.14/match.mp4");
  await page.getByLabel("Length in seconds").fill("600");
  const category = page.getByLabel("Category");
  assert.ok((await optionsOf(category)).includes("FOOTBALL"));
  await category.selectOption("FOOTBALL");
  await page.getByLabel("Template").selectOption({ label: REEL_TEMPLATE.description });
  const reel = await sentBody(page);
  assert.equal(reel.category, "FOOTBALL");
  assert.equal(reel.template_id, templateId);

  await tab.open("/playground");
  await page.getByText("More options").click();
  await page.getByText("Subtitle", { exact: true }).click();
  const presets = await optionsOf(page.getByLabel("Preset"));
  assert.ok(presets.some((preset) => preset.startsWith("karaoke · ")));
  assert.ok((await optionsOf(page.getByLabel("Font style"))).includes("Anton"));
  await tab.screenshot("playground-presets");
});
