// Renders whose job or source is removed while they are being created: nobody is charged for what cannot be done.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Sql } from "../../../../shared/db/connect.ts";
import type { FinishedClipJob } from "../../../support/control-plane/clip-jobs.ts";
import { type ApiReply, failureOf } from "../../../support/control-plane/control-plane.ts";
import { DEFAULT_KINDS } from "../../../support/control-plane/expired-files.ts";
import { patientAnswers } from "../../../support/control-plane/patient-creates.ts";
import { type RenderScene, renderScene } from "../../../support/control-plane/render-scene.ts";
import { statementsThatWait } from "../../../support/database/waiting-statements.ts";
import { until } from "../../../support/until.ts";

interface PatientScene extends RenderScene {
  pass(): Promise<void>;
}

async function patientScene(t: TestContext): Promise<PatientScene> {
  const { options, pass } = patientAnswers(t);
  const scene = await renderScene(t, options);
  return { ...scene, pass: () => pass(scene.plane.sql) };
}

const UPLOAD_ID = "upl_01k9a1b2c3d4e5f6g7h8j9k0m1";

async function storedUpload({ plane, account, storage }: RenderScene): Promise<string> {
  const storageKey = `uploads/${account.id}/talk.mp4`;
  await storage.write(storageKey, "a film");
  await plane.sql`
    insert into uploads (id, account_id, storage_key, filename, content_type, size_bytes, stored_at, expires_at)
    values (${UPLOAD_ID}, ${account.id}, ${storageKey}, 'talk.mp4', 'video/mp4', 6, now(), now())`;
  return storageKey;
}

/** Begins the removal of what is due; returns of how many things. */
async function claimDue(sql: Sql, name: string): Promise<number | undefined> {
  return (await DEFAULT_KINDS.find((kind) => kind.name === name)?.claim(sql, 10))?.length;
}

/** Removes something once a render has been looked at and before it is there; returns what the render is answered. */
function removeMeanwhile(scene: PatientScene, made: FinishedClipJob, path: string): Promise<string> {
  return renderWhile(scene, made, async () => {
    assert.equal((await scene.call("DELETE", path)).status, 200);
  });
}

/** Does something once a render has been looked at and before it is there; returns what the render is answered. */
async function renderWhile(
  { plane, account, render, used, pass }: PatientScene,
  made: FinishedClipJob,
  remove: () => Promise<void>,
): Promise<string> {
  const before = await used();
  let rendering: Promise<ApiReply> | undefined;
  await plane.sql.begin(async (transaction) => {
    await transaction`select from accounts where id = ${account.id} for update`;
    rendering = render(made);
    await until("the create to wait for its account", async () => (await statementsThatWait(plane.sql)) > 0);
    await remove();
  });
  const reply = await rendering;
  assert.ok(reply !== undefined);
  await pass();
  await until("its charge to come back", async () => (await used()) === before);
  assert.equal((await plane.sql`select from tasks where kind = 'render'`).length, 0);
  return failureOf(reply);
}

test("a job that is removed while a clip of it is being rendered has no render", async (t) => {
  const scene = await patientScene(t);
  const made = await scene.job();
  assert.equal(await removeMeanwhile(scene, made, `/jobs/${made.id}`), "404 NOT_FOUND");
});

test("a job whose download another one's clips are rendered from is removed meanwhile, and there is no render", async (t) => {
  const scene = await patientScene(t);
  const first = await scene.job();
  const made = await scene.job({ changes: { source: first.plan.source, sourceTaskId: first.id } });
  assert.equal(await removeMeanwhile(scene, made, `/jobs/${first.id}`), "410 SOURCE_EXPIRED");
});

test("an upload that is removed while a clip of it is being rendered has no render", async (t) => {
  const scene = await patientScene(t);
  const made = await scene.job({ source: { kind: "upload", storageKey: await storedUpload(scene) } });
  assert.equal(await removeMeanwhile(scene, made, `/uploads/${UPLOAD_ID}`), "410 SOURCE_EXPIRED");
});

for (const [name, age] of [
  ["work", "11 minutes"],
  ["results", "31 days"],
] as const) {
  test(`a download that goes with ${name} while a clip of it is being rendered has no render`, async (t) => {
    const scene = await patientScene(t);
    const { sql } = scene.plane;
    const made = await scene.job();
    const answer = await renderWhile(scene, made, async () => {
      await sql`update tasks set completed_at = now() - ${age}::interval where id = ${made.id}`;
      assert.equal(await claimDue(sql, name), 1);
    });
    assert.equal(answer, "410 SOURCE_EXPIRED");
  });
}

test("a job whose results go before its upload, while a clip of it is being rendered, has no render", async (t) => {
  const scene = await patientScene(t);
  const { sql } = scene.plane;
  const made = await scene.job({ source: { kind: "upload", storageKey: await storedUpload(scene) } });
  const answer = await renderWhile(scene, made, async () => {
    await sql`update tasks set completed_at = now() - interval '31 days' where id = ${made.id}`;
    assert.equal(await claimDue(sql, "results"), 1);
  });
  assert.equal(answer, "410 SOURCE_EXPIRED");
});

test("an upload whose time is up while a clip of it is being rendered has no render", async (t) => {
  const scene = await patientScene(t);
  const { sql } = scene.plane;
  const made = await scene.job({ source: { kind: "upload", storageKey: await storedUpload(scene) } });
  const answer = await renderWhile(scene, made, async () => {
    await sql`update uploads set created_at = now() - interval '31 days', stored_at = now() - interval '31 days'`;
    assert.equal(await claimDue(sql, "uploads"), 1);
  });
  assert.equal(answer, "410 SOURCE_EXPIRED");
});

test("a removal that is under way when the render is there is waited for", async (t) => {
  const { plane, account, job, call, render, used, pass } = await patientScene(t);
  const { sql } = plane;
  const made = await job();
  const before = await used();
  const waiting = (count: number) => async () => (await statementsThatWait(sql)) === count;
  let rendering: Promise<ApiReply> | undefined;
  let removing: Promise<ApiReply> | undefined;
  await sql.begin(async (holder) => {
    // The removal's last statement is about these.
    await holder`lock table transcripts in share mode`;
    await sql.begin(async (transaction) => {
      await transaction`select from accounts where id = ${account.id} for update`;
      rendering = render(made);
      await until("the create to wait for its account", waiting(1));
      removing = call("DELETE", `/jobs/${made.id}`);
      await until("the removal to wait", waiting(2));
    });
    const created = async () => (await sql`select from tasks where kind = 'render'`).length === 1;
    await until("the render", created);
    await until("the render to wait for the removal", waiting(2));
  });
  const [rendered, removed] = [await rendering, await removing];
  assert.ok(rendered !== undefined && removed !== undefined);
  assert.deepEqual([failureOf(rendered), removed.status], ["404 NOT_FOUND", 200]);
  await pass();
  await until("its charge to come back", async () => (await used()) === before);
});
