// Drives every operation of the published document with values that no decent client would send: nothing may end in a
// server error, take long, answer otherwise than documented, or show anything of another account. The seed is fixed,
// so that a failure comes back; CLIPMILL_FUZZ_SEED sets another.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type ListedOperation,
  listOperations,
} from "../../../../control-plane/http/openapi/docs-operation.ts";
import type { OpenApiDocument } from "../../../../control-plane/http/openapi/openapi-types.ts";
import { anyCharacter } from "../../../support/any-character.ts";
import { checkAgainstDocument } from "../../../support/control-plane/api-document.ts";
import {
  CLIP_BODY,
  callApi,
  type TestControlPlane,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { moneyOf } from "../../../support/control-plane/tasks.ts";
import { importTestTemplates } from "../../../support/control-plane/templates.ts";
import { fakeNode, TEST_MODEL } from "../../../support/media-node/media-node.ts";

const SEED = Number(process.env.CLIPMILL_FUZZ_SEED ?? 20_261_121);
const RUNS_PER_OPERATION = 40;
/** Of the processor: how long an answer takes is the machine's matter, too. */
const MAX_WORK_MS = 2_000;
const ANSWER_TIMEOUT_MS = 60_000;
/** Stands in everything that belongs to the account which is not ours. */
const FOREIGN = "foreign-marker-5d1c";
const UNLIMITED = { perMinute: 1_000_000, perDay: 1_000_000 };

interface Target {
  readonly plane: TestControlPlane;
  readonly accountId: string;
  readonly key: string;
  /** Ids of ours, of the other account, and of nobody. */
  readonly ids: readonly string[];
  readonly foreignIds: readonly string[];
  readonly document: OpenApiDocument;
}

async function createTasks(plane: TestControlPlane, key: string, mark: string): Promise<string[]> {
  const callback_url = `https://93.184.215.14/${mark}`;
  const bodies: readonly (readonly [string, object])[] = [
    ["clips", { ...CLIP_BODY, video_title: mark, idempotency_key: mark }],
    ["highlights", { url: CLIP_BODY.video_url, title: mark }],
    ["transcriptions", { video_url: CLIP_BODY.video_url }],
    ["generation-tasks", { model: TEST_MODEL.model, input: { prompt: mark } }],
  ];
  const ids: string[] = [];
  for (const [path, body] of bodies) {
    const reply = await callApi(plane, "POST", `/api/v1/${path}`, { key, body: { ...body, callback_url } });
    assert.equal(reply.status, 201, reply.text);
    ids.push(String(reply.body.data?.task_id));
  }
  return ids;
}

async function openTarget(t: Parameters<typeof testControlPlane>[0]): Promise<Target> {
  const plane = await testControlPlane(t);
  await fakeNode(plane.sql);
  const [templateId = ""] = await importTestTemplates(plane.sql, {});
  const [ours, others] = [await plane.account({ moods: "1000000" }), await plane.account()];
  const { key } = await plane.key(ours.id, UNLIMITED);
  const ids = [...(await createTasks(plane, key, "ours")), templateId];
  const foreignIds = await createTasks(plane, others.key, FOREIGN);
  const response = await fetch(`${plane.url}/api/v1/openapi.json`);
  const document = (await response.json()) as OpenApiDocument;
  return { plane, accountId: ours.id, key, ids, foreignIds, document };
}

const HOSTILE_TEXTS = [
  ...["", " ", "\u0000", "\ud800", "\udfff\ud800", "é", "𝒜", "‮", "a".repeat(5_000), "%", "%00", "%2e%2e%2f"],
  ...[
    "../../etc/passwd",
    "' or 1=1 --",
    "$1",
    "{{7*7}}",
    "<script>",
    "null",
    "NaN",
    "Infinity",
    "-1",
    "1e309",
  ],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "http://127.0.0.1/",
    "javascript:alert(1)",
    "file:///etc/passwd",
  ],
  ...[
    "http://[::ffff:127.0.0.1]/",
    "https://a@b:c@d/",
    "http://",
    "00:00:00",
    "99:59:59",
    "15-15s",
    "999-999s",
  ],
  ...["2026-02-30", "2026-01-01T00:00:00+99:99", "9999-12-31T23:59:59Z", "9".repeat(400), "task_", "1080p"],
];

const HOSTILE_VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -0,
    -1,
    1.5,
    1e308,
    -1e308,
    5e-324,
    2 ** 53 + 2,
    2 ** 31,
    2 ** 63,
    [],
    {},
    [[]],
    [null],
  ],
  ...[
    JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}'),
    JSON.parse(`${"[".repeat(60)}${"]".repeat(60)}`),
  ],
  ...HOSTILE_TEXTS,
];

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
);
const hostileValue = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4, stringUnit: anyCharacter }) },
);

