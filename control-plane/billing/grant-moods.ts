// Grants: how moods enter an account. Corrections are in adjust-moods.ts.
import type { Queryable } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { insertGrant } from "../db/ledger.ts";

const MOODS = /^\d{1,12}(\.\d{1,4})?$/;

/** Adds moods (a positive decimal with at most 4 places). @throws AppError INVALID_REQUEST, NOT_FOUND */
export async function grantMoods(
  sql: Queryable,
  grant: { accountId: string; moods: string; note: string | null },
): Promise<void> {
  if (!MOODS.test(grant.moods) || Number(grant.moods) === 0) {
    throw new AppError(
      "INVALID_REQUEST",
      `"${grant.moods}" is not a positive number of moods with up to 4 decimals.`,
    );
  }
  if (!(await insertGrant(sql, grant)))
    throw new AppError("NOT_FOUND", `There is no account ${grant.accountId}.`);
}
