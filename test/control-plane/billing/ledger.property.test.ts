// The ledger under any interleaving of what may happen to an account, several things at a time: the balance stays at
// or above zero, a task is refunded once at most, and totals are always the sums of the entries.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readAccount } from "../../../control-plane/accounts/manage-accounts.ts";
import { adjustMoods } from "../../../control-plane/billing/adjust-moods.ts";
import { grantMoods } from "../../../control-plane/billing/grant-moods.ts";
import { finalizeTasks } from "../../../control-plane/tasks/end/finalize-tasks.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { createLogger } from "../../../shared/logger.ts";
import { endRun, FAILED, moneyOf, newRun, newTask } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { createTestAccount } from "../../support/database/test-account.ts";

const RUNS = 25;
const logger = createLogger("test", "silent");

const moods = fc.integer({ min: 1, max: 100_000 }).map((value) => (value / 10_000).toFixed(4));
const operation = fc.oneof(
  fc.record({ kind: fc.constant("grant" as const), moods }),
  fc.record({ kind: fc.constant("charge" as const), moods }),
  fc.record({ kind: fc.constant("adjust" as const), moods, sign: fc.constantFrom("+", "-") }),
  fc.record({ kind: fc.constant("fail" as const), moods: fc.constant("0"), task: fc.nat() }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** Balances that do not suffice are a legal answer; everything else must succeed. */
async function unlessInsufficient(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === "INSUFFICIENT_MOODS")) throw error;
  });
}

/** Ends a task's run as failed, twice at once, as two control planes do. How many tasks the two ended, of any account. */
async function failTwice(sql: Sql, taskId: string, failed: Set<string>): Promise<number> {
  if (failed.has(taskId)) return 0;
  failed.add(taskId);
  const runId = await newRun(sql, taskId);
  await endRun(sql, runId, FAILED);
  const [one, other] = await Promise.all([finalizeTasks(sql, logger), finalizeTasks(sql, logger)]);
  return one.ended + other.ended;
}

/** Ends what was put off because it would have had to wait for the account's row for long. How many tasks that were. */
async function endPutOff(sql: Sql): Promise<number> {
  await sql`update reported_runs set retry_at = now()`;
  return (await finalizeTasks(sql, logger)).ended;
}

async function assertInvariants(sql: Sql, accountId: string): Promise<void> {
  const { granted, used } = await moneyOf(sql, accountId);
  const account = await readAccount(sql, accountId);
  assert.ok(granted - used > -0.00001, "the balance is not negative");
  assert.equal(account.moodsBalance, Number((granted - used).toFixed(4)));
  const [repeated] = await sql`
    select task_id from ledger_entries where account_id = ${accountId} and kind = 'refund'
    group by task_id having count(*) > 1`;
  assert.equal(repeated, undefined, "no task is refunded twice");
  const [uneven] = await sql`
    select t.id from tasks t
    left join ledger_entries c on c.task_id = t.id and c.kind = 'charge'
    left join ledger_entries r on r.task_id = t.id and r.kind = 'refund'
    where t.account_id = ${accountId} and (c.moods is distinct from t.charged_moods
      or coalesce(r.moods, 0) <> t.refunded_moods
      or (t.state = 'failed') <> (t.refunded_moods = t.charged_moods))`;
  assert.equal(uneven, undefined, "each task says what the ledger says of it");
}

test("no interleaving of grants, charges, refunds and adjustments breaks the ledger's invariants", async (t) => {
  const { sql } = await accountDatabase(t);
  /** How many tasks were ended by it. */
  const perform = async (
    op: Operation,
    accountId: string,
    tasks: string[],
    failed: Set<string>,
  ): Promise<number> => {
    if (op.kind === "fail") {
      const taskId = tasks[op.task % Math.max(1, tasks.length)];
      return taskId === undefined ? 0 : failTwice(sql, taskId, failed);
    }
    if (op.kind === "grant") await grantMoods(sql, { accountId, moods: op.moods, note: null });
    if (op.kind === "adjust") {
      const adjustment = { accountId, moods: `${op.sign}${op.moods}`, note: "correction" };
      await unlessInsufficient(adjustMoods(sql, adjustment));
    }
    if (op.kind === "charge") {
      const created = newTask(sql, accountId, { baseMoods: op.moods }).then((id) => tasks.push(id));
      await unlessInsufficient(created);
    }
    return 0;
  };
  const seen = { charges: 0, refunds: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(operation, { minLength: 1, maxLength: 6 }), { maxLength: 6 }),
      async (waves) => {
        const { id: accountId } = await createTestAccount(sql, { moods: "5" });
        const tasks: string[] = [];
        const failed = new Set<string>();
        for (const wave of waves) {
          const failedBefore = failed.size;
          const ended = await Promise.all(wave.map((op) => perform(op, accountId, tasks, failed)));
          const sum = ended.reduce((total, count) => total + count, await endPutOff(sql));
          assert.equal(sum, failed.size - failedBefore, "each task is ended by one of all");
          await assertInvariants(sql, accountId);
        }
        seen.charges += tasks.length;
        seen.refunds += failed.size;
      },
    ),
    { numRuns: RUNS },
  );
  assert.ok(seen.charges > RUNS / 2 && seen.refunds > 0, "the runs charged and refunded at all");
});
