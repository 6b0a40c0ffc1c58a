// A bucket that does not answer, answers late, or moves a few bytes a second, and nodes that are stopped or killed in the
// midst of what they move: a node stops in its time, no lease runs out, and every job is finished once.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, type TestContext, test } from "node:test";
import { taskIdOf } from "../support/faults/books.ts";
import { startBucketStorage } from "../support/faults/bucket-storage.ts";
import { send } from "../support/faults/client.ts";
import type { FaultBedOptions } from "../support/faults/fault-bed.ts";
import { type FaultTest, faultTest, WORK_TIMEOUT_MS } from "../support/faults/fault-test.ts";
import { SHORT_FILM_S } from "../support/faults/films.ts";
import type { PlaneProcess } from "../support/faults/plane-process.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { type FaultyProxy, faultyProxy, type SeenRequest } from "../support/s3/faulty-proxy.ts";
import { NO_S3_SERVER } from "../support/s3/s3-server.ts";
import { until } from "../support/until.ts";

after(assertNoChildren);

const KILLS = 2;
/** Of each of the dozens of calls that a job makes; it works as well with 5 s, which takes three times as long. */
const LATE_MS = 1_500;

interface SlowBucket extends FaultTest {
  readonly bucket: FaultyProxy;
}

async function onSlowBucket(t: TestContext, options: FaultBedOptions): Promise<SlowBucket> {
  let bucket: FaultyProxy | undefined;
  const storage = await startBucketStorage(async (target) => {
    bucket = await faultyProxy(t, { target });
    return bucket.url;
  });
  const faults = await faultTest(t, { ...options, storage });
  assert.ok(bucket !== undefined);
  return { ...faults, bucket };
}

function isStoring({ method, url }: SeenRequest, file: string): boolean {
  return method === "PUT" && url.includes("/clips/") && url.includes(file);
}

function onlyNode({ bed }: FaultTest): PlaneProcess {
  const [node] = bed.nodes;
  assert.ok(node !== undefined);
  return node;
}

async function runsOf({ bed }: FaultTest, taskId: string): Promise<string[]> {
  const runs = await bed.sql<
    { state: string }[]
  >`select state from runs where task_id = ${taskId} order by id`;
  return runs.map(({ state }) => state);
}

/** The process that works on a task. */
async function nodeOf({ bed }: FaultTest, taskId: string): Promise<PlaneProcess> {
  const [row] = await bed.sql<{ pid: number }[]>`
    select l.pid from runs r join worker_leases l on l.id = r.node_id
    where r.task_id = ${taskId} and r.state = 'running'`;
  const node = bed.nodes.find((each) => each.pid === row?.pid);
  assert.ok(node !== undefined, "a living node works on it");
  return node;
}

describe("a bucket", { skip: NO_S3_SERVER }, () => {
  test("that does not answer keeps no node from giving its job back when it is told to stop", {
    timeout: 400_000,
  }, async (t) => {
    const faults = await onSlowBucket(t, { controlPlanes: 1, mediaNodes: 1 });
    const { bed, bucket, createHeld, untilHeld, endOf, assertAccount } = faults;
    const node = onlyNode(faults);
    const job = await createHeld("/clips");
    await untilHeld(job);
    let isMet = false;
    bucket.fail((seen) => {
      isMet ||= isStoring(seen, ".mp4");
      return isMet ? { kind: "no answer" } : undefined;
    });
    bed.sources.letGo(job.tag);
    await until("the node to store the clip", () => isMet, WORK_TIMEOUT_MS);
    assert.equal(await node.stop(), 0, "it stops in order");
    assert.deepEqual(await runsOf(faults, job.taskId), ["interrupted"]);
    bucket.fail(() => undefined);
    await node.start();
    assert.equal(await endOf(job.taskId), "finished");
    await assertAccount();
  });

  test("that has half of a clip's files when their node is killed, and the next one too, gets each of them once", {
    timeout: 400_000,
  }, async (t) => {
    const faults = await onSlowBucket(t, { controlPlanes: 1, mediaNodes: 2 });
    const { bed, bucket, createHeld, untilHeld, endOf, assertAccount } = faults;
    const job = await createHeld("/clips");
    await untilHeld(job);
    let met = 0;
    bucket.fail((seen) => {
      if (!isStoring(seen, ".jpg")) return undefined;
      met += 1;
      return met <= KILLS ? { kind: "no answer" } : undefined;
    });
    bed.sources.letGo(job.tag);
    for (let kills = 1; kills <= KILLS; kills += 1) {
      await until("a node to store the thumbnail", () => met >= kills, WORK_TIMEOUT_MS);
      const node = await nodeOf(faults, job.taskId);
      await node.kill();
      await node.startAgain();
    }
    assert.equal(await endOf(job.taskId), "finished");
    const ends = (await runsOf(faults, job.taskId)).toSorted();
    assert.equal(ends.length, KILLS + 1);
    assert.equal(ends.at(-1), "succeeded");
    await assertAccount({ afterKills: true });
    for (const node of bed.nodes) {
      const left = await readdir(bed.scratchFolder(node));
      assert.equal(left.length, 1, `only the living node's own folder lies there: ${left.join(", ")}`);
      assert.deepEqual(await readdir(join(bed.scratchFolder(node), left[0] ?? "")), ["owner.json"]);
    }
  });

  test("that answers each request late, while control planes come and go, finishes what was uploaded there", {
    timeout: 580_000,
  }, async (t) => {
    const faults = await onSlowBucket(t, {
      controlPlanes: 3,
      mediaNodes: 2,
      startedLater: ["control-plane-2", "control-plane-3", "media-node-2"],
    });
    const { bed, bucket, announce, create, endOf, createShortTask, callPatiently, assertAccount } = faults;
    const [, second, third] = bed.planes;
    const [first, other] = bed.nodes;
    assert.ok(second !== undefined && third !== undefined && first !== undefined && other !== undefined);
    bucket.fail(() => ({ kind: "late", byMs: LATE_MS }));
    const { storageKey, url } = await announce(bed.film.length);
    assert.equal((await send({ method: "PUT", url, body: new Uint8Array(bed.film) })).status, 200);
    const clips = {
      clip_count: 1,
      clip_length: "5-6s",
      target_resolution: "360p",
      callback_url: bed.receivers.url("answers"),
    };
    const body = { s3_key: storageKey, video_duration_seconds: SHORT_FILM_S, ...clips };
    const taskId = await until("the job", async () => taskIdOf(await create("/clips", storageKey, body)));
    const others = [await createShortTask({ callback_url: bed.receivers.url("hangs-first") })];
    await Promise.all([second.start(), third.start()]);
    others.push(await createShortTask({ callback_url: bed.receivers.url("cuts-first") }));
    await other.start();
    await second.kill();
    assert.equal(await third.stop(), 0, "it stops in order");
    await third.start();
    assert.equal(await first.stop(), 0, "it stops in order");
    for (const id of [taskId, ...others]) assert.equal(await endOf(id, 3 * WORK_TIMEOUT_MS), "finished");
    const { body: job } = await callPatiently("GET", `/jobs/${taskId}`);
    const [clip] = (job.data as { output: { clips: { videoUrl: string }[] } }).output.clips;
    const film = await fetch(clip?.videoUrl ?? "");
    assert.equal(film.status, 200);
    assert.ok((await film.arrayBuffer()).byteLength > 0);
    bucket.fail(() => undefined);
    await first.start();
    await second.startAgain();
    await assertAccount({ afterKills: true });
  });
});