function idOf({ ids, foreignIds }: Target): fc.Arbitrary<string> {
  const known = fc.constantFrom(...ids, ...foreignIds);
  return fc.oneof(
    known,
    hostileText,
    known.map((id) => id.toUpperCase()),
    known.map((id) => `${id}\u0000`),
  );
}

/** Bodies near the example: fields replaced, removed and added; and bodies that are nothing like it. */
function bodyOf(target: Target, { operation }: ListedOperation): fc.Arbitrary<string | undefined> {
  const content = operation.requestBody?.content["application/json"];
  if (content === undefined) return fc.constant(undefined);
  const example = { ...(content.example as Record<string, unknown>) };
  if (operation.operationId === "createGenerationTask") example.model = TEST_MODEL.model;
  const name = String(content.schema.$ref).split("/").at(-1) ?? "";
  const properties = Object.keys((target.document.components.schemas[name]?.properties ?? {}) as object);
  const field = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...properties) }, hostileText);
  const changed = fc
    .array(fc.tuple(field, fc.oneof(hostileValue, fc.constantFrom(...target.foreignIds))), { maxLength: 3 })
    .map((changes) => JSON.stringify(Object.assign(structuredClone(example), Object.fromEntries(changes))));
  const cut = fc.nat({ max: 200 }).map((length) => JSON.stringify(example).slice(0, length));
  return fc.oneof(
    { weight: 6, arbitrary: changed },
    cut,
    hostileValue.map((value) => JSON.stringify(value)),
  );
}

function queryOf({ operation }: ListedOperation): fc.Arbitrary<string> {
  const names = operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  const pair = fc.tuple(fc.oneof(hostileText, ...names.map((name) => fc.constant(name))), hostileText);
  return fc.array(pair, { maxLength: 3 }).map((pairs) =>
    // What a URL cannot hold (half a surrogate pair) stands for the bytes that a client would send instead.
    pairs.map((parts) => parts.map((part) => encodeURIComponent(part.toWellFormed())).join("=")).join("&"),
  );
}

interface Attack {
  readonly path: string;
  readonly body: string | undefined;
}

function attackOf(target: Target, listed: ListedOperation): fc.Arbitrary<Attack> {
  const names = [...listed.path.matchAll(/\{(\w+)\}/g)].map(([name]) => name);
  const ids = fc.tuple(...names.map(() => idOf(target)));
  return fc
    .record({ ids, query: queryOf(listed), body: bodyOf(target, listed) })
    .map(({ ids: values, query, body }) => {
      const path = names.reduce(
        (text, name, index) =>
          text.replace(name, () => encodeURIComponent((values[index] ?? "").toWellFormed())),
        listed.path,
      );
      return { path: query === "" ? path : `${path}?${query}`, body };
    });
}

async function attack(target: Target, method: string, { path, body }: Attack): Promise<void> {
  const { plane, key, foreignIds } = target;
  const before = process.cpuUsage();
  const response = await fetch(`${plane.url}${path}`, {
    method,
    redirect: "manual",
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    headers: { "x-service-api-key": key, "content-type": "application/json" },
    ...(body === undefined ? {} : { body }),
  });
  const { status, headers } = response;
  const isStream = headers.get("content-type") === "text/event-stream";
  const text = isStream ? "" : await response.text();
  if (isStream) await response.body?.cancel();
  const workedMs = process.cpuUsage(before).user / 1_000;
  assert.ok(workedMs < MAX_WORK_MS, `${method} ${path} ${body}: ${workedMs} ms of the processor`);
  assert.ok(status < 500, `${method} ${path} ${body}: ${status} ${text}`);
  assert.ok(!text.includes(FOREIGN), "nothing of the other account is shown");
  const given = `${path} ${body}`;
  for (const id of foreignIds)
    assert.ok(given.includes(id) || !text.includes(id), "no id of the other account is shown");
  // A path that a hostile id has turned into another one is answered as that one.
  if (!isStream) await checkAgainstDocument(plane.url, { method, path, status, headers, text });
}

test("every operation withstands hostile values, quickly, as documented, and shows nothing of others", async (t) => {
  const target = await openTarget(t);
  const before = await moneyOf(target.plane.sql, target.accountId);
  for (const listed of listOperations(target.document)) {
    await fc.assert(
      fc.asyncProperty(attackOf(target, listed), (hostile) => attack(target, listed.method, hostile)),
      { seed: SEED, numRuns: RUNS_PER_OPERATION, endOnFailure: true },
    );
  }
  const after = await moneyOf(target.plane.sql, target.accountId);
  assert.ok(after.used >= before.used, "the ledger still adds up");
  const untouched = await target.plane.sql<{ state: string }[]>`
    select state from tasks where id in ${target.plane.sql(target.foreignIds)}`;
  assert.deepEqual(new Set(untouched.map(({ state }) => state)), new Set(["queued"]), "others' tasks go on");
});
