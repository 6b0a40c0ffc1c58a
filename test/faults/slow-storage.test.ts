// A bucket that does not answer, answers late, or moves a few bytes a second, and nodes that are stopped or killed in the
// midst of what they move: a node stops in its time, no lease runs out, and every job is finished once.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, type TestContext, test } from "node:test";
import { startBucketStorage } from "../support/faults/bucket-storage.ts";
import type { FaultBedOptions } from "../support/faults/fault-bed.ts";
import { type FaultTest, faultTest, WORK_TIMEOUT_MS } from "../support/faults/fault-test.ts";
import type { PlaneProcess } from "../support/faults/plane-process.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { type FaultyProxy, faultyProxy, type SeenRequest } from "../support/s3/faulty-proxy.ts";
import { NO_S3_SERVER } from "../support/s3/s3-server.ts";
import { until } from "../support/until.ts";

after(assertNoChildren);

const KILLS = 2;

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

describe("a bucket", { concurrency: true, skip: NO_S3_SERVER }, () => {
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
});
