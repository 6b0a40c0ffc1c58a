// An upgrade beside requests: a newer version's processes join, migrate the database and take over, and the older ones
// go on meanwhile, also where they start again on the newer schema. No client notices. CLIPMILL_TEST_OLDER_VERSION names
// the checkout of another version that is upgraded from, with its own node_modules.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { seededRandom } from "../../media-node/signal/seeded-random.ts";
import { describeViolations, takeAccount } from "../support/faults/account.ts";
import { Books } from "../support/faults/books.ts";
import { type FaultBed, startFaultBed } from "../support/faults/fault-bed.ts";
import { type LoadOptions, startLoad } from "../support/faults/load.ts";
import { makeNextVersion, NEXT_MIGRATION } from "../support/faults/next-version.ts";
import type { PlaneProcess } from "../support/faults/plane-process.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

after(assertNoChildren);

const WORK_TIMEOUT_MS = 180_000;

function named({ processes }: FaultBed, name: string): PlaneProcess {
  const process = processes.find((each) => each.name === name);
  assert.ok(process !== undefined);
  return process;
}

/** Runs clients against some planes, lets `work` happen and so many more tasks finish meanwhile. */
async function underLoad(
  load: LoadOptions,
  planes: readonly PlaneProcess[],
  work: () => Promise<unknown>,
  finished = 2,
): Promise<void> {
  const { bed } = load;
  const clients = startLoad({ ...load, bed: { ...bed, planes } });
  const countFinished = async (): Promise<number> =>
    (await bed.sql`select from tasks where state = 'finished'`).length;
  try {
    await work();
    const before = await countFinished();
    const hasGoneOn = async (): Promise<boolean> => (await countFinished()) >= before + finished;
    await until("more tasks to finish", hasGoneOn, WORK_TIMEOUT_MS);
  } finally {
    await clients.stop();
  }
}

test("two versions run side by side while one takes over, and no request fails", {
  timeout: 580_000,
}, async (t) => {
  const next = await temporaryFolder(t);
  await makeNextVersion(next);
  const older = process.env.CLIPMILL_TEST_OLDER_VERSION;
  const bed = await startFaultBed({
    roots: {
      "control-plane-2": next,
      "media-node-2": next,
      ...(older === undefined ? {} : { "control-plane-1": older, "media-node-1": older }),
    },
    startedLater: ["control-plane-2", "media-node-2"],
  });
  t.after(bed.close);
  const [oldPlane, oldNode] = [named(bed, "control-plane-1"), named(bed, "media-node-1")];
  const [newPlane, newNode] = [named(bed, "control-plane-2"), named(bed, "media-node-2")];
  const accounts = [await bed.account({ moods: "1000" })];
  const books = new Books();
  const load: LoadOptions = { bed, books, accounts, random: seededRandom(1), creators: 3, readers: 1 };

  await underLoad(load, [oldPlane], async () => {
    await newPlane.start();
    await newNode.start();
  });
  const migrations = await bed.sql<{ name: string }[]>`select name from schema_migrations`;
  assert.ok(migrations.some(({ name }) => name === NEXT_MIGRATION));
  await underLoad(load, [oldPlane, newPlane], () => Promise.resolve());
  await underLoad(load, [newPlane], async () => {
    for (const process of [oldPlane, oldNode]) {
      assert.equal(await process.stop(), 0);
      await process.start();
    }
  });
  await underLoad(load, [oldPlane], () => Promise.resolve());
  await underLoad(load, [newPlane], async () => {
    for (const process of [oldNode, oldPlane]) assert.equal(await process.stop(), 0);
  });
  const left = { ...bed, planes: [newPlane], nodes: [newNode], processes: [newPlane, newNode] };
  assert.equal(describeViolations(await takeAccount({ bed: left, books, afterKills: false })), "");
  assert.deepEqual(Object.keys(books.countAnswers()), ["201"]);
});
