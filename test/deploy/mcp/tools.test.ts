// The MCP server's tools and resources, called by the SDK's own client over both transports, against a real control plane.
import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import { Clipmill } from "../../../shared/client/node.ts";
import type { RunOutcome } from "../../../shared/tasks/task-outcome.ts";
import { httpClient, type McpClient, mcpHttpServer, stdioClient } from "../../support/client/mcp-client.ts";
import { type TestControlPlane, testControlPlane } from "../../support/control-plane/control-plane.ts";
import { endRun, FAILED, newRun, taskEnded } from "../../support/control-plane/tasks.ts";
import { importTestTemplates } from "../../support/control-plane/templates.ts";
import type { TestAccount } from "../../support/database/test-account.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { fakeNode, generatedFile, TEST_MODEL } from "../../support/media-node/media-node.ts";
import { until } from "../../support/until.ts";

after(assertNoChildren);

const SOURCE = { video_url: "https://93.184.215.14/video.mp4" };

interface Scene extends McpClient {
  readonly plane: TestControlPlane;
  readonly account: TestAccount;
  readonly clipmill: Clipmill;
}

type Connect = (t: TestContext, url: string, key: string) => Promise<McpClient>;

const TRANSPORTS: Readonly<Record<string, Connect>> = {
  "standard input and output": (t, url, key) =>
    stdioClient(t, { CLIPMILL_URL: url, CLIPMILL_API_KEY: key, CLIPMILL_LOG_LEVEL: "error" }),
  HTTP: async (t, url, key) => {
    const server = await mcpHttpServer(t, { CLIPMILL_URL: url });
    return httpClient(t, server.url, { authorization: `Bearer ${key}` });
  },
};

async function scene(t: TestContext, connect: Connect): Promise<Scene> {
  const plane = await testControlPlane(t, { env: { CLIPMILL_RATE_PER_MINUTE: "100000" } });
  const account = await plane.account();
  await fakeNode(plane.sql);
  const clipmill = new Clipmill({ url: plane.url, apiKey: account.key });
  return { ...(await connect(t, plane.url, account.key)), plane, account, clipmill };
}

async function end({ plane }: Scene, taskId: unknown, outcome: RunOutcome): Promise<void> {
  await endRun(plane.sql, await newRun(plane.sql, String(taskId)), outcome);
  await taskEnded(plane.sql, String(taskId));
}

const CAPTIONS = Array.from({ length: 40 }, (_, index) => ({
  text: `Sentence number ${index}.`,
  start: index * 2,
  end: index * 2 + 1.5,
  words: [],
}));
const TRANSCRIBED: RunOutcome = {
  ok: true,
  output: { notice: null, segments: 40, captions: CAPTIONS, language: "en", model: "speech", duration: 80 },
};

