// What the guarded account has, one of everything that can be named in a request, and a look at all of it that tells
// whether anything has changed.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import type { MadeInvitationView } from "../../../control-plane/console/api-types/people.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import type { Model } from "../../../shared/schemas/model.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { SOURCE_MARK } from "../../../shared/tasks/generation-job.ts";
import type { TranscriptionJobOutput } from "../../../shared/tasks/transcription-job.ts";
import { finishedClipJob } from "../control-plane/clip-jobs.ts";
import { callApi, type TestControlPlane } from "../control-plane/control-plane.ts";
import { endedTasksTo } from "../control-plane/ended-tasks.ts";
import { endRun, newRun, newTask, taskEnded } from "../control-plane/tasks.ts";
import { fakeNode, generatedFile, TEST_MODEL } from "../media-node/media-node.ts";
import type { Actor, GuardedAccount } from "./actors.ts";

/** Stands in every name and text of the guarded account. */
export const MARK = "guarded-of-a";

export interface GuardedObjects {
  readonly account: GuardedAccount;
  readonly jobId: string;
  readonly clipId: string;
  readonly transcriptionId: string;
  readonly generationId: string;
  readonly runningId: string;
  readonly deliveredId: string;
  readonly uploadId: string;
  readonly uploadKey: string;
  readonly invitationId: string;
  readonly invitationToken: string;
}

const IMAGE_FIELD = { type: "string", [SOURCE_MARK]: "image" };

/** A model whose input names a file. */
export const EDITOR: Model = {
  ...TEST_MODEL,
  model: "test-editor",
  input_schema: {
    type: "object",
    properties: { prompt: { type: "string" }, image: IMAGE_FIELD },
    required: ["prompt"],
  },
};

const TRANSCRIPTION: TranscriptionJobOutput = {
  notice: null,
  segments: 1,
  model: "test",
  duration: 1,
  captions: [{ text: MARK, start: 0, end: 1, words: [] }],
  language: "en",
};

async function invitation(plane: TestControlPlane, owner: Actor): Promise<MadeInvitationView> {
  const response = await fetch(`${plane.url}/console/api/people`, {
    method: "POST",
    headers: { ...owner.headers, "content-type": "application/json" },
    body: JSON.stringify({ email: "newcomer@example.com", role: "member" }),
  });
  assert.equal(response.status, 201);
  return ((await response.json()) as { data: MadeInvitationView }).data;
}

/** A whole upload of the account. */
async function upload(plane: TestControlPlane, key: string): Promise<{ id: string; storageKey: string }> {
  const body = { filename: `${MARK}.mp4`, content_type: "video/mp4", size_bytes: 4 };
  const { data } = (await callApi(plane, "POST", "/api/v1/uploads", { key, body })).body;
  const stored = await fetch(String(data?.upload_url), { method: "PUT", body: "film" });
  assert.equal(stored.status, 200);
  return { id: String(data?.upload_id), storageKey: String(data?.s3_key) };
}

async function generation(plane: TestControlPlane, key: string): Promise<string> {
  const node = await fakeNode(plane.sql, [TEST_MODEL, EDITOR]);
  const body = { model: TEST_MODEL.model, input: { prompt: MARK } };
  const { data } = (await callApi(plane, "POST", "/api/v1/generation-tasks", { key, body })).body;
  const id = String(data?.task_id);
  await node.report(id, await node.start(id), { ok: true, output: null, result: [generatedFile(id)] });
  await taskEnded(plane.sql, id);
  return id;
}

/** Makes them. @param owner with a session for the account */
export async function makeGuardedObjects(
  plane: TestControlPlane,
  account: GuardedAccount,
  owner: Actor,
): Promise<GuardedObjects> {
  const { sql } = plane;
  const generationId = await generation(plane, account.key);
  const { id: uploadId, storageKey: uploadKey } = await upload(plane, account.key);
  const storage = createFileStorage(plane.storageFolder);
  const job = await finishedClipJob({ sql, storage }, account.id, { request: { title: MARK } });
  const transcriptionId = await newTask(sql, account.id, { kind: "transcription" });
  await endRun(sql, await newRun(sql, transcriptionId), { ok: true, output: TRANSCRIPTION });
  await taskEnded(sql, transcriptionId);
  const runningId = await newTask(sql, account.id);
  await newRun(sql, runningId);
  const [deliveredId = ""] = await endedTasksTo(sql, account.id, ["http://192.0.2.1/hook"]);
  const { id: invitationId, url } = await invitation(plane, owner);
  return {
    account,
    jobId: job.id,
    clipId: job.clips[0]?.id ?? "",
    transcriptionId,
    generationId,
    runningId,
    deliveredId,
    uploadId,
    uploadKey,
    invitationId,
    invitationToken: new URL(url).hash.slice(1),
  };
}

/** Every word that names the account or what it has. */
export function secretsOf({ account, ...objects }: GuardedObjects): readonly string[] {
  const { id, key, keyId, owner, member } = account;
  return [MARK, id, key, keyId, owner.userId, member.userId, ...Object.values(objects)];
}

/** What counting requests and what workers write of their own accord, while nobody asks for anything. */
const COUNTED =
  /^(usage_|charge_|waiting_|webhook_|sessions$|.*_windows$|due_deliveries$|flow_turns$|task_counts$)/;

/** A digest of each table's rows of the account, and the names of all stored files. */
export async function lookAt(plane: TestControlPlane, { account }: GuardedObjects): Promise<string[]> {
  const { sql, storageFolder } = plane;
  const tables = await sql<{ name: string; by: string }[]>`
    select c.relname as name, a.attname as by from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and (a.attname = 'account_id' or (c.relname = 'accounts' and a.attname = 'id'))
    order by 1`;
  const names = tables.map(({ name }) => name).filter((name) => !COUNTED.test(name));
  for (const name of ["accounts", "memberships", "api_keys", "tasks", "uploads", "one_time_links"]) {
    assert.ok(names.includes(name), `${name} is looked at`);
  }
  const digests: string[] = [];
  for (const { name, by } of tables) {
    if (!COUNTED.test(name)) digests.push(`${name} ${await digestOf(sql, name, { by, id: account.id })}`);
  }
  const [people] = await sql`
    select string_agg(u::text || coalesce(p::text, ''), ' ' order by u.id) as rows
    from users u left join passwords p on p.user_id = u.id
    where u.id in (${account.owner.userId}, ${account.member.userId})`;
  const files = (await readdir(storageFolder, { recursive: true })).filter((file) => file.includes("/"));
  return [...digests, String(people?.rows), ...files.sort()];
}

async function digestOf(
  sql: Sql,
  table: string,
  { by, id }: { readonly by: string; readonly id: string },
): Promise<string> {
  const rows = await sql<{ row: string }[]>`
    select t::text as row from ${sql(table)} t where ${sql(by)} = ${id} order by 1`;
  return createHash("sha256")
    .update(rows.map(({ row }) => row).join("\n"))
    .digest("hex");
}
