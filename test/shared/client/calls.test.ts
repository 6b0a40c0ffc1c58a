// The client's calls against a real control plane, and against one that fails as services and networks do.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { Clipmill, ClipmillError } from "../../../shared/client/node.ts";
import { apiError, type ClientScene, clientScene, isPost, QUICK } from "../../support/client/client-scene.ts";
import { CLIP_BODY } from "../../support/control-plane/control-plane.ts";
import { importTestTemplates } from "../../support/control-plane/templates.ts";
import { localServer } from "../../support/local-server.ts";

const isClips = isPost("/clips");

async function charged({ client }: ClientScene): Promise<number> {
  return (await client.balance()).moodsUsed;
}

test("what the client creates, it lists, reads, cancels and removes", async (t) => {
  const { client } = await clientScene(t);
  const job = await client.clips.create({ ...CLIP_BODY, clip_count: 2 });
  assert.deepEqual([job.kind, job.name, job.status, job.output], ["clip", "video.mp4", "queued", null]);
  const transcription = await client.transcriptions.create({ video_url: CLIP_BODY.video_url });
  const highlight = await client.highlights.create({ url: CLIP_BODY.video_url, category: "football" });
  const listed: string[] = [];
  for await (const { task_id } of client.jobs.list({ limit: 1 })) listed.push(task_id);
  assert.deepEqual(listed, [highlight.task_id, transcription.task_id, job.task_id], "three pages of one");
  const page = await client.jobs.listPage({ kind: "clip" });
  assert.deepEqual([page.data.length, page.pagination.total], [1, 1]);
  assert.equal((await client.jobs.get(job)).task_id, job.task_id);
  const cancelled = await client.jobs.cancel(job);
  assert.equal(cancelled.error?.code, "CANCELLED");
  assert.deepEqual(await client.jobs.cancel(job.task_id), cancelled, "once more changes nothing");
  assert.ok((await client.jobs.delete(job)).deleted_at !== null);
  const { totals } = await client.usage();
  assert.ok(totals.requests >= 0);
});

test("generation tasks, models and templates are there too", async (t) => {
  const { client, plane } = await clientScene(t);
  await importTestTemplates(plane.sql, {}, {}, {}, {});
  const [model] = await client.models.list();
  assert.ok(model !== undefined);
  const body = { model: model.model, input: { prompt: "a lighthouse" }, output_count: 1 };
  const task = await client.generationTasks.create(body);
  assert.equal((await client.generationTasks.get(task)).kind, "generation");
  await client.generationTasks.cancel(task);
  await assert.rejects(client.generationTasks.retryWebhook(task), { code: "NO_CALLBACK_URL", status: 409 });
  const templates: string[] = [];
  for await (const { template_id } of client.templates.list({ limit: 3 })) templates.push(template_id);
  assert.equal(new Set(templates).size, 4, "two pages, without a cursor");
  const [first = ""] = templates;
  assert.equal((await client.templates.get(first)).template_id, first);
});

test("a refusal has the API's code, its details and the request's id", async (t) => {
  const { client, proxy } = await clientScene(t);
  const wrong = client.clips.create({ ...CLIP_BODY, clip_count: 99 });
  await assert.rejects(wrong, (error: unknown) => {
    assert.ok(error instanceof ClipmillError);
    assert.deepEqual([error.code, error.status], ["INVALID_REQUEST", 400]);
    assert.deepEqual(
      error.details.map(({ path }) => path),
      ["/clip_count"],
    );
    assert.match(error.requestId ?? "", /^[0-9a-f-]{36}$/);
    return true;
  });
  const stranger = new Clipmill({ url: proxy.url, apiKey: "nobody's", retry: QUICK });
  await assert.rejects(stranger.balance(), { code: "UNAUTHENTICATED", status: 401 });
  await assert.rejects(client.jobs.get("task_none"), { code: "NOT_FOUND" });
});