for (const [name, connect] of Object.entries(TRANSPORTS)) {
  test(`over ${name}, a model makes clips, waits for them with progress, and reads them`, async (t) => {
    const here = await scene(t, connect);
    const { client, call, plane } = here;
    assert.equal(client.getServerVersion()?.name, "clipmill");
    assert.match(client.getInstructions() ?? "", /wait_for_job/);
    const created = await call("create_clips", { ...SOURCE, video_duration_seconds: 600, clip_count: 2 });
    assert.deepEqual([created.kind, created.status, created.charged_moods], ["clip", "queued", 1]);
    assert.equal(created.name, "video.mp4");
    const told: Progress[] = [];
    const waiting = call("wait_for_job", { task_id: created.task_id, max_wait_seconds: 60 }, (progress) =>
      told.push(progress),
    );
    await until("progress", () => told.length > 0);
    const runId = await newRun(plane.sql, String(created.task_id));
    await plane.sql`update runs set stage = 'rendering', percent = 40, message = 'Rendering', updated_at = now() where id = ${runId}`;
    await until("more progress", () => told.some(({ progress }) => progress === 40));
    await endRun(plane.sql, runId, { ok: true, output: { notice: "Fewer clips.", clips: [] } });
    const finished = await waiting;
    assert.deepEqual([finished.status, finished.notice, finished.clips], ["finished", "Fewer clips.", []]);
    assert.deepEqual(
      told.map(({ progress, total }) => [progress, total]),
      told.map(({ progress }) => [progress, 100]),
    );
    const { contents } = await client.readResource({ uri: `clipmill://jobs/${created.task_id}` });
    const [{ text = "" } = {}] = contents as { text?: string }[];
    assert.equal((JSON.parse(text) as { status: string }).status, "finished");
  });

  test(`over ${name}, transcripts are read piece by piece, and whole as a resource`, async (t) => {
    const here = await scene(t, connect);
    const { client, call, fail } = here;
    const { task_id } = await call("create_transcription", SOURCE);
    assert.match(await fail("read_transcript", { task_id }), /^INVALID_ARGUMENT: .*It is queued/);
    await end(here, task_id, TRANSCRIBED);
    const job = await call("get_job", { task_id });
    assert.match(String(job.preview), /^\[00:00:00\] Sentence number 0\.\n\[00:00:02\]/);
    const pieces: string[] = [];
    for (let offset: unknown = 0; offset !== null; ) {
      const piece = await call("read_transcript", { task_id, offset, max_characters: 300 });
      pieces.push(String(piece.text));
      offset = piece.next_offset;
    }
    assert.equal(pieces.length, 5);
    const { resources } = await client.listResources();
    assert.deepEqual(
      resources.map(({ uri }) => uri),
      [`clipmill://jobs/${task_id}`, `clipmill://jobs/${task_id}/transcript`],
    );
    const { contents } = await client.readResource({ uri: resources[1]?.uri ?? "" });
    assert.equal((contents[0] as { text: string }).text, pieces.join(""));
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.equal(resourceTemplates.length, 2);
    await assert.rejects(client.readResource({ uri: "file:///etc/passwd" }), /There is no resource/);
    await assert.rejects(client.readResource({ uri: "clipmill://jobs/task_none" }), /NOT_FOUND/);
  });
}

const HTTP = TRANSPORTS.HTTP as Connect;

test("tools have the API's own bounds, and say what they do to the account", async (t) => {
  const { client } = await scene(t, HTTP);
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    [
      "create_clips",
      "create_highlights",
      "create_transcription",
      "generate_images",
      "read_clip",
      "render_clip",
      "get_job",
      "wait_for_job",
      "list_jobs",
      "cancel_job",
      "read_transcript",
      "get_balance",
      "list_models",
      "list_templates",
    ],
  );
  const clips = tools.find(({ name }) => name === "create_clips");
  const fields = clips?.inputSchema.properties as Record<string, { maximum?: number }>;
  assert.equal(fields.clip_count?.maximum, 100);
  assert.ok(!("callback_url" in fields));
  assert.deepEqual(clips?.inputSchema.required, ["video_duration_seconds"]);
  for (const { name, title, description, annotations } of tools) {
    assert.ok((title ?? "") !== "" && (description ?? "").length > 40, name);
    assert.equal(annotations?.readOnlyHint, !/^(create|generate|render|cancel)_/.test(name), name);
  }
});

test("an input that is wrong is said field by field, and nothing is charged", async (t) => {
  const { client, fail, call } = await scene(t, HTTP);
  const wrong = { ...SOURCE, video_duration_seconds: 600, clip_count: 999, clip_cuont: 3 };
  const told = await fail("create_clips", wrong);
  assert.match(told, /^INVALID_REQUEST: The request is not valid\.\n- /);
  assert.match(told, /^- \/clip_count must be <= 100$/m);
  assert.match(told, /^- \/clip_cuont is not a known property$/m);
  const beyond = await fail("create_clips", { ...SOURCE, video_duration_seconds: 600, clip_count: 21 });
  assert.match(beyond, /^- \/clip_count must be <= 20$/m, "the appliance has the last word");
  const both = { ...SOURCE, s3_key: "uploads/x", video_duration_seconds: 600 };
  assert.match(await fail("create_clips", both), /^- \/s3_key is wrong: send exactly one of/m);
  assert.match(await fail("get_job", {}), /task_id is required/);
  assert.match(await fail("get_job", { task_id: "task_none" }), /^NOT_FOUND: .*\nlist_jobs/);
  await assert.rejects(client.callTool({ name: "delete_everything", arguments: {} }), /There is no tool/);
  assert.equal((await call("get_balance")).moodsUsed, 0);
});

