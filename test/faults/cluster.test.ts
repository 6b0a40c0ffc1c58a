// A small cluster on an S3 server: the storage goes away, a node and the database die, and the account comes out.
// `npm run bench -- cluster` is the long form. CLIPMILL_FAULT_SEED repeats the faults of a run.
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { after, test } from "node:test";
import { describeViolations } from "../support/faults/account.ts";
import { startBucketStorage } from "../support/faults/bucket-storage.ts";
import { runRandomFaults } from "../support/faults/random-run.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { NO_S3_SERVER } from "../support/s3/s3-server.ts";

after(assertNoChildren);

const options = { timeout: 580_000, skip: NO_S3_SERVER };

test("a cluster whose storage, nodes and database fail loses nothing", options, async (t) => {
  const seed = Number(process.env.CLIPMILL_FAULT_SEED ?? randomInt(2 ** 31));
  t.diagnostic(`CLIPMILL_FAULT_SEED=${seed}`);
  const certain = [
    "storage away for seconds",
    "media node killed",
    "database killed",
    "storage's connections silent",
  ];
  const result = await runRandomFaults({
    seed,
    bed: { controlPlanes: 2, mediaNodes: 3, storage: await startBucketStorage() },
    durationMs: 0,
    rounds: 12,
    creates: 16,
    creators: 4,
    certain,
    roundsPerReckoning: 12,
    faultsAtOnce: 1,
    withLongFaults: false,
    diskFolder: undefined,
    signal: t.signal,
    report: (line) => t.diagnostic(line),
  });
  t.diagnostic(`answers ${JSON.stringify(result.answers)}, ends ${JSON.stringify(result.ends)}`);
  assert.equal(describeViolations(result.account), "", `CLIPMILL_FAULT_SEED=${seed}`);
  assert.ok((result.ends.finished ?? 0) > 0, "some jobs were finished meanwhile");
});
