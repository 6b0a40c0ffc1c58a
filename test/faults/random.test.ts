// A modest number of faults at random, under load; `npm run bench -- faults` runs many. CLIPMILL_FAULT_SEED repeats the
// faults of a run.
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { after, test } from "node:test";
import { describeViolations } from "../support/faults/account.ts";
import { runRandomFaults } from "../support/faults/random-run.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { mountSmallDisk } from "../support/storage/small-disk.ts";

after(assertNoChildren);

const DISK_MIB = 1_024;

test("whatever fails at random, every account comes out", { timeout: 580_000 }, async (t) => {
  const seed = Number(process.env.CLIPMILL_FAULT_SEED ?? randomInt(2 ** 31));
  t.diagnostic(`CLIPMILL_FAULT_SEED=${seed}`);
  const ends: (() => Promise<void>)[] = [];
  t.after(async () => {
    for (const end of ends) await end();
  });
  const disk = await mountSmallDisk(DISK_MIB, "mode=0711");
  if (typeof disk === "string") t.diagnostic(`without faults of the disk: ${disk}`);
  else ends.push(disk.close);
  const result = await runRandomFaults({
    seed,
    durationMs: 150_000,
    rounds: 8,
    roundsPerReckoning: 4,
    faultsAtOnce: 2,
    withLongFaults: false,
    creates: 0,
    creators: 4,
    certain: [],
    bed: typeof disk === "string" ? {} : { mediaFolder: disk.folder },
    diskFolder: typeof disk === "string" ? undefined : disk.folder,
    signal: t.signal,
    report: (line) => t.diagnostic(line),
  });
  t.diagnostic(`answers ${JSON.stringify(result.answers)}, ends ${JSON.stringify(result.ends)}`);
  assert.equal(describeViolations(result.account), "", `CLIPMILL_FAULT_SEED=${seed}`);
});
