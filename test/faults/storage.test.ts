// Storage that is written twice, is full, or cannot be written for a while: what a job was made of stays what it was,
// and want of room on our side is neither the client's fault nor the end of anything.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { taskIdOf } from "../support/faults/books.ts";
import { send } from "../support/faults/client.ts";
import { emptyDisk, fillDisk, lockFolder } from "../support/faults/disk-faults.ts";
import { faultTest } from "../support/faults/fault-test.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { smallDisk } from "../support/storage/small-disk.ts";
import { until } from "../support/until.ts";

after(assertNoChildren);

const MIB = 2 ** 20;
const ROOM_BYTES = 512 * 1_024;

/** A PUT in two halves. */
function putSlowly(url: string, content: Buffer): { readonly finish: () => Promise<number> } {
  const half = content.length >> 1;
  const sent = request(url, { method: "PUT", headers: { "content-length": content.length } });
  const answered = once(sent, "response");
  answered.catch(() => undefined);
  sent.write(content.subarray(0, half));
  return {
    finish: async () => {
      sent.end(content.subarray(half));
      const [response] = await answered;
      response.resume();
      return response.statusCode as number;
    },
  };
}

describe("the storage", { concurrency: true }, () => {
  test("keeps what a job was made of, whoever stores the upload again", { timeout: 300_000 }, async (t) => {
    const faults = await faultTest(t, { controlPlanes: 2, mediaNodes: 0 });
    const { bed, announce, create, callPatiently, assertAccount } = faults;
    const { storageKey, url } = await announce(bed.film.length);
    const slow = putSlowly(url, Buffer.alloc(bed.film.length, "x"));
    const temporary = join(bed.storageFolder, ".tmp");
    await until("the slow upload to have begun", async () => (await readdir(temporary)).length > 0);
    assert.equal((await send({ method: "PUT", url, body: new Uint8Array(bed.film) })).status, 200);
    const job = await until("the job", async () => {
      const answer = await create("/transcriptions", storageKey, { s3_key: storageKey });
      return answer.status !== 503 && answer;
    });
    assert.equal(job.status, 201);
    assert.notEqual(await slow.finish(), 200);
    const stored = await readFile(join(bed.storageFolder, storageKey));
    assert.ok(stored.equals(bed.film), "the bytes that were stored first are there still");
    await callPatiently("POST", `/jobs/${taskIdOf(job)}/cancel`, {});
    await assertAccount();
  });

  test("that is full ends no job: it goes on when there is room again", { timeout: 400_000 }, async (t) => {
    const disk = await smallDisk(t, 96, "mode=0711");
    if (disk === undefined) return;
    const faults = await faultTest(t, { controlPlanes: 1, mediaNodes: 1, mediaFolder: disk });
    const { bed, announce, createHeld, untilHeld, endOf, callPatiently, assertAccount } = faults;
    const [node] = bed.nodes;
    const small = await announce(bed.film.length);
    const job = await createHeld("/clips");
    await untilHeld(job);
    // Enough for the source and for what is heard in it, but not for the clip.
    await fillDisk(disk, ROOM_BYTES);
    bed.sources.letGo(job.tag);
    // The job has met the full disk when its run has ended, well or not.
    const hasMet = async (): Promise<boolean> => {
      const [row] = await bed.sql<{ met: boolean }[]>`
        select exists (select from tasks where id = ${job.taskId} and completed_at is not null)
          or exists (select from runs where task_id = ${job.taskId} and state <> 'running') as met`;
      return row?.met === true;
    };
    await until("the job to meet the full disk", hasMet, 120_000);
    const runs = await bed.sql<{ state: string }[]>`select state from runs where state <> 'running'`;
    assert.equal(runs[0]?.state, "interrupted", "it did not fit beside what was there");
    await fillDisk(disk);
    const tooLarge = await announce(64 * MIB);
    const stored = await send({ method: "PUT", url: small.url, body: new Uint8Array(bed.film) });
    const [met] = await bed.sql<{ error: unknown }[]>`select error from tasks where id = ${job.taskId}`;
    const ready = await send({ method: "GET", url: `${node?.url}/readyz` });
    await emptyDisk(disk);
    assert.deepEqual(
      {
        error: met?.error,
        announced: [tooLarge.status, tooLarge.code],
        stored: stored.status,
        isNodeReady: ready.status === 200,
      },
      { error: null, announced: [507, "INSUFFICIENT_STORAGE"], stored: 507, isNodeReady: false },
    );
    assert.equal(await endOf(job.taskId), "finished");
    assert.equal((await callPatiently("GET", "/balance")).status, 200);
    await assertAccount();
  });

  test("that cannot be written for a while ends no job either", { timeout: 400_000 }, async (t) => {
    const disk = await smallDisk(t, 96, "mode=0711");
    if (disk === undefined) return;
    const faults = await faultTest(t, { controlPlanes: 1, mediaNodes: 1, mediaFolder: disk });
    const { bed, announce, createHeld, untilHeld, endOf, assertAccount } = faults;
    const upload = await announce(bed.film.length);
    const job = await createHeld("/clips");
    await untilHeld(job);
    const unlock = await lockFolder(bed.storageFolder);
    try {
      bed.sources.letGo(job.tag);
      const stored = await send({ method: "PUT", url: upload.url, body: new Uint8Array(bed.film) });
      assert.equal(stored.status, 503, "an upload is asked to come again");
      const hasMet = async (): Promise<boolean> =>
        (await bed.sql`select from runs where state <> 'running'`).length > 0;
      await until("the job to meet the storage", hasMet, 120_000);
    } finally {
      await unlock();
    }
    assert.equal(await endOf(job.taskId), "finished");
    assert.equal(
      (await send({ method: "PUT", url: upload.url, body: new Uint8Array(bed.film) })).status,
      200,
    );
    await assertAccount();
  });
});

describe("the database's disk", () => {
  test("that is full makes creates 503 that charge nothing", { timeout: 400_000 }, async (t) => {
    const disk = await smallDisk(t, 256, "mode=0711");
    if (disk === undefined) return;
    const faults = await faultTest(t, { controlPlanes: 1, mediaNodes: 0, databaseFolder: disk });
    const { bed, books, createShort, assertAccount, callPatiently } = faults;
    await fillDisk(disk);
    const statuses: (number | null)[] = [];
    const createOne = async (): Promise<number | null> => {
      // Rows that fill pages: new ones are needed soon.
      const callback = `${bed.receivers.url("answers")}?${"x".repeat(1_900)}`;
      const { status } = await createShort({ callback_url: callback });
      statuses.push(status);
      return status;
    };
    await until("creates to fail for want of room", async () => (await createOne()) !== 201, 60_000);
    for (let count = 0; count < 5; count += 1) await createOne();
    await emptyDisk(disk);
    assert.deepEqual(
      statuses.filter((status) => status !== 201 && status !== 503),
      [],
      "only 503s",
    );
    await bed.postgres.start().catch(() => undefined);
    await until("creates to be taken again", async () => (await createOne()) === 201, 60_000);
    for (const { answers } of books.creates)
      for (const answer of answers) {
        const id = taskIdOf(answer);
        if (id !== undefined) await callPatiently("POST", `/jobs/${id}/cancel`, {});
      }
    await assertAccount();
  });
});