test("a field that is not known is named in the reply's message", async (t) => {
  const { client } = await clientScene(t);
  const body = { ...CLIP_BODY, clip_cuont: 3 };
  const { message } = await client.call("createClipJob", { body });
  assert.match(message, /`clip_cuont` is not known, did you mean `clip_count`/);
});

for (const [name, fault] of [
  ["429 without a word of when", apiError(429, "RATE_LIMITED")],
  ["429 with Retry-After", apiError(429, "RATE_LIMITED", { "retry-after": "0" })],
  ["503", apiError(503, "UNAVAILABLE")],
  ["502 of a proxy", { kind: "answer", status: 502, body: "<html>Bad gateway</html>" }],
] as const) {
  test(`a create goes on after ${name}, with one idempotency key, and is charged once`, async (t) => {
    const scene = await clientScene(t);
    scene.failNext(3, isClips, fault);
    const job = await scene.client.clips.create(CLIP_BODY);
    assert.equal(job.status, "queued");
    assert.equal(scene.seen(isClips), 4);
    assert.equal(await charged(scene), 1);
  });
}

test("a create whose answer was lost gives the task that it made", async (t) => {
  const scene = await clientScene(t);
  scene.failNext(2, isClips, { kind: "lost answer" });
  const job = await scene.client.clips.create(CLIP_BODY);
  assert.equal(scene.seen(isClips), 3);
  assert.equal(await charged(scene), 1);
  const { pagination } = await scene.client.jobs.listPage();
  assert.equal(pagination.total, 1);
  assert.equal((await scene.client.jobs.get(job)).task_id, job.task_id);
});

test("a create whose key its caller left undefined is charged once all the same", async (t) => {
  const scene = await clientScene(t);
  scene.failNext(1, isClips, { kind: "lost answer" });
  // As programs write it that do not always have one.
  await scene.client.clips.create({ ...CLIP_BODY, idempotency_key: undefined as unknown as string });
  assert.equal(scene.seen(isClips), 2);
  assert.equal(await charged(scene), 1);
});

test("two creates are two tasks, unless their caller gives them one key", async (t) => {
  const scene = await clientScene(t);
  const { client } = scene;
  const [one, two] = [await client.clips.create(CLIP_BODY), await client.clips.create(CLIP_BODY)];
  assert.notEqual(one.task_id, two.task_id);
  const keyed = { ...CLIP_BODY, idempotency_key: "talk-1" };
  const [three, four] = [await client.clips.create(keyed), await client.clips.create(keyed)];
  assert.equal(three.task_id, four.task_id);
  const other = { ...keyed, clip_count: 7 };
  await assert.rejects(client.clips.create(other), { code: "IDEMPOTENCY_CONFLICT" });
});

test("what does harm when repeated is not repeated after a lost answer", async (t) => {
  const scene = await clientScene(t);
  const isRetry = ({ url }: { url: string }): boolean => url.endsWith("/webhooks/retry");
  scene.failNext(1, isRetry, { kind: "lost answer" });
  await assert.rejects(scene.client.generationTasks.retryWebhook("task_none"), { code: "NO_CONNECTION" });
  assert.equal(scene.seen(isRetry), 1);
});

test("a cancel whose answer was lost has cancelled", async (t) => {
  const scene = await clientScene(t);
  const job = await scene.client.clips.create(CLIP_BODY);
  scene.failNext(1, ({ url }) => url.endsWith("/cancel"), { kind: "lost answer" });
  assert.equal((await scene.client.jobs.cancel(job)).error?.code, "CANCELLED");
});

test("a service that is away is tried a bounded number of times", async (t) => {
  const scene = await clientScene(t);
  await scene.proxy.goAway();
  await assert.rejects(scene.client.balance(), { code: "NO_CONNECTION", status: undefined });
  await scene.proxy.comeBack();
  assert.equal((await scene.client.balance()).moodsGranted, 100);
});

