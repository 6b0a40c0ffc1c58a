// Corrections of an account by an operator, with a reason. They count as granted moods, so that what an account has
// used stays the sum of its charges and refunds.
import type { Queryable } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { selectAccount } from "../db/accounts.ts";
import { insertAdjustment } from "../db/ledger.ts";

const SIGNED_MOODS = /^[+-]?\d{1,12}(\.\d{1,4})?$/;

export interface Adjustment {
  readonly accountId: string;
  /** What to add, or with a minus sign to take away, such as `2.5` or `-1`. */
  readonly moods: string;
  readonly note: string;
}

/** @throws AppError INVALID_REQUEST, NOT_FOUND, INSUFFICIENT_MOODS when the balance would fall below zero */
export async function adjustMoods(sql: Queryable, adjustment: Adjustment): Promise<void> {
  const { accountId, moods } = adjustment;
  if (!SIGNED_MOODS.test(moods) || Number(moods) === 0) {
    throw new AppError(
      "INVALID_REQUEST",
      `"${moods}" is not a number of moods such as 2.5 or -1, with up to 4 decimals and not 0.`,
    );
  }
  if (await insertAdjustment(sql, adjustment)) return;
  if ((await selectAccount(sql, accountId)) === undefined) {
    throw new AppError("NOT_FOUND", `There is no account ${accountId}.`);
  }
  throw new AppError("INSUFFICIENT_MOODS", "The balance would fall below zero.");
}