test("jobs are listed page by page, cancelled, and a failed one says why and what to do", async (t) => {
  const here = await scene(t, HTTP);
  const { call } = here;
  const body = { ...SOURCE, video_duration_seconds: 600 };
  const [one, two] = [await call("create_clips", body), await call("create_clips", body)];
  const page = await call("list_jobs", { limit: 1 });
  assert.equal(page.total, 2);
  const [newest] = page.jobs as { task_id: string; name: string }[];
  assert.deepEqual([newest?.task_id, newest?.name], [two.task_id, "video.mp4"]);
  const next = await call("list_jobs", { limit: 1, cursor: page.next_cursor });
  assert.deepEqual((next.jobs as { task_id: string }[])[0]?.task_id, one.task_id);
  const cancelled = await call("cancel_job", { task_id: one.task_id });
  assert.deepEqual(
    [cancelled.status, (cancelled.error as { code: string }).code, cancelled.charged_moods],
    ["failed", "CANCELLED", 0],
  );
  await end(here, two.task_id, FAILED);
  const failed = await call("wait_for_job", { task_id: two.task_id });
  assert.equal((failed.error as { code: string }).code, "SOURCE_UNSUPPORTED");
  assert.match(String(failed.advice), /Try another file/);
});

test("waiting ends in time and says to call again", async (t) => {
  const { call } = await scene(t, HTTP);
  const { task_id } = await call("create_transcription", SOURCE);
  const waited = await call("wait_for_job", { task_id, max_wait_seconds: 1 });
  assert.equal(waited.status, "queued");
  assert.match(String(waited.next), /wait_for_job/);
});

test("a call that its client gives up ends", async (t) => {
  const { client, call } = await scene(t, HTTP);
  const { task_id } = await call("create_transcription", SOURCE);
  const stop = new AbortController();
  const input = { task_id, max_wait_seconds: 600 };
  const waiting = client.callTool({ name: "wait_for_job", arguments: input }, undefined, {
    signal: stop.signal,
    onprogress: () => stop.abort("enough"),
  });
  await assert.rejects(waiting, /enough/);
  // Eight calls at once are all that a session may have: none of those before has stayed. The server learns of it a little
  // later than the client.
  await until("room for eight", async () => {
    const balances = await Promise.allSettled(Array.from({ length: 8 }, () => call("get_balance")));
    return balances.every(({ status }) => status === "fulfilled");
  });
});

test("images are made by models that are listed, from templates that are, too", async (t) => {
  const here = await scene(t, HTTP);
  const { call, fail, plane } = here;
  const [templateId] = await importTestTemplates(plane.sql, {});
  const { models } = (await call("list_models")) as { models: { model: string; input_schema: object }[] };
  assert.deepEqual(
    models.map(({ model }) => model),
    [TEST_MODEL.model],
  );
  const { templates } = (await call("list_templates", { model: TEST_MODEL.model })) as {
    templates: { template_id: string }[];
  };
  assert.equal(templates[0]?.template_id, templateId);
  const missing = { model: TEST_MODEL.model, input: {} };
  assert.match(await fail("generate_images", missing), /^INPUT_SCHEMA_VIOLATION.*\n- \/input\/prompt/s);
  const created = await call("generate_images", {
    model: TEST_MODEL.model,
    template_id: templateId,
    output_count: 1,
  });
  const taskId = String(created.task_id);
  await end(here, taskId, { ok: true, output: null, result: [generatedFile(taskId)] });
  const finished = await call("wait_for_job", { task_id: taskId });
  const [file] = finished.files as { status: string; file_url: string }[];
  assert.equal(file?.status, "SUCCESS");
  assert.match(file?.file_url ?? "", /^http/);
  const listed = (await call("list_jobs", { type: "generation" })) as { total: number };
  assert.equal(listed.total, 1);
});

test("what keys may not do is said, and tasks of the other kind are found all the same", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account({ moods: "0" });
  await fakeNode(plane.sql);
  const { key } = await plane.key(account.id, { scopes: ["GENERATE"] });
  const { fail } = await HTTP(t, plane.url, key);
  assert.match(await fail("get_balance"), /^SCOPE_MISSING: .*\nThe API key may not do this/);
  assert.match(await fail("get_job", { task_id: "task_none" }), /^(NOT_FOUND|SCOPE_MISSING)/);
  const image = { model: TEST_MODEL.model, input: { prompt: "a lighthouse" } };
  assert.match(await fail("generate_images", image), /^INSUFFICIENT_MOODS: .*\nget_balance shows/);
});
