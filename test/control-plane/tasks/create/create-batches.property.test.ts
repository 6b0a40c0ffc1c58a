// Tasks that are created together, in numbers and amounts of every kind: what is told of each must be what would have
// happened one after the other.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createBatches } from "../../../../control-plane/tasks/create/create-batches.ts";
import { outcomeOf } from "../../../support/control-plane/create-outcomes.ts";
import { moneyOf, taskRow } from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { createTestAccount } from "../../../support/database/test-account.ts";
import { chargeSumsThatDiffer, waitingSharesThatDiffer } from "../../../support/faults/counter-invariants.ts";

const NUM_RUNS = 15;
const LONG_AGO = new Date(0);

interface Wish {
  readonly account: number;
  /** In quarters of a mood. */
  readonly quarters: number;
  readonly key: number | null;
  readonly isLate: boolean;
}

const wish: fc.Arbitrary<Wish> = fc.record({
  account: fc.integer({ min: 0, max: 2 }),
  quarters: fc.integer({ min: 0, max: 8 }),
  key: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 3 }),
  isLate: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
});

/** What happens to wishes one after the other. */
function oneByOne(
  wishes: readonly Wish[],
  balances: readonly number[],
): { outcomes: string[]; left: number[] } {
  const left = [...balances];
  const taken = new Set<string>();
  const outcomes = wishes.map(({ account, quarters, key, isLate }) => {
    if (isLate) return "late";
    if (quarters > (left[account] ?? 0)) return "uncovered";
    const name = `${account} ${key}`;
    if (key !== null && taken.has(name)) return "taken";
    taken.add(name);
    left[account] = (left[account] ?? 0) - quarters;
    return "created";
  });
  return { outcomes, left };
}

/** In which each outcome is met, whatever the others hold. */
const EVERY_OUTCOME: Wish[] = [
  { account: 0, quarters: 4, key: 0, isLate: false },
  { account: 0, quarters: 4, key: 0, isLate: false },
  { account: 0, quarters: 8, key: null, isLate: false },
  { account: 0, quarters: 1, key: null, isLate: true },
];

test("balances, keys and times decide on each task as if all had come one after the other", async (t) => {
  const { sql } = await accountDatabase(t);
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(wish, { minLength: 1, maxLength: 24 }),
      fc.array(fc.integer({ min: 0, max: 16 }), { minLength: 3, maxLength: 3 }),
      async (wishes, balances) => {
        const accounts = await Promise.all(
          balances.map((quarters) => createTestAccount(sql, { moods: String(quarters / 4) })),
        );
        const creates = createBatches(sql, sql);
        const outcomes = await Promise.all(
          wishes.map(({ account, quarters, key, isLate }) =>
            outcomeOf(
              creates,
              taskRow(accounts[account]?.id ?? "", {
                baseMoods: String(quarters / 4),
                idempotencyKey: key === null ? null : String(key),
                ...(isLate ? { answerBy: LONG_AGO } : {}),
              }),
            ),
          ),
        );
        const expected = oneByOne(wishes, balances);
        assert.deepEqual(outcomes, expected.outcomes);
        for (const [index, { id }] of accounts.entries()) {
          const { granted, used } = await moneyOf(sql, id);
          assert.equal(granted - used, (expected.left[index] ?? 0) / 4);
        }
        for (const outcome of outcomes) seen.add(outcome);
      },
    ),
    { numRuns: NUM_RUNS, examples: [[EVERY_OUTCOME, [8, 0, 0]]] },
  );
  assert.deepEqual([...seen].sort(), ["created", "late", "taken", "uncovered"]);
  const evidence = { bed: { sql } };
  assert.deepEqual(await chargeSumsThatDiffer(evidence), []);
  assert.deepEqual(await waitingSharesThatDiffer(evidence), []);
});
