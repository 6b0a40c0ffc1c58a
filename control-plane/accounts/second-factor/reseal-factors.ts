// Re-encrypts secrets of second factors that an earlier secret of the appliance encrypted, so that this one can be taken
// off the list later. Done at start, which is when a changed list of secrets takes effect.
import type { Sql } from "../../../shared/db/connect.ts";
import { SECOND_FACTOR_LIMITS } from "../../../shared/limits/people.ts";
import type { Logger } from "../../../shared/logger.ts";
import { replaceSealed, selectSealedOtherwise } from "../../db/people/second-factors.ts";
import type { FactorCipher } from "./factor-cipher.ts";

/**
 * Seals all secrets anew that the first secret of the appliance has not sealed. What can be opened by none
 * stays as it is and is counted in the log.
 * @throws what the database throws
 */
export async function resealFactors(sql: Sql, cipher: FactorCipher, logger: Logger): Promise<void> {
  const { resealedAtOnce: limit } = SECOND_FACTOR_LIMITS;
  const { prefix } = cipher;
  let unreadable = 0;
  let after = "";
  for (;;) {
    const rows = await selectSealedOtherwise(sql, { prefix, after, limit });
    for (const row of rows) {
      const secret = cipher.open(row.user_id, row.secret);
      if (secret === undefined) unreadable += 1;
      else await replaceSealed(sql, row, cipher.seal(row.user_id, secret));
    }
    after = rows.at(-1)?.user_id ?? after;
    if (rows.length < limit) break;
  }
  if (unreadable === 0) return;
  logger.warn(
    { unreadable },
    "second factors were encrypted with a secret that is not in CLIPMILL_SECRET: put it back behind the first one, or turn them off by person remove-factor",
  );
}
