// Numbers and JSON that are typed in the playground, in a real browser.
import assert from "node:assert/strict";
import { before, type TestContext, test } from "node:test";
import type { Page } from "playwright-core";
import { NO_CHROMIUM } from "../../../../../support/browser/chromium.ts";
import { consoleTab } from "../../../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../../../support/browser/people.ts";
import { testControlPlane } from "../../../../../support/control-plane/control-plane.ts";
import { fakeNode, TEST_MODEL } from "../../../../../support/media-node/media-node.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

/** The playground, where a model takes a prompt, a number and an object. */
async function openedPlayground(t: TestContext, path = "/playground"): Promise<Page> {
  const plane = await testControlPlane(t);
  const properties = {
    prompt: { type: "string" },
    strength: { type: "number", minimum: 0, maximum: 1, default: 0.5 },
    palette: { type: "object" },
  };
  await fakeNode(plane.sql, [{ ...TEST_MODEL, input_schema: { type: "object", properties, required: [] } }]);
  const tab = await consoleTab(t, plane);
  await openAs(tab, await testPerson(plane, { moods: "50" }), path);
  return tab.page;
}

test("a length with decimals is sent as it was typed", { skip }, async (t) => {
  const page = await openedPlayground(t);
  await page.getByRole("tab", { name: "An address" }).click();
  await page.getByLabel("Address", { exact: true }).fill("https://93.184.215.14/talk.mp4");
  const length = page.getByLabel("Length in seconds");
  for (const [typed, shown] of [
    ["90.0", "90"],
    [".5", "0.5"],
    ["612.05", "612.05"],
  ] as const) {
    await length.fill("");
    await length.pressSequentially(typed);
    assert.equal(await length.inputValue(), typed);
    await length.blur();
    assert.equal(await length.inputValue(), shown);
  }
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Start" }).click();
  assert.equal((await sent).postDataJSON().video_duration_seconds, 612.05);
});

test("a number of a model's input is sent as it was typed, and not left out where it is none", {
  skip,
}, async (t) => {
  const page = await openedPlayground(t, "/playground?make=images");
  const strength = page.getByLabel("Strength");
  await page.getByLabel("Prompt").fill("a harbour");
  const posts: { input: unknown; output_count: unknown }[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request.postDataJSON());
  });
  await strength.pressSequentially("1e");
  await page.getByRole("button", { name: "Start" }).click();
  assert.equal(await page.evaluate("document.activeElement.labels?.[0]?.textContent"), "Strength (optional)");
  await strength.fill("");
  await strength.pressSequentially("0.05");
  await page.getByLabel("How many").pressSequentially("1");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("heading", { name: /Your task/ }).waitFor();
  assert.deepEqual(
    posts.map(({ input, output_count }) => ({ input, output_count })),
    [{ input: { prompt: "a harbour", strength: 0.05 }, output_count: 1 }],
  );
});

test("an object of a model's input is sent as it stands there, and nothing while that is no JSON", {
  skip,
}, async (t) => {
  const page = await openedPlayground(t, "/playground?make=images");
  const palette = page.getByLabel("Palette");
  await page.getByLabel("Prompt").fill("a harbour");
  const inputs: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") inputs.push(request.postDataJSON().input);
  });
  await palette.fill('{"sky": "blue"}');
  await palette.fill('{"sky": "red"');
  await page.getByRole("button", { name: "Start" }).click();
  assert.equal(await page.evaluate("document.activeElement.labels?.[0]?.textContent"), "Palette (optional)");
  await palette.fill('{"sky": "red"}');
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("heading", { name: /Your task/ }).waitFor();
  assert.deepEqual(inputs, [{ prompt: "a harbour", palette: { sky: "red" } }]);
});
