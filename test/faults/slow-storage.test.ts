// A bucket that does not answer, answers late, or moves a few bytes a second, and nodes that are stopped or killed in the
// midst of what they move: a node stops in its time, no lease runs out, and every job is finished once.
import assert from "node:assert/strict";
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
});