test("an answer that does not come is given up in time", async (t) => {
  const scene = await clientScene(t);
  scene.failNext(100, () => true, { kind: "stall", afterBytes: 5 });
  let tries = 0;
  const client = new Clipmill({
    url: scene.proxy.url,
    apiKey: scene.account.key,
    retry: { ...QUICK, tries: 2 },
    timeoutMs: 100,
    fetch: (...asked) => {
      tries += 1;
      return fetch(...asked);
    },
  });
  await assert.rejects(client.balance(), { code: "NO_ANSWER" });
  assert.equal(tries, 2);
});

test("a signal ends a call with its own reason, before it began and while it waits", async (t) => {
  const scene = await clientScene(t);
  const before = scene.client.balance({ signal: AbortSignal.abort(new Error("not even begun")) });
  await assert.rejects(before, /not even begun/);
  scene.failNext(1, () => true, { kind: "stall", afterBytes: 5 });
  const stop = new AbortController();
  const call = scene.client.balance({ signal: stop.signal });
  stop.abort(new Error("enough"));
  await assert.rejects(call, /enough/);
});

test("what is not the API says so, and a redirect carries no key along", async (t) => {
  const keys: unknown[] = [];
  const other = await localServer(t, (request, response) => {
    keys.push(request.headers["x-service-api-key"]);
    response.end("{}");
  });
  const moved = await localServer(t, (_, response) => {
    response.writeHead(301, { location: other.url }).end();
  });
  await assert.rejects(new Clipmill({ url: moved.url, apiKey: "secret" }).balance(), {
    code: "UNEXPECTED_ANSWER",
    status: 301,
  });
  assert.deepEqual(keys, []);
  const elsewhere = new Clipmill({ url: other.url, apiKey: "key" });
  await assert.rejects(elsewhere.balance(), { code: "UNEXPECTED_ANSWER", status: 200 });
});

test("an address is taken with and without its path, and one where nobody is, is said", async (t) => {
  const { plane, account } = await clientScene(t);
  for (const url of [`${plane.url}/`, `${plane.url}/api/v1`, `${plane.url}/api/v1/`]) {
    assert.equal((await new Clipmill({ url, apiKey: account.key }).balance()).moodsGranted, 100);
  }
  // A port on which nothing listens any more.
  const server = createServer().listen(0);
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const nobody = new Clipmill({ url: `http://127.0.0.1:${port}`, retry: { tries: 1 } });
  await assert.rejects(nobody.balance(), { code: "NO_CONNECTION" });
});

test("an address and a key that cannot be used are said before anything is sent", () => {
  for (const url of [
    "",
    "clipmill.example.com",
    "localhost:8080",
    "/clipmill",
    "ftp://clipmill.example.com",
    "https://user:word@clipmill.example.com",
    "https://clipmill.example.com/?page=1",
  ]) {
    assert.throws(() => new Clipmill({ url }), { code: "INVALID_ARGUMENT" }, url);
  }
  const url = "https://clipmill.example.com";
  for (const options of [{ apiKey: "clipmill_…" }, { apiKey: "one\ntwo" }, { headers: { "a b": "c" } }]) {
    assert.throws(() => new Clipmill({ url, ...options }), {
      code: "INVALID_ARGUMENT",
      message: "The `apiKey` or a header has characters that cannot be sent.",
    });
  }
});

test("a path is an address for a program that brings a fetch of its own", async () => {
  const asked: string[] = [];
  const client = new Clipmill({
    url: "/clipmill",
    fetch: async (address) => {
      asked.push(address);
      return Response.json({ status: 200, message: "", data: [] });
    },
  });
  assert.deepEqual(await client.models.list(), []);
  assert.deepEqual(asked, ["/clipmill/api/v1/models"]);
});

test("a time without end, or longer than timers can wait, is waited all the same", async (t) => {
  const { account, plane } = await clientScene(t);
  for (const timeoutMs of [Number.POSITIVE_INFINITY, 2 ** 31]) {
    const client = new Clipmill({ url: plane.url, apiKey: account.key, timeoutMs });
    const job = await client.clips.create(CLIP_BODY);
    const waited = assert.rejects(client.waitFor(job, { timeoutMs }), { code: "CANCELLED" });
    await client.jobs.cancel(job);
    await waited;
  }
});
