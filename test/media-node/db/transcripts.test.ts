import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type TestContext, test } from "node:test";
import { findTranscript, insertTranscript } from "../../../media-node/db/transcripts.ts";
import type {
  TranscriptEntry,
  TranscriptSubject,
} from "../../../media-node/speech/transcripts/transcript-index.ts";
import type { Queryable } from "../../../shared/db/connect.ts";
import { newId } from "../../../shared/ids.ts";
import { newTask } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { startRun } from "../../support/database/runs.ts";
import { createTestAccount } from "../../support/database/test-account.ts";
import { until } from "../../support/until.ts";

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

const SUBJECT: TranscriptSubject = {
  sourceHash: hash("talk"),
  quality: 360,
  model: "hears-all@1",
  startS: 60,
  endS: 120,
};

async function scene(t: TestContext) {
  const { sql, nodeSql, account } = await accountDatabase(t);
  const taskId = await newTask(sql, account.id);
  const run = { taskId, runId: newId("run") };
  await startRun(nodeSql, { id: run.runId, taskId, nodeId: "node-1" });
  const add = (
    id: string,
    changes: Partial<TranscriptEntry> = {},
    connection: Queryable = nodeSql,
  ): Promise<boolean> => {
    const entry = {
      id,
      storageKey: `transcripts/${id}.json`,
      sourceS: 600,
      keptMs: 60_000,
      ...SUBJECT,
      soundTrack: null,
    };
    return insertTranscript(connection, run, { ...entry, endS: 120, ...changes });
  };
  const keep = async (changes: Partial<TranscriptEntry> = {}): Promise<string> => {
    const id = newId("transcript");
    assert.ok(await add(id, changes));
    return `transcripts/${id}.json`;
  };
  const find = (changes: Partial<TranscriptSubject> = {}, accountId = account.id) =>
    findTranscript(nodeSql, accountId, { ...SUBJECT, ...changes });
  return { sql, nodeSql, account, run, add, keep, find };
}

test("a transcript is found by what it is of", async (t) => {
  const { keep, find } = await scene(t);
  const key = await keep();
  assert.equal(await find(), key);
  assert.equal(await find({ sourceHash: hash("another talk") }), undefined);
  assert.equal(await find({ model: "hears-all@2" }), undefined);
  assert.equal(await find({ quality: 720 }), undefined);
});

test("a transcript that is kept once more, because nobody heard that it was, is kept once", async (t) => {
  const { sql, add } = await scene(t);
  const id = newId("transcript");
  assert.deepEqual([await add(id), await add(id)], [true, true]);
  const rows = await sql`select from transcripts`;
  assert.equal(rows.length, 1);
});

test("a call that was taken for lost and goes on keeps the transcript for its repeat too", async (t) => {
  const { sql, nodeSql, add } = await scene(t);
  const id = newId("transcript");
  const [inserted, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = nodeSql.begin(async (transaction) => {
    const isKept = await add(id, {}, transaction);
    inserted.resolve();
    await gate.promise;
    return isKept;
  });
  await inserted.promise;
  const second = add(id);
  await until("the repeat to wait for the first call", async () => {
    const waiting = await sql`
      select from pg_locks join pg_stat_activity using (pid)
      where not granted and locktype = 'transactionid' and datname = current_database()`;
    return waiting.length > 0;
  });
  gate.resolve();
  assert.deepEqual(await Promise.all([first, second]), [true, true]);
});

test("one account never finds what another had transcribed", async (t) => {
  const { sql, keep, find } = await scene(t);
  await keep();
  const stranger = await createTestAccount(sql, { moods: "1" });
  assert.equal(await find({}, stranger.id), undefined);
});

test("a wider transcript serves a narrower request, the narrowest that does so first", async (t) => {
  const { keep, find } = await scene(t);
  const whole = await keep({ startS: 0, endS: 600 });
  const middle = await keep({ startS: 50, endS: 300 });
  assert.equal(await find(), middle);
  assert.equal(await find({ startS: 10 }), whole);
  assert.equal(await find({ startS: 100, endS: 400 }), whole);
});

test("of several sound tracks a transcript is found by the one that was heard", async (t) => {
  const { keep, find } = await scene(t);
  const first = await keep({ startS: 0, endS: 600, soundTrack: 0 });
  assert.equal(await find({ soundTrack: 0 }), first);
  assert.equal(await find({ soundTrack: 1 }), undefined);
  assert.equal(await find({ soundTrack: null }), undefined);
  const second = await keep({ startS: 50, endS: 130, soundTrack: 1 });
  assert.equal(await find({ soundTrack: 0 }), first);
  assert.equal(await find({ soundTrack: 1 }), second);
});

test("while it is not known which track is heard, one of the same range alone is sure to be of it", async (t) => {
  const { keep, find } = await scene(t);
  const whole = await keep({ startS: 0, endS: 600, soundTrack: 1 });
  assert.equal(await find(), undefined);
  assert.equal(await find({ startS: 0, endS: 599 }), undefined);
  for (const endS of [600, null, 3_600]) assert.equal(await find({ startS: 0, endS }), whole);
});

test("a request to the source's end is served by what reaches it", async (t) => {
  const { keep, find } = await scene(t);
  await keep({ startS: 0, endS: 599 });
  assert.equal(await find({ endS: null }), undefined);
  const whole = await keep({ startS: 0, endS: 600 });
  assert.equal(await find({ endS: null }), whole);
  assert.equal(await find({ endS: 3_600 }), whole, "an end beyond the source's is the source's");
  assert.equal(
    await find({ startS: 600, endS: null }),
    undefined,
    "a start beyond it is for the pipeline to refuse",
  );
});

test("the best quality serves any, and any serves who asks for the best", async (t) => {
  const { keep, find } = await scene(t);
  const key = await keep();
  assert.equal(await find({ quality: null }), key);
  const best = await keep({ quality: null, sourceHash: hash("best") });
  assert.equal(await find({ sourceHash: hash("best"), quality: 144 }), best);
});

test("a transcript whose time is up is not found", async (t) => {
  const { keep, find } = await scene(t);
  await keep({ keptMs: -1 });
  assert.equal(await find(), undefined);
});

test("nothing is kept of a task that has been cancelled, or of a run that another has overtaken", async (t) => {
  const { sql, run, add, find } = await scene(t);
  await sql`update tasks set current_run_id = ${newId("run")} where id = ${run.taskId}`;
  assert.equal(await add(newId("transcript")), false);
  await sql`update tasks set current_run_id = ${run.runId}, state = 'failed', completed_at = now(), error = '{}' where id = ${run.taskId}`;
  assert.equal(await add(newId("transcript")), false);
  assert.equal(await find(), undefined);
});

test("a task that is just being ended is not waited for, and nothing is kept of it", async (t) => {
  const { sql, run, add, find } = await scene(t);
  await sql.begin(async (transaction) => {
    await transaction`select 1 from tasks where id = ${run.taskId} for update`;
    assert.equal(await add(newId("transcript")), false);
  });
  assert.equal(await find(), undefined);
});
