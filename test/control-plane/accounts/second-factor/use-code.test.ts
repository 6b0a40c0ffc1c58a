// Codes are used once, below the lanes in which sign-ins take turns.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { FactorCipher } from "../../../../control-plane/accounts/second-factor/factor-cipher.ts";
import {
  hashRecoveryCode,
  newRecoveryCodes,
} from "../../../../control-plane/accounts/second-factor/recovery-codes.ts";
import { newTotpSecret, stepOf } from "../../../../control-plane/accounts/second-factor/totp.ts";
import { useCode } from "../../../../control-plane/accounts/second-factor/use-code.ts";
import { replaceRecoveryCodes } from "../../../../control-plane/db/people/second-factors.ts";
import { codeOfStep } from "../../../support/control-plane/second-factor.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";

const NOW_MS = 1_800_000_000_000;
const STEP = stepOf(NOW_MS);

async function factorOfOwner(t: TestContext) {
  const { sql } = await accountDatabase(t, "0");
  const [user] = await sql<{ id: string }[]>`select id from users`;
  const userId = user?.id ?? "";
  const cipher = new FactorCipher(["a secret of the appliance, long enough"]);
  const secret = newTotpSecret();
  const sealed = cipher.seal(userId, secret);
  await sql`insert into second_factors (user_id, secret, confirmed_at) values (${userId}, ${sealed}, now())`;
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    sql,
    userId,
    codes.map((code) => hashRecoveryCode(code) ?? ""),
  );
  /** Whether a code is taken. */
  const take = (code: string, nowMs = NOW_MS): Promise<boolean> =>
    useCode({ sql, cipher }, userId, code, { place: "sign-in", nowMs }).then(
      () => true,
      () => false,
    );
  const takeNow = (code: string): Promise<void> =>
    useCode({ sql, cipher }, userId, code, { place: "sign-in" });
  return { sql, userId, codes, take, takeNow, codeAt: (step: number) => codeOfStep(secret, step) };
}

test("one of many that use a code at the same moment gets it", async (t) => {
  const { take, codeAt, codes } = await factorOfOwner(t);
  for (const code of [codeAt(STEP), codes[0] ?? ""]) {
    const taken = await Promise.all(Array.from({ length: 10 }, () => take(code)));
    assert.equal(taken.filter(Boolean).length, 1);
  }
});

test("steps are used upwards only, and those to come within the window", async (t) => {
  const { take, codeAt } = await factorOfOwner(t);
  assert.equal(await take(codeAt(STEP - 2)), false, "over");
  assert.equal(await take(codeAt(STEP - 1)), true);
  assert.equal(await take(codeAt(STEP - 1)), false, "used");
  assert.equal(await take(codeAt(STEP + 1)), true, "a clock that is ahead");
  assert.equal(await take(codeAt(STEP)), false, "before a used one");
  assert.equal(await take(codeAt(STEP + 2), NOW_MS + 30_000), true, "the next one, half a minute later");
});

test("a code is judged by the database's clock, whatever this machine's calendar says", async (t) => {
  const { sql, takeNow, codeAt } = await factorOfOwner(t);
  const hourMs = 3_600_000;
  for (const offMs of [2 * hourMs, -2 * hourMs]) {
    await sql`update second_factors set last_step = 0`;
    const trueMs = Date.now();
    const wrong = t.mock.method(Date, "now", () => trueMs + offMs);
    await takeNow(codeAt(stepOf(trueMs)));
    wrong.mock.restore();
  }
});

test("what is not confirmed takes no code", async (t) => {
  const { sql, take, codeAt } = await factorOfOwner(t);
  await sql`update second_factors set confirmed_at = null`;
  assert.equal(await take(codeAt(STEP)), false);
});
